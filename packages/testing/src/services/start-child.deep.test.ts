import assert from "node:assert/strict";
import { test } from "node:test";
import { startChild } from "./start-child.ts";

const isReady = (line: string): boolean => line.startsWith("ready");
const staysAlive = "setInterval(() => {}, 1000);";

test("a child is ready when it says so, and what it writes is kept", async () => {
  const script = `console.log("starting"); console.error("careful"); console.log("ready " + process.env.WORD); ${staysAlive}`;
  await using child = await startChild({ args: ["-e", script], env: { WORD: "now" }, isReady });
  assert.equal(child.readyLine, "ready now");
  assert.match(child.output(), /starting\n/);
  assert.ok(isRunning(child.pid));
});

test("a child that stops by itself when asked is not killed, and its last words are kept", async () => {
  const script = `process.on("SIGTERM", () => { console.log("bye"); process.exit(3); }); console.log("ready"); ${staysAlive}`;
  const child = await startChild({ args: ["-e", script], isReady });
  assert.deepEqual(await child.stop(), { code: 3, signal: null });
  assert.match(child.output(), /bye\n$/);
  assert.deepEqual(await child.stop(), { code: 3, signal: null });
});

test("a child that does not stop is killed after its grace", async () => {
  const script = `process.on("SIGTERM", () => {}); console.log("ready"); ${staysAlive}`;
  const child = await startChild({ args: ["-e", script], isReady, graceMs: 100 });
  assert.deepEqual(await child.stop(), { code: null, signal: "SIGKILL" });
});

test("a child that never gets ready is ended, and the error shows what was run and what it wrote", async () => {
  const started = startChild({
    program: "/bin/sh",
    args: ["-c", "echo $$; exec sleep 300"],
    isReady,
    readyTimeoutMs: 1_000,
  });
  const message = await started.then(
    () => "",
    (reason: Error) => reason.message,
  );
  assert.match(message, /^Not ready within 1000 ms \(code null, signal SIGTERM\): \/bin\/sh -c echo /);
  assert.ok(!isRunning(Number(/(\d+)\n$/.exec(message)?.[1])));
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
