import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "@assay/contract";
import { draftFrom } from "../draft/read-draft.ts";
import { locate, newDiagnostics } from "./located.ts";

test("every place of a diagnostic is found in the file, also if the candidate is inside a request", () => {
  const candidate = '{ "first": "one", "second": "two" }';
  const diagnostic: Diagnostic = {
    code: "rule.violated",
    severity: "error",
    path: "/first",
    paths: ["/first", "/second"],
    message: "They must be equal.",
    needs: "edit",
    rule: { id: "equal", at: "" },
  };
  for (const text of [candidate, `{ "targetProduct": "datamint", "domainId": "x", "candidate": ${candidate} }`]) {
    const read = draftFrom(new TextEncoder().encode(text), "draft.json");
    assert.ok(read.kind === "ok");
    const marked = locate([diagnostic], read.draft).flatMap(({ marks }) => marks);
    assert.deepEqual(
      marked.map(({ from, to }) => text.slice(from, to)),
      ['"one"', '"two"'],
    );
  }
});

test("only what the next rules add is new: another rule at the same place, or a higher severity", () => {
  const one = (code: string, severity: string, rule: string) =>
    ({ code, severity, path: "/a", rule: { id: rule, at: "" } }) as Diagnostic;
  const diagnostics = [one("rule.violated", "error", "b"), one("field.value", "warning", "c")];
  const added = [one("rule.violated", "error", "a"), one("field.value", "error", "c")];
  const known = [one("rule.violated", "error", "b"), one("field.value", "warning", "candidate-schema")];
  const counts = { error: 3, warning: 1, info: 0 };
  const upcoming = { version: "2.0.0", valid: false, counts, diagnostics: [...added, ...known] };
  assert.deepEqual(newDiagnostics({ upcoming, diagnostics }), added);
  assert.deepEqual(newDiagnostics({ diagnostics }), []);
});
