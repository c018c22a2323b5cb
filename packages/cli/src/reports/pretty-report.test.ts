import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "@assay/contract";
import { type Draft, draftFrom } from "../draft/read-draft.ts";
import { createPaint } from "../terminal/style.ts";
import type { Checked } from "../verdicts/checker.ts";
import { prettyReport } from "./pretty-report.ts";

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
