import assert from "node:assert/strict";
import { test } from "node:test";
import { describeForAgent } from "@assay/contract";
import { parseDraft } from "../draft/read-draft.ts";
import type { Io } from "../io.ts";
import type { Checked } from "../verdicts/checker.ts";
import { createReporter } from "./create-reporter.ts";
import { githubReport } from "./github-report.ts";
import type { Format } from "./reporter.ts";

const read = parseDraft(new TextEncoder().encode('{\n  "a,b": "x"\n}\n'), "a:b,c.json");
assert.ok(read.kind === "ok");
const { draft } = read;
const unreadable = parseDraft(new TextEncoder().encode("{"), "a.json");
assert.ok(unreadable.kind === "unreadable");
const domain = { targetProduct: "datamint", domainId: "generator-option" };

const checked: Checked = {
  valid: false,
  summary: "1 error.",
  diagnostics: [
    { code: "field.value", severity: "error", path: "/a,b", message: "100 % wrong\n::error::injected", needs: "ask" },
  ],
  registry: { idStatus: "free" },
};

function writeReport(format: Format, verdict: Checked | undefined): string {
  let out = "";
  const io = { env: {}, out: { write: (text: string) => (out += text) } } as unknown as Io;
  const reporter = createReporter(format, io);
  if (verdict) reporter.reportVerdict({ checked: verdict, draft, domain });
  else reporter.reportUnreadable(unreadable as Extract<typeof unreadable, { kind: "unreadable" }>);
  reporter.end();
  return out;
}

test("an annotation is one line, and nothing in it can begin another command", () => {
  assert.equal(
    writeReport("github", checked),
    `::error file=a%3Ab%2Cc.json,line=2,endLine=2,col=10,endColumn=13,title=field.value::100 %25 wrong\\u{a}::error::injected
a:b,c.json: 1 error.
`,
  );
  assert.match(writeReport("github", undefined), /^::error file=a\.json,line=1,/);
});

test("a file name is not a command either, at the beginning of a line or inside it", () => {
  for (const name of ["::stop-commands::x", "::error x", " ::debug", "a##[group]b"]) {
    const lines = githubReport({ ...checked, summary: "::x" }, { ...draft, name })
      .trimEnd()
      .split("\n");
    assert.equal(lines.filter((line) => line.trimStart().startsWith("::")).length, 1, name);
    assert.ok(!lines.join().includes("##["), name);
  }
});

test("a severity that is new to this version is shown as an error, and programs get it as it is", () => {
  const diagnostics = checked.diagnostics.map((one) => ({ ...one, severity: "\u001b[2Jhint" as "error" }));
  const newer = { ...checked, diagnostics };
  for (const format of ["pretty", "github"] as const)
    assert.equal(writeReport(format, newer), writeReport(format, checked));
  assert.partialDeepStrictEqual(JSON.parse(writeReport("json", newer)), { diagnostics });
});

test("an agent gets the text that it gets over MCP", () => {
  const verdict = { ...checked, diagnostics: checked.diagnostics.map((one) => ({ ...one, message: "It is wrong." })) };
  assert.equal(writeReport("agent", verdict), `${describeForAgent(verdict)}\n`);
  assert.match(writeReport("agent", undefined), /^a\.json:1:\d+ error malformed-json /);
});

test("a program gets the whole answer with places", () => {
  assert.deepEqual(JSON.parse(writeReport("json", checked)), {
    file: "a:b,c.json",
    ...domain,
    ...checked,
    diagnostics: [
      { ...checked.diagnostics[0], places: [{ start: { line: 2, column: 10 }, end: { line: 2, column: 13 } }] },
    ],
  });
  assert.partialDeepStrictEqual(JSON.parse(writeReport("json", undefined)), { unreadable: { code: "malformed-json" } });
});
