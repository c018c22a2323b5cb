import assert from "node:assert/strict";
import { test } from "node:test";
import { describeForAgent } from "@assay/contract";
import { parseDraft } from "../draft/read-draft.ts";
import type { Io } from "../io.ts";
import type { Verdict } from "../verdicts/checker.ts";
import { createReporter } from "./create-reporter.ts";
import { githubReport } from "./github-report.ts";
import type { Format } from "./reporter.ts";

const read = parseDraft(new TextEncoder().encode('{\n  "a,b": "x"\n}\n'), "a:b,c.json");
assert.ok(read.kind === "ok");
const { draft } = read;
const unreadable = parseDraft(new TextEncoder().encode("{"), "a.json");
assert.ok(unreadable.kind === "unreadable");
const domain = { targetProduct: "datamint", domainId: "generator-option" };

const verdict: Verdict = {
  valid: false,
  summary: "1 error.",
  diagnostics: [
    { code: "field.value", severity: "error", path: "/a,b", message: "100 % wrong\n::error::injected", needs: "ask" },
  ],
  registry: { idStatus: "free" },
};

function writeReport(format: Format, reported: Verdict | undefined): string {
  let out = "";
  const io = { env: {}, out: { write: (text: string) => (out += text) } } as unknown as Io;
  const reporter = createReporter(format, io);
  if (reported) reporter.reportVerdict({ verdict: reported, draft, domain });
  else reporter.reportUnreadable(unreadable as Extract<typeof unreadable, { kind: "unreadable" }>);
  reporter.end();
  return out;
}

test("an annotation is a single line, and its text cannot start another command", () => {
  assert.equal(
    writeReport("github", verdict),
    `::error file=a%3Ab%2Cc.json,line=2,endLine=2,col=10,endColumn=13,title=field.value::100 %25 wrong\\u{a}::error::injected
a:b,c.json: 1 error.
`,
  );
  assert.match(writeReport("github", undefined), /^::error file=a\.json,line=1,/);
});

test("a file name is never interpreted as a command, at the start of a line or inside it", () => {
  for (const name of ["::stop-commands::x", "::error x", " ::debug", "a##[group]b"]) {
    const lines = githubReport({ ...verdict, summary: "::x" }, { ...draft, name })
      .trimEnd()
      .split("\n");
    assert.equal(lines.filter((line) => line.trimStart().startsWith("::")).length, 1, name);
    assert.ok(!lines.join().includes("##["), name);
  }
});

test("an unknown severity is shown to people as an error, and programs get it unchanged", () => {
  const severity = "\u001b[2Jhint" as "error";
  const diagnostics = verdict.diagnostics.map((diagnostic) => ({ ...diagnostic, severity }));
  const newer = { ...verdict, diagnostics };
  for (const format of ["pretty", "github"] as const)
    assert.equal(writeReport(format, newer), writeReport(format, verdict));
  assert.partialDeepStrictEqual(JSON.parse(writeReport("json", newer)), [{ diagnostics }]);
});

test("the agent format is the text that MCP clients get", () => {
  const diagnostics = verdict.diagnostics.map((diagnostic) => ({ ...diagnostic, message: "Too short." }));
  const shortened = { ...verdict, diagnostics };
  assert.equal(writeReport("agent", shortened), `${describeForAgent(shortened)}\n`);
  assert.match(writeReport("agent", undefined), /^a\.json:1:\d+ error malformed-json /);
});

test("the JSON format is an array, with the whole verdict and the places of its diagnostics, for one file too", () => {
  const places = [{ start: { line: 2, column: 10 }, end: { line: 2, column: 13 } }];
  assert.deepEqual(JSON.parse(writeReport("json", verdict)), [
    { file: "a:b,c.json", ...domain, ...verdict, diagnostics: [{ ...verdict.diagnostics[0], places }] },
  ]);
  const unreadableJson = [{ unreadable: { code: "malformed-json" } }];
  assert.partialDeepStrictEqual(JSON.parse(writeReport("json", undefined)), unreadableJson);
});
