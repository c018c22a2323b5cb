import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";

const logged = 20_000;

/** A process that logs 20 MB at once, sends a message, and does `then` when it gets one. */
function startLogging(then: string) {
  const program = `
    import { createLog } from ${JSON.stringify(join(import.meta.dirname, "log.ts"))};
    const log = createLog({ level: "info" });
    for (let line = 0; line < ${logged}; line += 1) log.info({ line, text: "x".repeat(1_000) });
    process.send("logged");
    process.once("message", () => { ${then} });`;
  const args = ["--conditions=assay-source", "--input-type=module", "--eval", program];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  assert.ok(child.stdout);
  return { child, stdout: child.stdout.setEncoding("utf8"), exited: once(child, "exit") };
}

test("a log that nobody reads does not keep the process from ending", async () => {
  const { child, exited } = startLogging("process.exit(3)");
  await once(child, "message");
  child.send("end");
  assert.deepEqual(await exited, [3, null]);
});

test("of a log that nobody reads the first megabyte waits, and what is logged once it is read follows", async () => {
  const { child, stdout, exited } = startLogging('log.info({ line: "later" }); process.disconnect()');
  await once(child, "message");
  const lines: (number | "later")[] = [];
  let rest = "";
  for await (const part of stdout) {
    const parts: string[] = `${rest}${part}`.split("\n");
    rest = parts.pop() ?? "";
    // The first line was taken at once, so there is room for another by now.
    if (lines.length === 0 && parts.length > 0) child.send("more");
    lines.push(...parts.map((line) => JSON.parse(line).line));
  }
  assert.deepEqual(await exited, [0, null]);
  assert.equal(lines.pop(), "later");
  assert.deepEqual(
    lines,
    lines.map((_, index) => index),
  );
  assert.ok(lines.length > 500 && lines.length < 2_000, `${lines.length} lines were kept`);
});
