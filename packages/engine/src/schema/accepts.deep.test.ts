import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale, seed } from "@assay/testing/scale";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { createMeter } from "../meter.ts";
import { accepts } from "./accepts.ts";
import { createSchemaChecker } from "./create-schema-checker.ts";
import { readSchema } from "./read-schema.ts";

// Ajv implements formats differently, and divides doubles inexactly.
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  ownProperties: true,
  addUsedSchema: false,
  multipleOfPrecision: 10,
});

type Accepts = (value: Json) => boolean;

/** Creates a function that tests whether a value is valid, and asserts that a visit finds errors only if it is not. */
function createAccepts(schema: JsonSchema): Accepts {
  const { root } = readSchema(schema);
  const findErrors = createSchemaChecker(schema);
  return (value) => {
    const isAccepted = accepts(root, value, createMeter(1e9));
    assert.equal(findErrors(value).length === 0, isAccepted);
    return isAccepted;
  };
}

test("agrees with Ajv on generated schemas and values", () => {
  const numRuns = pickForScale({ quick: 100, ci: 1_000, full: 20_000 });
  let accepted = 0;
  fc.assert(
    fc.property(schemas, fc.array(values, { minLength: 5, maxLength: 5 }), (schema, candidates) => {
      const isValid = createAccepts(schema);
      const validate = ajv.compile(schema as object);
      for (const value of candidates) {
        const isAccepted = isValid(value);
        if (isAccepted) accepted += 1;
        assert.equal(isAccepted, validate(value), JSON.stringify({ schema, value }));
      }
    }),
    { numRuns, seed },
  );
  printFigure(`oracle: of ${5 * numRuns} generated pairs, accepted`, accepted, "10 to 90 %");
  assert.ok(accepted > 0.5 * numRuns && accepted < 4.5 * numRuns);
});

// "toString" is left out, because Ajv would call a member with this name to compare objects.
const names = fc.constantFrom("a", "b", "c", "ab", "hasOwnProperty");
const scalars: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(null, true, false, "", "a", "ab", "abc", "é", "😀😀"),
  fc.integer({ min: -3, max: 6 }),
  fc.constantFrom(0.5, 2.5, -1e300),
);
const { values } = fc.letrec<{ values: Json }>((tie) => ({
  values: fc.oneof(
    { maxDepth: 3, depthSize: "medium" },
    scalars,
    fc.array(tie("values"), { maxLength: 4 }),
    fc.dictionary(names, tie("values"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const counts = fc.integer({ min: 0, max: 3 });
const types = fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object");

// Generates every keyword of the profile about equally often.
const { schemas: parts } = fc.letrec<{ schemas: JsonSchema; keywords: JsonObject }>((tie) => {
  const inner = tie("schemas");
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(names, inner, { maxKeys: 3, noNullPrototype: true });
  const patterns = fc.constantFrom("^a", "b$", "^[ab]{2}$", "^.?$", "o");
  const single = <Value>(keyword: string, value: fc.Arbitrary<Value>) =>
    value.map((content) => ({ [keyword]: content }) as unknown as JsonObject);
  const alternatives = [
    single("type", fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 }))),
    single("const", values),
    single("enum", fc.array(values, { minLength: 1, maxLength: 4 })),
    ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((each) =>
      single(each, fc.integer({ min: -2, max: 5 })),
    ),
    single("multipleOf", fc.constantFrom(1, 2, 0.5)),
    ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"].map((each) =>
      single(each, counts),
    ),
    single("pattern", patterns),
    single("uniqueItems", fc.boolean()),
    fc.record({ contains: inner, minContains: counts, maxContains: counts }, { requiredKeys: ["contains"] }),
    fc.record({ prefixItems: list, items: inner }, { requiredKeys: [] }),
    single("required", fc.uniqueArray(names, { maxLength: 2 })),
    fc.record(
      {
        properties: map,
        patternProperties: fc.dictionary(patterns, inner, { maxKeys: 2, noNullPrototype: true }),
        additionalProperties: inner,
      },
      { requiredKeys: [] },
    ),
    single("propertyNames", inner),
    single(
      "dependentRequired",
      fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 2, noNullPrototype: true }),
    ),
    single("dependentSchemas", map),
    ...["allOf", "anyOf", "oneOf"].map((each) => single(each, list)),
    single("not", inner),
    // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
    fc.record({ if: inner, then: inner, else: inner }, { requiredKeys: ["if"] }),
    fc.constantFrom({ $ref: "#/$defs/one" }, { $ref: "#/$defs/t~0w%20o" }),
    // Branches with a discriminator.
    fc.uniqueArray(fc.constantFrom("a", "ab", "toString"), { minLength: 1, maxLength: 3 }).chain((tags) =>
      fc.tuple(...tags.map(() => inner)).map((others) => ({
        oneOf: tags.map((tag, index) => ({
          type: "object",
          required: ["a"],
          properties: { a: { const: tag }, b: others[index] },
        })),
      })),
    ),
  ] as fc.Arbitrary<JsonObject>[];
  return {
    schemas: fc.oneof(
      { maxDepth: 3, depthSize: "medium" },
      { arbitrary: fc.boolean(), weight: 1 },
      { arbitrary: tie("keywords"), weight: 6 },
    ) as fc.Arbitrary<JsonSchema>,
    keywords: fc
      .array(fc.oneof(...alternatives), { minLength: 1, maxLength: 3 })
      .map((chosen) => Object.assign({}, ...chosen) as JsonObject),
  };
});
// Definitions without references, because the profile refuses recursion.
const plain = fc.record(
  { type: types, minimum: counts, maxLength: counts, required: fc.uniqueArray(names, { maxLength: 1 }) },
  { requiredKeys: [] },
);
const schemas = fc.tuple(parts, plain, plain).map(
  ([schema, one, two]): JsonSchema => ({
    ...(typeof schema === "object" ? schema : {}),
    $defs: { one: one as JsonObject, "t~w o": two as JsonObject },
  }),
);
