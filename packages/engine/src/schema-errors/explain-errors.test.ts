import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic, Json, JsonSchema } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { candidate } from "@assay/testing/corpora/honest-bodies";
import { compiled, registry } from "../../test/hostility.ts";
import { validate } from "../verdict/validate.ts";

/** The codes of what is found in the property `x` with a schema. */
function listCodes(schema: JsonSchema, x: Json): readonly string[] {
  return listDiagnostics(schema, x)
    .map(({ code }) => code)
    .toSorted();
}

function listDiagnostics(schema: JsonSchema, x: Json): readonly Diagnostic[] {
  const edit = { op: "add", path: "/candidateSchema/properties/x", value: schema as Json } as const;
  const spec = compiled(specFile("datamint/generator-option/1.0.0", [edit]));
  const { verdict } = validate({ spec, registry, candidate: { ...candidate({}), x } });
  return verdict.diagnostics.filter(({ path }) => path === "/x");
}

const isText = { type: "string", maxLength: 40 };
const isMap = { type: "object", maxProperties: 9, additionalProperties: isText };

test("what is excluded, or has none of the allowed forms, hides no other mistake in the same value", () => {
  const forbidBoth = (...names: readonly string[]) => ({ not: { required: names } });
  for (const [schema, x, found] of [
    [
      { ...isMap, allOf: [forbidBoth("a", "b"), forbidBoth("c", "d")] },
      { a: "", b: "", c: "", d: "" },
      ["field.value", "field.value"],
    ],
    [{ ...isMap, minProperties: 3, not: { required: ["z"] } }, { z: "" }, ["field.value", "object.size"]],
    [
      { ...isText, pattern: "^[a-z]+$", not: { pattern: "^test", maxLength: 40 } },
      "test-1",
      ["field.pattern", "field.value"],
    ],
    [
      { ...isText, pattern: "^[a-z-]+$", anyOf: ["^a-", "^b-"].map((pattern) => ({ ...isText, pattern })) },
      "C-1",
      ["field.pattern", "field.value"],
    ],
    [
      { type: "number", minimum: 0, anyOf: [{ type: "number", multipleOf: 5 }, { const: 1 }] },
      -3,
      ["field.range", "field.value"],
    ],
  ] as const)
    assert.deepEqual(listCodes(schema, x), found);
});

test("what is met as soon as another mistake is corrected is not reported besides", () => {
  for (const [schema, x, found] of [
    // An excluded value that has to be another one anyway.
    [{ type: "number", minimum: 10, not: { const: 7 } }, 7, "field.range"],
    [{ ...isText, minLength: 1, not: { enum: ["", "none"] } }, "", "field.length"],
    [{ ...isText, minLength: 9, not: {} }, "none", "field.value"],
    [
      { ...isText, minLength: 9, enum: ["production", "acceptance"], not: { pattern: "^n", maxLength: 40 } },
      "none",
      "field.value",
    ],
  ] as const)
    assert.deepEqual(listCodes(schema, x), [found]);
});

test("a property that no value satisfies is not allowed, and one that a condition rules out may have another value", () => {
  const around = { type: "object", properties: { k: isText, y: isText }, additionalProperties: false };
  const never = { properties: { y: { allOf: [false] } } };
  const validateCodes = (more: object) => {
    const edit = { op: "add", path: "/candidateSchema/properties/x", value: { ...around, ...more } as Json } as const;
    const spec = compiled(specFile("datamint/generator-option/1.0.0", [edit]));
    const x = { k: "a", y: "b" };
    const { verdict } = validate({ spec, registry, candidate: { ...candidate({}), x } });
    return verdict.diagnostics.filter(({ path }) => path === "/x/y").map(({ code }) => code);
  };
  assert.deepEqual(validateCodes({ dependentSchemas: { k: never } }), ["field.unknown"]);
  assert.deepEqual(validateCodes({ if: { required: ["z"] }, else: never }), ["field.unknown"]);
  const ruledOut = { ...isText, if: { const: "c" }, else: false };
  assert.deepEqual(validateCodes({ properties: { k: isText, y: ruledOut } }), ["field.value"]);
});
