import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";

const lineCount = 20_000;

/** Starts a process that logs 20 MB at once, sends a message, and runs `onMessage` when it receives a message. */
function startLogging(onMessage: string) {
  const program = `
    import { createLog } from ${JSON.stringify(join(import.meta.dirname, "log.ts"))};
    const log = createLog({ level: "info" });
    for (let line = 0; line < ${lineCount}; line += 1) log.info({ line, text: "x".repeat(1_000) });
    process.send("logged");
    process.once("message", () => { ${onMessage} });`;
  const args = ["--conditions=assay-source", "--input-type=module", "--eval", program];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  assert.ok(child.stdout);
  return { child, stdout: child.stdout.setEncoding("utf8"), exited: once(child, "exit") };
}

test("lets the process exit even if nothing reads its log", async () => {
  const { child, exited } = startLogging("process.exit(3)");
  await once(child, "message");
  child.send("end");
  assert.deepEqual(await exited, [3, null]);
});

test("buffers a megabyte while nothing reads the log, and continues to log once something reads it", async () => {
  const { child, stdout, exited } = startLogging('log.info({ line: "later" }); process.disconnect()');
  await once(child, "message");
  const lines: (number | "later")[] = [];
  let rest = "";
  for await (const part of stdout) {
    const parts: string[] = `${rest}${part}`.split("\n");
    rest = parts.pop() ?? "";
    // Once a line has been read, the log has room for another.
    if (lines.length === 0 && parts.length > 0) child.send("more");
    lines.push(...parts.map((line) => JSON.parse(line).line));
  }
  assert.deepEqual(await exited, [0, null]);
  assert.equal(lines.pop(), "later");
  assert.deepEqual(
    lines,
    lines.map((_, index) => index),
  );
  assert.ok(lines.length > 500 && lines.length < 2_000, `${lines.length} lines were buffered`);
});
