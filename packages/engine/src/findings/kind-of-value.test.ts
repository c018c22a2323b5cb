import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { createMeter } from "../meter.ts";
import { kindOfString, kindOfValue } from "./kind-of-value.ts";

test("values that can be converted are one kind, and others are told apart by what they are", () => {
  const isNumber = (value: Json) => typeof value === "number";
  const kind = (value: Json) => kindOfValue(value, isNumber, createMeter(1_000));
  assert.deepEqual(["36", " 1.5 ", "[36]"].map(kind), ["convertible", "convertible", "string"]);
  assert.deepEqual(["1,250.50", "ten"].map(kind), ["string", "string"]);
  assert.deepEqual(["", "  ", "TBD", "n/a"].map(kind), ["nothing", "nothing", "nothing", "nothing"]);
  assert.deepEqual([null, true, [], {}].map(kind), ["null", "boolean", "array", "object"]);
});

test("strings with surrounding whitespace, and words for no value, are kinds of their own", () => {
  assert.deepEqual([" a", "a", 1].map(kindOfString), [{ groupKey: "padded" }, {}, {}]);
  assert.deepEqual(kindOfString("unknown"), { groupKey: "nothing" });
});
