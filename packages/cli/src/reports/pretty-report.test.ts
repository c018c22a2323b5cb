import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "@assay/contract";
import { type Draft, draftFrom } from "../draft/read-draft.ts";
import { createPaint } from "../terminal/style.ts";
import type { Checked } from "../verdicts/checker.ts";
import { prettyReport, unreadableReport } from "./pretty-report.ts";

const plain = createPaint({}, { columns: undefined });

function draftFromSchema(text: string): Draft {
  const read = draftFrom(new TextEncoder().encode(text), "candidate.json");
  assert.ok(read.kind === "ok");
  return read.draft;
}

function checkedWith(...diagnostics: readonly Partial<Diagnostic>[]): Checked {
  const whole = diagnostics.map((diagnostic) => ({
    code: "field.value" as const,
    severity: "error" as const,
    path: "",
    message: "It is wrong.",
    needs: "edit" as const,
    rule: { id: "candidate-schema", at: "" },
    ...diagnostic,
  }));
  const counts = { error: diagnostics.length, warning: 0, info: 0 };
  return {
    valid: false,
    summary: `Invalid: ${diagnostics.length} errors.`,
    counts,
    diagnostics: whole,
    truncated: false,
  };
}

test("a problem is shown at its place, with the reason of its rule and its fix", () => {
  const draft = draftFromSchema('{\n  "owner": { "kind": "human" },\n  "size": "big"\n}\n');
  const report = prettyReport(
    checkedWith({
      path: "/size",
      rule: { id: "sizes", at: "/rules/0", why: "Sizes are numbers." },
      related: [{ path: "/owner", message: "Decided here." }],
      fixes: [
        {
          title: "Change it to 3.",
          applicability: "safe",
          patch: [{ op: "replace", path: "/size", value: 3 }],
        },
      ],
    }),
    draft,
    { paint: plain, width: 80 },
  );
  assert.equal(
    report,
    `error[field.value]: It is wrong.
  --> candidate.json:3:11
    |
  3 |   "size": "big"
    |           ^^^^^
  ::: candidate.json:2:3
  2 |   "owner": { "kind": "human" },
    |   ------- Decided here.
    = why: Sizes are numbers.
safe fix: Change it to 3.
  3 -   "size": "big"
  3 +   "size": 3

candidate.json: Invalid: 1 errors.
`,
  );
});

test("what only the owner can decide is apart, and what occurs often is reported once", () => {
  const draft = draftFromSchema('{ "owner": { "kind": "x" }, "a": [1, 2, 3] }');
  const report = prettyReport(
    checkedWith(
      { path: "/owner/kind", needs: "owner-decision" },
      { path: "/a/0", count: 3, paths: ["/a/0", "/a/1", "/a/2"] },
    ),
    draft,
    { paint: plain, width: 80 },
  );
  assert.ok(report.indexOf("candidate.json:1:35") < report.indexOf("For the owner"));
  assert.ok(report.indexOf("For the owner") < report.indexOf("candidate.json:1:22"));
  assert.match(report, /= also: at 1:38, 1:41\n/);
});

test("texts of a service cannot move the cursor", () => {
  const draft = draftFromSchema('{ "a": 1 }');
  const evil = "\u001b[2J\u202eevil\r\n";
  const report = prettyReport(
    {
      ...checkedWith({
        code: evil as never,
        message: evil,
        rule: { id: "x", at: "", why: evil },
        related: [{ path: evil, message: evil }],
        fixes: [{ title: evil, applicability: "review" }],
      }),
      summary: evil,
    },
    draft,
    { paint: plain, width: 80 },
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  assert.doesNotMatch(report, /[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test("what is not JSON is shown where it stops being JSON", () => {
  const read = draftFrom(new TextEncoder().encode('{\n  "a": 1,\n}\n'), "candidate.json");
  assert.ok(read.kind === "unreadable");
  const report = unreadableReport(read, { paint: plain, width: 80 });
  assert.match(report, /^error\[malformed-json\]: [^-]*\n {2}--> candidate\.json:3:1\n {4}\|\n {2}3 \| }\n {4}\| \^\n/);
});
