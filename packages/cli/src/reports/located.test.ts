import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "@assay/contract";
import { draftFrom } from "../draft/read-draft.ts";
import { locate } from "./located.ts";

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
