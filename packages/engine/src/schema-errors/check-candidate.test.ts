import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic, Json, JsonSchema } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { candidate } from "@assay/testing/corpora/honest-candidates";
import { compileSpec, registry } from "../../test/validate-body.ts";
import { validate } from "../verdict/validate.ts";

/** Lists the codes of the diagnostics on the property `x`, given its schema and its value. */
function listCodes(schema: JsonSchema, x: Json): readonly string[] {
  return listDiagnostics(schema, x)
    .map(({ code }) => code)
    .toSorted();
}

function listDiagnostics(schema: JsonSchema, x: Json): readonly Diagnostic[] {
  const edit = { op: "add", path: "/candidateSchema/properties/x", value: schema as Json } as const;
  const spec = compileSpec(specFile("datamint/generator-option/1.0.0", [edit]));
  const { verdict } = validate({ spec, registry, candidate: { ...candidate({}), x } });
  return verdict.diagnostics.filter(({ path }) => path === "/x");
}

const shortText = { type: "string", maxLength: 40 };
const smallMap = { type: "object", maxProperties: 9, additionalProperties: shortText };

test("reports every mistake in a value that `not` excludes or that fits no branch of `anyOf`", () => {
  const forbidBoth = (...names: readonly string[]) => ({ not: { required: names } });
  for (const [schema, x, expected] of [
    [
      { ...smallMap, allOf: [forbidBoth("a", "b"), forbidBoth("c", "d")] },
      { a: "", b: "", c: "", d: "" },
      ["field.value", "field.value"],
    ],
    [{ ...smallMap, minProperties: 3, not: { required: ["z"] } }, { z: "" }, ["field.value", "object.size"]],
    [
      { ...shortText, pattern: "^[a-z]+$", not: { pattern: "^test", maxLength: 40 } },
      "test-1",
      ["field.pattern", "field.value"],
    ],
    [
      { ...shortText, pattern: "^[a-z-]+$", anyOf: ["^a-", "^b-"].map((pattern) => ({ ...shortText, pattern })) },
      "C-1",
      ["field.pattern", "field.value"],
    ],
    [
      { type: "number", minimum: 0, anyOf: [{ type: "number", multipleOf: 5 }, { const: 1 }] },
      -3,
      ["field.range", "field.value"],
    ],
  ] as const)
    assert.deepEqual(listCodes(schema, x), expected);
});

test("leaves out a mistake that disappears once another mistake in the same value is corrected", () => {
  for (const [schema, x, expected] of [
    // The value is excluded, but it has to change anyway.
    [{ type: "number", minimum: 10, not: { const: 7 } }, 7, "field.range"],
    [{ ...shortText, minLength: 1, not: { enum: ["", "none"] } }, "", "field.length"],
    [{ ...shortText, minLength: 9, not: {} }, "none", "field.value"],
    [
      { ...shortText, minLength: 9, enum: ["production", "acceptance"], not: { pattern: "^n", maxLength: 40 } },
      "none",
      "field.value",
    ],
  ] as const)
    assert.deepEqual(listCodes(schema, x), [expected]);
});

test("reports a property as unknown if no value is allowed, and its value as invalid if a condition excludes it", () => {
  const object = { type: "object", properties: { k: shortText, y: shortText }, additionalProperties: false };
  const never = { properties: { y: { allOf: [false] } } };
  const listPropertyCodes = (members: object) => {
    const value = { ...object, ...members } as Json;
    const edit = { op: "add", path: "/candidateSchema/properties/x", value } as const;
    const spec = compileSpec(specFile("datamint/generator-option/1.0.0", [edit]));
    const x = { k: "a", y: "b" };
    const { verdict } = validate({ spec, registry, candidate: { ...candidate({}), x } });
    return verdict.diagnostics.filter(({ path }) => path === "/x/y").map(({ code }) => code);
  };
  assert.deepEqual(listPropertyCodes({ dependentSchemas: { k: never } }), ["field.unknown"]);
  assert.deepEqual(listPropertyCodes({ if: { required: ["z"] }, else: never }), ["field.unknown"]);
  const excluded = { ...shortText, if: { const: "c" }, else: false };
  assert.deepEqual(listPropertyCodes({ properties: { k: shortText, y: excluded } }), ["field.value"]);
});
