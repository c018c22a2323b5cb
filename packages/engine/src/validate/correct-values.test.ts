import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { createMeter } from "../meter.ts";
import { correctValues } from "./check-against-schema.ts";

function corrected(value: Json, ...path: readonly string[]): AnyFinding {
  const rule = { id: "candidate-schema", at: "/candidateSchema" };
  return { code: "field.value", message: "near", severity: "error", path, params: {}, rule, corrected: value };
}

test("values are replaced at their paths, and the candidate itself stays as it is", () => {
  const candidate = { list: [{ kind: "crad" }, { kind: "card" }, { kind: "tokne" }], other: { kind: "crad" } };
  const before = structuredClone(candidate);
  const found = [corrected("card", "list", "0", "kind"), corrected("token", "list", "2", "kind")];
  assert.deepEqual(correctValues(candidate, found, createMeter(1_000)), {
    list: [{ kind: "card" }, { kind: "card" }, { kind: "token" }],
    other: { kind: "crad" },
  });
  assert.deepEqual(candidate, before);
});

test("ten times as many values take about ten times as many steps", () => {
  const stepsFor = (items: number) => {
    const meter = createMeter(1e9);
    const list = Array.from({ length: items }, () => ({ kind: "crad" }));
    correctValues(
      { list },
      list.map((_, index) => corrected("card", "list", String(index), "kind")),
      meter,
    );
    return 1e9 - meter.left;
  };
  assert.ok(stepsFor(1_000) <= 11 * stepsFor(100));
});
