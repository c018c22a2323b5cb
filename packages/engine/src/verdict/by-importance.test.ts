import assert from "node:assert/strict";
import { test } from "node:test";
import type { Needs } from "@assay/contract";
import { byImportance } from "./by-importance.ts";

test("decisions come first, then the first of each code, then the rest, each in their order", () => {
  const items = [
    ["a", "field.unknown", "edit"],
    ["b", "field.unknown", "edit"],
    ["c", "field.type", "edit"],
    ["d", "field.missing", "owner-decision"],
    ["e", "field.missing", "edit"],
    ["f", "check.failed", "product-team"],
  ] as const;
  const ordered = byImportance(items, ([, code, needs]) => ({ code, needs: needs as Needs }));
  assert.equal(ordered.map(([name]) => name).join(""), "dfacbe");
});
