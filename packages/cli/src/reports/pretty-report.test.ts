import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "@assay/contract";
import { parseDraft } from "../draft/read-draft.ts";
import type { Verdict } from "../verdicts/checker.ts";
import { prettyReport } from "./pretty-report.ts";

const style = { paint: (_: string, text: string) => text, width: 80 };
const error: Diagnostic = { code: "field.value", severity: "error", path: "", message: "Too short.", needs: "edit" };

function report(text: string, diagnostics: readonly Partial<Diagnostic>[], members: Partial<Verdict> = {}): string {
  const read = parseDraft(new TextEncoder().encode(text), "candidate.json");
  assert.ok(read.kind === "ok");
  const verdict = {
    valid: false,
    summary: "2 errors.",
    registry: { idStatus: "free" } as const,
    diagnostics: diagnostics.map((diagnostic) => ({ ...error, ...diagnostic })),
    ...members,
  };
  return prettyReport({ verdict, draft: read.draft, subject: "3f0c" }, style);
}

test("a problem in a request is shown at its place, with its other places and its reason", () => {
  const diagnostic: Partial<Diagnostic> = {
    path: "/sizes/0",
    paths: ["/sizes/0", "/sizes/2"],
    why: "Sizes are numbers.",
  };
  const text = '{\n  "domainId": "x",\n  "candidate": { "sizes": ["3", 2, "4"] }\n}\n';
  assert.equal(
    report(text, [diagnostic]),
    `error[field.value]: Too short.
  --> candidate.json:3:28
    |
  3 |   "candidate": { "sizes": ["3", 2, "4"] }
    |                            ^^^
    = also: at 3:36
    = why: Sizes are numbers.

candidate.json: 2 errors.
`,
  );
});

test("problems for the owner are in a separate section, which shows the owner of the key", () => {
  const text = '{ "owner": { "kind": "x" }, "a": 1, "b": "" }';
  const output = report(text, [
    { path: "/owner/kind", needs: "owner-decision" },
    { path: "/b", needs: "a-vote" as "ask" },
    { path: "/a" },
  ]);
  const order = ["1:34", "1:42", "1:22", '"3f0c"'].map((part) => output.indexOf(part));
  assert.deepEqual(
    order,
    order.toSorted((one, other) => one - other),
  );
  assert.ok(!report(text, [{ path: "/a" }]).includes("3f0c"));
});

test("a report lists skipped rules, omitted problems, a missing id lookup and upcoming problems", () => {
  const output = report("{}", [{}], {
    skippedRules: ["sizes-match"],
    omitted: 9,
    registry: { idStatus: "not-looked-up" },
    upcoming: { version: "2.0.0", effectiveFrom: "2027-03-01T00:00:00Z", diagnostics: [{ ...error, path: "/a" }] },
  });
  for (const part of ["sizes-match", "9 more", "not looked up", "2.0.0", "2027-03-01"])
    assert.ok(output.includes(part), part);
});

test("a problem under rules that apply later is a note below their date, and is not counted as an error", () => {
  const diagnostics = [
    { ...error, path: "/a" },
    { ...error, severity: "warning" as const },
  ];
  const upcoming = { version: "2.0.0", effectiveFrom: "2027-03-01T00:00:00Z", diagnostics };
  const output = report("{}", [], { valid: true, summary: "Valid.", upcoming });
  assert.match(output, /^Under 2\.0\.0, from 2027-03-01:\n/);
  assert.equal(output.match(/^note\[field\.value\]: /gm)?.length, 2);
  assert.doesNotMatch(output, /^(error|warning)/m);
});
