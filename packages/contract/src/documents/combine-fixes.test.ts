import assert from "node:assert/strict";
import { test } from "node:test";
import { suggestPatch } from "./combine-fixes.ts";

test("a suggested name renames the property, and a suggested value replaces the value", () => {
  const diagnostic = { severity: "error", message: "", needs: "ask", didYouMean: "stop" } as const;
  for (const code of ["field.misspelled", "sample.field-undeclared"]) {
    const renamed = [{ op: "move", from: "/sampleRecords/0/stpo", path: "/sampleRecords/0/stop" }];
    assert.deepEqual(suggestPatch({ ...diagnostic, code, path: "/sampleRecords/0/stpo" } as never), renamed);
  }
  const replaced = [{ op: "replace", path: "/kind", value: "stop" }];
  assert.deepEqual(suggestPatch({ ...diagnostic, code: "field.value", path: "/kind" }), replaced);
});
