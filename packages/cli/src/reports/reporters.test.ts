import assert from "node:assert/strict";
import { test } from "node:test";
import { draftFrom } from "../draft/read-draft.ts";
import { createPaint } from "../terminal/style.ts";
import type { Checked } from "../verdicts/checker.ts";
import { agentReport, agentUnreadable } from "./agent-report.ts";
import { githubReport, githubUnreadable } from "./github-report.ts";
import { jsonReport, jsonUnreadable } from "./json-report.ts";
import { prettyReport } from "./pretty-report.ts";

const read = draftFrom(new TextEncoder().encode('{\n  "a,b": "x"\n}\n'), "a:b,c.json");
assert.ok(read.kind === "ok");
const { draft } = read;
const unreadable = draftFrom(new TextEncoder().encode("{"), "a.json");
assert.ok(unreadable.kind === "unreadable");

const checked: Checked = {
  valid: false,
  summary: "Invalid: 1 error.",
  counts: { error: 1, warning: 0, info: 0 },
  truncated: false,
  diagnostics: [
    {
      code: "field.value",
      severity: "error",
      path: "/a,b",
      message: "100 % wrong\n::error::injected",
      needs: "edit",
      rule: { id: "x", at: "" },
      fixes: [{ title: "Change it.", applicability: "review", patch: [{ op: "replace", path: "/a,b", value: "y" }] }],
    },
  ],
};

test("an annotation is one line, and nothing in it can begin another command", () => {
  const [first = "", ...rest] = githubReport(checked, draft).trim().split("\n");
  assert.equal(
    first,
    "::error file=a%3Ab%2Cc.json,line=2,endLine=2,col=10,endColumn=13,title=field.value::100 %25 wrong\\u{a}::error::injected Fix: Change it.",
  );
  assert.deepEqual(rest, ["a:b,c.json: Invalid: 1 error."]);
  assert.match(githubUnreadable(unreadable), /^::error file=a\.json,line=1,/);
});

test("a file name is not a command either, at the beginning of a line or inside it", () => {
  for (const name of ["::stop-commands::x", "::error x", " ::debug", "a##[group]b"]) {
    const named = { ...draft, name };
    const lines = githubReport({ ...checked, summary: "::x" }, named)
      .trimEnd()
      .split("\n");
    assert.equal(lines.filter((line) => line.trimStart().startsWith("::")).length, 1, name);
    assert.ok(!lines.join().includes("##["), name);
  }
});

test("a severity that is new to this version is shown as an error, and programs get it as it is", () => {
  const diagnostics = checked.diagnostics.map((one) => ({ ...one, severity: "\u001b[2Jhint" as "error" }));
  const newer = { ...checked, diagnostics };
  const paint = createPaint({ FORCE_COLOR: "1" }, { columns: 80 });
  assert.equal(prettyReport(newer, draft, { paint, width: 80 }), prettyReport(checked, draft, { paint, width: 80 }));
  assert.equal(githubReport(newer, draft), githubReport(checked, draft));
  assert.equal(agentReport(newer, draft), agentReport(checked, draft));
  assert.partialDeepStrictEqual(jsonReport(newer, draft, { targetProduct: "a", domainId: "b" }), { diagnostics });
});

test("an agent gets one line per problem, with the patch that fixes it", () => {
  const lines = agentReport(checked, draft).trim().split("\n");
  assert.equal(lines.length, 2);
  assert.equal(
    lines[0],
    'a:b,c.json:2:10 error field.value /a,b 100 % wrong\\u{a}::error::injected FIX (review): Change it. [{"op":"replace","path":"/a,b","value":"y"}]',
  );
  assert.match(agentUnreadable(unreadable), /^a\.json:1:\d+ error malformed-json /);
});

test("a program gets the whole verdict with places", () => {
  const domain = { targetProduct: "datamint", domainId: "generator-option" };
  assert.partialDeepStrictEqual(jsonReport(checked, draft, domain), {
    file: "a:b,c.json",
    ...domain,
    valid: false,
    diagnostics: [{ code: "field.value", places: [{ start: { line: 2, column: 10 }, end: { line: 2, column: 13 } }] }],
  });
  assert.partialDeepStrictEqual(jsonUnreadable(unreadable), { valid: false, unreadable: { code: "malformed-json" } });
});
