import assert from "node:assert/strict";
import { test } from "node:test";
import { byImportance } from "./verdict.ts";

test("decisions come first, then the first error of each code, other errors and the rest, each in their order", () => {
  const items = [
    ["a", "field.unknown", "error", "edit"],
    ["b", "field.unknown", "error", "edit"],
    ["c", "field.type", "error", "edit"],
    ["d", "field.missing", "error", "owner-decision"],
    ["e", "field.missing", "error", "edit"],
    ["f", "check.failed", "error", "product-team"],
    ["g", "registry.id-in-ballot", "warning", "edit"],
  ] as const;
  const ordered = byImportance(items, ([, code, severity, needs]) => ({ code, severity, needs }));
  assert.equal(ordered.map(([name]) => name).join(""), "dfacbeg");
});
