import assert from "node:assert/strict";
import { test } from "node:test";
import { applyFixes } from "@assay/client";
import type { PatchOperation } from "@assay/contract";

const diagnostic = { severity: "error", code: "field.value", path: "", message: "", needs: "edit" } as const;
const createAnswer = (...fixes: readonly PatchOperation[][]) => ({
  diagnostics: [diagnostic, ...fixes.map((fix) => ({ ...diagnostic, fix }))],
});
const answer = createAnswer(
  [{ op: "move", from: "/generator_name", path: "/generatorName" }],
  [{ op: "replace", path: "/generatorId", value: "loyalty-card" }],
  [{ op: "remove", path: "/tags" }],
);
const candidate = { generatorId: "Loyalty Card", generator_name: "Loyalty card", tags: null };

test("returns the candidate with all fixes of an answer, and leaves the one that was checked unchanged", () => {
  const before = structuredClone(candidate);
  assert.deepEqual(applyFixes(candidate, answer), { generatorId: "loyalty-card", generatorName: "Loyalty card" });
  assert.deepEqual(candidate, before);
  assert.deepEqual(applyFixes(candidate, createAnswer()), before);
});

test("throws if the fixes do not fit the candidate, so that no other candidate is sent in its place", () => {
  for (const other of [{}, [], null, { generatorId: "card" }, applyFixes(candidate, answer)])
    assert.throws(() => applyFixes(other, answer), TypeError);
  const hostile = createAnswer([{ op: "add", path: "/__proto__/x", value: 1 } as PatchOperation]);
  assert.throws(() => applyFixes(candidate, hostile), TypeError);
});
