import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { createValueFinding } from "../findings/create-value-finding.ts";
import { createMeter } from "../meter.ts";
import { acceptsAt } from "../schema/accepts.ts";
import { findPlace } from "../schema/place.ts";
import { readSchema } from "../schema/read-schema.ts";
import { findClosest } from "./find-closest.ts";
import { findListed } from "./find-listed.ts";
import { findFoldedMatch } from "./folding.ts";

// Parts of one word, so that many texts are spellings or misspellings of each other.
const parts = ["a", "Al", "al", "ph", "PH", "ab", "et", "-", "_", " ", "1", "é", "", ""];
const text = fc.oneof(
  fc.array(fc.constantFrom(...parts), { minLength: 3, maxLength: 9 }).map((chosen) => chosen.join("")),
  fc.subarray([..."alphabetical-1"], { minLength: 10 }).map((letters) => letters.join("")),
  fc.constantFrom("x".repeat(64), "X".repeat(64), "x".repeat(65), "y".repeat(300), "mW", "MW", "ohm", "Mohm", "kohm"),
);

test("a list is searched as if the text were compared with each of its values", () => {
  const property = fc.property(fc.uniqueArray(text, { maxLength: 8 }), text, (values, value) => {
    const meter = createMeter(limits.steps);
    const same = findFoldedMatch(value, values);
    assert.equal(findListed(value, values, new Map(), meter)?.value, same);
    assert.equal(createValueFinding(value, values, meter).didYouMean, same ?? findClosest(value, values));
  });
  fc.assert(property, propertyRuns());
});

test("the cost of a value in a list does not grow with the list, and that of another value is a third of a step for each", () => {
  const measure = (count: number) => {
    const values = Array.from({ length: count }, (_, index) => `License-${index}.0-with-${index % 7}-clauses`);
    const [listed, other] = [createMeter(limits.steps), createMeter(limits.steps)];
    assert.ok(acceptsAt(findPlace(readSchema({ enum: values }).root), values.at(-1) ?? "", listed));
    createValueFinding("License-x.0-with-9-clauses", values, other);
    return { listed: limits.steps - listed.left, other: limits.steps - other.left };
  };
  const [few, many] = [measure(16), measure(limits.schema.enumValues)];
  assert.equal(many.listed, few.listed);
  assert.ok(many.other < limits.schema.enumValues / 3, `${many.other} steps`);
});
