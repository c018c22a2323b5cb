import assert from "node:assert/strict";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { setUpDesk } from "./assay.ts";
import { engineCommand } from "./engine-process.ts";

interface Report {
  readonly cases: number;
  readonly equal: number;
  readonly different: readonly { readonly case: string; readonly details: readonly string[] }[];
  readonly unanswered: readonly { readonly case: string; readonly details: readonly string[] }[];
  readonly notAsked: number;
  readonly badEnd?: string;
}

test("our engine process answers every golden case as recorded", async () => {
  const { code, report } = await conformance(["--timeout", "300"], engineCommand);
  figure(
    "golden cases that the engine process answers as recorded",
    `${report.cases} (${report.equal} answers)`,
    "all",
  );
  assert.deepEqual([code, report.different, report.unanswered, report.badEnd], [0, [], [], undefined]);
  assert.ok(report.cases > 600 && report.equal > 1_200);
});

test("an engine with one check switched off is found, with the cases that show it", async () => {
  const wrapper = `
    import { spawn } from "node:child_process";
    import { createInterface } from "node:readline";
    const [command, ...args] = ${JSON.stringify(engineCommand)};
    const engine = spawn(command, args, { stdio: ["inherit", "pipe", "inherit"] });
    for await (const line of createInterface({ input: engine.stdout })) {
      const answer = JSON.parse(line);
      const verdict = answer.result?.verdict;
      if (verdict) verdict.diagnostics = verdict.diagnostics.filter(({ code }) => code !== "owner.kind-not-allowed");
      console.log(JSON.stringify(answer));
    }`;
  const { code, report } = await conformance(
    ["--timeout", "300", "--only", "owner/"],
    [process.execPath, "--input-type=module", "--eval", wrapper],
  );
  assert.equal(code, 1);
  assert.ok(report.different.length > 0 && report.equal > 0);
  for (const { details } of report.different) {
    assert.ok(
      details.some((line) => line.includes("diagnostics")),
      details.join("\n"),
    );
  }
  assert.deepEqual(report.unanswered, []);
});

test("a program that is silent, slow, crashes or writes garbage is reported, and the run ends", async () => {
  const node = (code: string) => [process.execPath, "--eval", code];
  const programs = {
    silent: [["--timeout", "0.5"], node("process.stdin.resume()"), /No answer within 0\.5 s/],
    slow: [
      ["--timeout", "0.5"],
      node("process.stdin.once('data', () => setTimeout(() => console.log('{}'), 600_000))"),
      /No answer/,
    ],
    crashing: [
      ["--timeout", "60"],
      node("process.stdin.once('data', () => { console.error('out of \\u001b[31mluck'); process.exit(7); })"),
      /code 7.*out of/,
    ],
    killed: [
      ["--timeout", "60"],
      node("process.stdin.once('data', () => process.kill(process.pid, 'SIGKILL'))"),
      /SIGKILL/,
    ],
    garbage: [
      ["--timeout", "60"],
      node("process.stdin.on('data', () => console.log('\\u001b[31mgarbage'))"),
      /not a JSON object/,
    ],
    endless: [
      ["--timeout", "60"],
      node("const write = () => process.stdout.write('x'.repeat(65536), write); write()"),
      /more than 4194304 bytes/,
    ],
    others: [
      ["--timeout", "60"],
      node(`process.stdin.on('data', () => console.log('{"id":99,"result":{}}'))`),
      /the id 99/,
    ],
    neither: [
      ["--timeout", "60"],
      node(`let id = 0; process.stdin.on('data', () => console.log('{"id":1}'))`),
      /neither/,
    ],
  } as const;
  for (const [name, [options, command, why]] of Object.entries(programs)) {
    const { code, report, stdout } = await conformance(options, command);
    assert.equal(code, 3, name);
    assert.equal(report.unanswered.length, 3, name);
    assert.equal(report.equal + report.different.length, 0);
    assert.ok(report.notAsked > 1_000);
    assert.match(report.unanswered[0]?.details.join() ?? "", why, name);
    assert.ok(!stdout.includes("\u001b"));
  }
});

test("a program that answers but does not end with its input, or cannot be started, is told apart", async () => {
  using desk = setUpDesk();
  const run = (...command: readonly string[]) =>
    desk.assay("conformance", "--timeout", "60", "--only", "owner/agent", "--", ...command);
  const answers = `process.stdin.on('data', (line) => console.log(JSON.stringify({ id: JSON.parse(line).id, result: {} })))`;
  const stays = await run(process.execPath, "--eval", `${answers}; process.stdin.on('end', () => process.exit(4))`);
  assert.equal(stays.code, 1);
  assert.match(stays.stdout, /different: owner\//);
  assert.match(stays.stdout, /wrong end: It ended with code 4 after the end of its input/);
  const missing = await run("./no-such-engine");
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /no-such-engine cannot be started/);
  assert.equal((await desk.assay("conformance")).code, 2);
  assert.equal((await desk.assay("conformance", "--timeout", "soon", "--", "true")).code, 2);
  assert.equal((await desk.assay("conformance", "--only", "nothing-like-it", "--", "true")).code, 2);
  assert.equal((await desk.assay("engine")).code, 2);
});

async function conformance(
  options: readonly string[],
  command: readonly string[],
): Promise<{ readonly code: number | null; readonly report: Report; readonly stdout: string }> {
  using desk = setUpDesk();
  const { code, stdout, stderr } = await desk.assay("conformance", "--format", "json", ...options, "--", ...command);
  assert.ok(stdout.startsWith("{"), stderr);
  return { code, report: JSON.parse(stdout), stdout };
}
