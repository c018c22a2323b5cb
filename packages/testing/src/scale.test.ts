import assert from "node:assert/strict";
import test from "node:test";
import { readScale } from "./scale.ts";

test("ASSAY_SCALE is ci, full or unset", () => {
  const read = [undefined, "", "ci", "full"].map(readScale);
  assert.deepEqual(read, ["quick", "quick", "ci", "full"]);
});

test("an unknown ASSAY_SCALE is an error that names the allowed values", () => {
  for (const value of ["quick", "FULL", "1000"]) {
    assert.throws(() => readScale(value), { message: /"ci" or "full", or leave it unset/ }, value);
  }
});
