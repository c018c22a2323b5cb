import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic, Json, JsonSchema } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { candidate } from "@assay/testing/corpora/honest-bodies";
import { compiled, registry } from "../../test/hostility.ts";
import { validate } from "../verdict/validate.ts";

/** What is found in the property `x` with a schema: the code and the violated keyword of each. */
function foundIn(schema: JsonSchema, x: Json): readonly string[] {
  return diagnosticsOf(schema, x)
    .map(({ code, rule }) => `${code} ${rule.at.split("/").slice(4).join("/")}`)
    .toSorted();
}

function diagnosticsOf(schema: JsonSchema, x: Json): readonly Diagnostic[] {
  const edit = { op: "add", path: "/candidateSchema/properties/x", value: schema as Json } as const;
  const spec = compiled(specFile("datamint/generator-option/1.0.0", [edit]));
  const { verdict } = validate({ spec, registry, candidate: { ...candidate({}), x }, fixes: false });
  return verdict.diagnostics.filter(({ path }) => path === "/x");
}

const isText = { type: "string", maxLength: 40 };
const isMap = { type: "object", maxProperties: 9, additionalProperties: isText };

test("what is excluded, or has none of the allowed forms, hides no other mistake in the same value", () => {
  const bothOf = (...names: readonly string[]) => ({ not: { required: names } });
  for (const [schema, x, found] of [
    [
      { ...isMap, allOf: [bothOf("a", "b"), bothOf("c", "d")] },
      { a: "", b: "", c: "", d: "" },
      ["field.value allOf/0/not", "field.value allOf/1/not"],
    ],
    [
      { ...isMap, minProperties: 3, not: { required: ["z"] } },
      { z: "" },
      ["field.value not", "object.size minProperties"],
    ],
    [
      { ...isText, pattern: "^[a-z]+$", not: { pattern: "^test", maxLength: 40 } },
      "test-1",
      ["field.pattern pattern", "field.value not"],
    ],
    [
      { ...isText, pattern: "^[a-z-]+$", anyOf: ["^a-", "^b-"].map((pattern) => ({ ...isText, pattern })) },
      "C-1",
      ["field.pattern pattern", "field.value anyOf"],
    ],
    [
      { type: "number", minimum: 0, anyOf: [{ type: "number", multipleOf: 5 }, { const: 1 }] },
      -3,
      ["field.range minimum", "field.value anyOf"],
    ],
  ] as const)
    assert.deepEqual(foundIn(schema, x), found);
});

test("what is met as soon as another mistake is corrected is not reported besides", () => {
  for (const [schema, x, found] of [
    // A value that no form allows, which each of them would bring within the limit.
    [
      { type: "number", maximum: 1_000, anyOf: [{ const: 0 }, { type: "number", minimum: 10, maximum: 20 }] },
      5_000,
      "field.value anyOf",
    ],
    [
      { type: ["string", "null"], maxLength: 20, anyOf: [{ type: "string", maxLength: 5 }, { type: "null" }] },
      "x".repeat(30),
      "field.value anyOf",
    ],
    // An excluded value that has to be another one anyway.
    [{ type: "number", minimum: 10, not: { const: 7 } }, 7, "field.range minimum"],
    [{ ...isText, minLength: 1, not: { enum: ["", "none"] } }, "", "field.length minLength"],
    [{ ...isText, minLength: 9, not: {} }, "none", "field.value not"],
    [
      { ...isText, minLength: 9, enum: ["production", "acceptance"], not: { pattern: "^n", maxLength: 40 } },
      "none",
      "field.value enum",
    ],
  ] as const)
    assert.deepEqual(foundIn(schema, x), [found]);
});

test("a string that is not in its format is told the pattern beside it, unless every string in the format matches it", () => {
  const found = (format: string, pattern: string, x: string) => {
    const [first, ...others] = diagnosticsOf({ ...isText, format, pattern, message: "As we write it." }, x);
    assert.deepEqual(others, []);
    return [first?.code, first?.needs, first?.params?.pattern, first?.params?.text];
  };
  const said = (pattern: string) => [pattern, "As we write it."];
  const unsaid = [undefined, undefined];
  const [noSeconds, urn] = ["2024-01-01 10:00+02:00", "urn:uuid:123e4567-e89b-12d3-a456-426614174000"];
  assert.deepEqual(found("date-time", "Z$", noSeconds), ["field.format", "ask", ...said("Z$")]);
  assert.deepEqual(found("date-time", "^\\d{4}-", "tomorrow"), ["field.format", "ask", ...unsaid]);
  assert.deepEqual(found("date", "^20\\d\\d-", "1 May"), ["field.format", "ask", ...said("^20\\d\\d-")]);
  assert.deepEqual(found("date", "^\\d{4}-\\d{2}-\\d{2}$", "1 May"), ["field.format", "ask", ...unsaid]);
  assert.deepEqual(found("time", "Z$", "noon"), ["field.format", "ask", ...said("Z$")]);
  assert.deepEqual(found("uuid", "^.{14}4", urn), ["field.format", "edit", ...said("^.{14}4")]);
  assert.deepEqual(found("uuid", "^[0-9a-f-]+$", urn), ["field.format", "edit", ...said("^[0-9a-f-]+$")]);
  assert.deepEqual(found("uuid", "^[0-9a-fA-F-]{36}$", urn), ["field.format", "edit", ...unsaid]);
  assert.deepEqual(found("ipv4", "^10\\.", "192.0.2.1:80"), ["field.format", "edit", ...said("^10\\.")]);
  assert.deepEqual(found("ipv6", "^[0-9a-fA-F:]+$", "[::1]"), ["field.format", "edit", ...unsaid]);
  // Of a format that says less, what the product team says comes first.
  assert.deepEqual(found("uri", "^https://", "example"), ["field.pattern", "edit", ...said("^https://")]);
});

test("a property that no value satisfies is not allowed, and one that a condition rules out may have another value", () => {
  const around = { type: "object", properties: { k: isText, y: isText }, additionalProperties: false };
  const never = { properties: { y: { allOf: [false] } } };
  const codes = (more: object) => {
    const edit = { op: "add", path: "/candidateSchema/properties/x", value: { ...around, ...more } as Json } as const;
    const spec = compiled(specFile("datamint/generator-option/1.0.0", [edit]));
    const x = { k: "a", y: "b" };
    const { verdict } = validate({ spec, registry, candidate: { ...candidate({}), x }, fixes: false });
    return verdict.diagnostics.filter(({ path }) => path === "/x/y").map(({ code }) => code);
  };
  assert.deepEqual(codes({ dependentSchemas: { k: never } }), ["field.unknown"]);
  assert.deepEqual(codes({ if: { required: ["z"] }, else: never }), ["field.unknown"]);
  const ruledOut = { ...isText, if: { const: "c" }, else: false };
  assert.deepEqual(codes({ properties: { k: isText, y: ruledOut } }), ["field.value"]);
});
