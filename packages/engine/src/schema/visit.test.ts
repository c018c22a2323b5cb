import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "@assay/contract";
import { createMeter } from "../meter.ts";
import { createSchemaChecker } from "./create-schema-checker.ts";
import { findPlace, type Place } from "./place.ts";
import { readSchema } from "./read-schema.ts";
import { visit } from "./visit.ts";

const flags = Array.from({ length: 14 }, (_, index) => `flag${index}`);

/** Requires a property that no candidate below has, so that each of them is reported with its places. */
const schema: JsonSchema = {
  required: ["missing"],
  allOf: flags.map((flag) => ({
    if: { properties: { [flag]: { const: true } }, required: [flag] },
    // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
    then: { minProperties: 1 },
    else: { maxProperties: 14 },
  })),
};

test("fourteen independent conditions have a place for each option, not one for each of 16,384 combinations", () => {
  const root = findPlace(readSchema(schema).root);
  const seen = new Set<Place>();
  for (let bits = 0; bits < 2 ** flags.length; bits += 2) {
    const candidate = Object.fromEntries(flags.map((flag, index) => [flag, Boolean((bits >> index) & 1)]));
    const report = ({ chosen }: { readonly chosen: readonly Place[] }) => {
      assert.equal(chosen.length, 1 + flags.length);
      for (const place of chosen) seen.add(place);
      return undefined;
    };
    visit(root, candidate, { meter: createMeter(1e6), report });
  }
  // The first flag is never set.
  assert.equal(seen.size, 1 + 2 * flags.length - 1);
});

test("a definition that several references and a condition lead to is reported once", () => {
  const reference = { $ref: "#/$defs/positive" };
  const findErrors = createSchemaChecker({
    $defs: { positive: { minimum: 1 } },
    // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
    allOf: [reference, reference, { if: { type: "number" }, then: reference }],
  });
  assert.deepEqual(
    findErrors(0).map(({ keyword, at }) => [keyword, at.join("/")]),
    [["minimum", "$defs/positive"]],
  );
});
