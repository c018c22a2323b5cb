import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { formats, resolveTests, type SpecPackage } from "@assay/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { toCandidateSchema, toServedSchema } from "./candidate-schema.ts";

const folder = fileURLToPath(new URL(".", import.meta.resolve("@assay/contract/spec-packages/x")));
const packages = globSync("**/*.json", { cwd: folder }).map((file) => ({
  file,
  document: JSON.parse(readFileSync(`${folder}/${file}`, "utf8")) as SpecPackage,
}));

const kind = { type: "string", description: "What the owner is." };
function createSchema(rules: readonly object[], properties: object = {}, ...more: readonly object[]) {
  const candidateSchema = Object.assign({ properties: { owner: { properties: { kind } }, ...properties } }, ...more);
  return toCandidateSchema({ candidateSchema, owner: { kinds: ["human"] }, rules } as unknown as SpecPackage);
}
const createRule = (at: string, overrides: object = {}) => ({
  id: "r",
  check: "allowed-values",
  at,
  values: ["a", "b"],
  ...overrides,
});

test("adds the kinds of owner and the values that rules allow to the schema, as enums", () => {
  const strings = { type: "array", items: { type: "string" } };
  assert.deepEqual(
    createSchema([createRule("/tags/*"), createRule("/size~1~0")], { tags: strings, "size/~": { type: "string" } }),
    {
      properties: {
        owner: { properties: { kind: { ...kind, enum: ["human"] } } },
        tags: { type: "array", items: { type: "string", enum: ["a", "b"] } },
        "size/~": { type: "string", enum: ["a", "b"] },
      },
    },
  );
});

test("lists only the values that both the schema and the rule allow", () => {
  const schema = createSchema([createRule("/size")], { size: { enum: ["b", "c"] } });
  assert.deepEqual(schema, createSchema([], { size: { enum: ["b"] } }));
});

test("ignores rules that only warn, rules of other kinds and paths outside properties and items", () => {
  const choice = { anyOf: [{ properties: { size: {} } }] };
  const properties = { size: {}, tags: { prefixItems: [{}], items: {} }, open: true, choice };
  const rules = [
    createRule("/size", { severity: "warning" }),
    createRule("/size", { check: "unique-by" }),
    ...["/tags/*", "/open", "/choice/size", "/nothing/else", "/__proto__", "/constructor/name"].map((at) =>
      createRule(at),
    ),
  ];
  assert.deepEqual(createSchema(rules, properties), createSchema([], properties));
});

test("accepts every candidate that the tests of its spec package accept", () => {
  assert.ok(packages.length > 5);
  for (const { file, document } of packages) {
    const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(
      toCandidateSchema(document) as object,
    );
    const accepted = resolveTests(document).filter(({ expect }) => expect.length === 0);
    assert.ok(accepted.length > 0, file);
    for (const { name, candidate } of accepted) assert.ok(isValid(candidate), `${file}: ${name}`);
  }
});

// Ajv must know the formats, but need not check them, because the engine does.
const knownFormats = Object.fromEntries(formats.map((format) => [format, true] as const));

test("serves schemas that compile in strict mode and accept a valid draft with $schema", () => {
  for (const { file, document } of packages) {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: knownFormats });
    const isValid = ajv.compile(toServedSchema(document) as object);
    for (const { name, candidate, expect } of resolveTests(document)) {
      const draft = { $schema: "https://assay.example/schema", ...(candidate as object) };
      if (expect.length === 0) assert.ok(isValid(draft), `${file}: ${name}`);
    }
  }
});

test("replaces custom keywords, but keeps properties and values with the same names", () => {
  const named = {
    needs: { type: "string", needs: "owner-decision" },
    message: { type: "string", pattern: "a", message: "Say a." },
  };
  const candidateSchema = {
    type: "object",
    properties: {
      ...named,
      owner: { properties: { kind: {} } },
      same: { description: "Same.", const: { needs: 1, message: 2 } },
    },
    dependentRequired: { needs: ["message"] },
    additionalProperties: false,
  };
  const document = { candidateSchema, owner: { kinds: ["human"] } } as unknown as SpecPackage;
  const { properties, ...rest } = toServedSchema(document) as {
    readonly properties: { readonly [name: string]: object };
  };
  assert.deepEqual(rest, { type: "object", dependentRequired: { needs: ["message"] }, additionalProperties: false });
  assert.deepEqual(properties.needs, { type: "string", description: "Only the owner can decide this value." });
  assert.deepEqual(properties.message, { type: "string", pattern: "a", description: "Say a." });
  assert.deepEqual(properties.same, { description: "Same.", const: { needs: 1, message: 2 } });
  assert.deepEqual(Object.keys(properties), ["$schema", "needs", "message", "owner", "same"]);
});
