import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { anyJson } from "@assay/testing/corpora/hostile-values";
import { propertyRuns } from "@assay/testing/scale";
import { assertNothingHidden } from "@assay/testing/verdicts/check-verdict";
import fc from "fast-check";
import { cutJson } from "./cut-json.ts";
import { outsideText } from "./outside-text.ts";

test("a value is written as JSON.stringify writes it, cut like any text from outside", () => {
  const property = fc.property(anyJson, fc.constantFrom(8, 64, 200), (value, most) => {
    assert.equal(cutJson(value, most), outsideText(JSON.stringify(value), most));
    assertNothingHidden([cutJson(value, most)]);
  });
  fc.assert(property, propertyRuns());
});

test("what is cut off is not written first", () => {
  let read = 0;
  const watched = new Proxy(Array<Json>(100_000).fill(1), {
    get: (list, name, self) => {
      read += 1;
      return Reflect.get(list, name, self);
    },
  });
  assert.ok(cutJson(watched, 64).startsWith("[1,1,1,"));
  assert.ok(read < 1_000, `${read} reads`);
});
