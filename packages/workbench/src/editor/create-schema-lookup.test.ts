import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonSchema, SpecPackage } from "@assay/contract";
import { listSpecDomains } from "@assay/testing/candidates/domains";
import { createSchemaLookup, type SchemaLookup } from "./create-schema-lookup.ts";

const domains = listSpecDomains();

function findDomainSchema(name: string): SchemaLookup {
  const domain = domains.find((other) => other.name === name);
  assert.ok(domain);
  return createSchemaLookup(domain.spec.document);
}

function createSchema(candidateSchema: JsonSchema): SchemaLookup {
  return createSchemaLookup({ owner: { kinds: ["human"] }, candidateSchema, tests: [] } as unknown as SpecPackage);
}

test("finds the description, types, pattern and allowed values of a value", () => {
  const lookUp = findDomainSchema("datamint/generator-option/1.0.0");
  assert.equal(lookUp("/generatorName").description, "The name that is shown to people.");
  assert.deepEqual(lookUp("/generatorName").types, ["string"]);
  assert.equal(lookUp("/outputFields/0/name").pattern, "^[a-z][A-Za-z0-9_]*$");
  assert.equal(lookUp("/outputFields/7/type").allowed?.length, 8);
  assert.deepEqual(lookUp("/sampleRecords/0/anything").types, ["string", "number", "boolean", "null"]);
});

test("finds allowed values in rules, and the allowed kinds of owner", () => {
  const lookUp = findDomainSchema("datamint/generator-option/1.0.0");
  assert.deepEqual(lookUp("/supportedStrategies/0").allowed, ["fast", "realistic"]);
  assert.deepEqual(lookUp("/owner/kind").allowed, ["human"]);
  assert.equal(lookUp("/supportedStrategies/x").allowed, undefined);
});

test("lists an object's properties in schema order, and whether each is required", () => {
  const { properties } = findDomainSchema("datamint/generator-option/1.0.0")("");
  assert.equal(properties.at(0)?.name, "owner");
  assert.deepEqual(
    properties.filter(({ required }) => !required).map(({ name }) => name),
    ["rationaleNotes"],
  );
});

test("follows references and combined schemas, and stops at circular references", () => {
  const lookUp = createSchema({
    $defs: { node: { type: "object", description: "A node.", properties: { next: { $ref: "#/$defs/node" } } } },
    allOf: [{ $ref: "#/$defs/node" }, { required: ["next"] }],
    anyOf: [
      { properties: { a: { const: 1 } }, required: ["a"] },
      { properties: { a: { enum: [2, 1] } } },
      { $ref: "#" },
    ],
  });
  assert.equal(lookUp("/next/next/next").description, "A node.");
  assert.deepEqual(lookUp("/a").allowed, [1, 2]);
  assert.deepEqual(
    lookUp("").properties.map(({ name, required }) => [name, required]),
    [
      ["next", true],
      ["a", false],
    ],
  );
});

test("returns a result for any pointer and any schema, however malformed", () => {
  const odd: JsonSchema = { properties: 1, items: [], $ref: "#/%zz", allOf: {}, enum: 3, type: [1], required: null };
  for (const schema of [true, false, odd, { $ref: "#" }, { $ref: "#/a~2" }, { $ref: "x" }] as JsonSchema[]) {
    for (const pointer of ["", "/", "/a/b/0", "x", "/__proto__/constructor"]) {
      assert.deepEqual(createSchema(schema)(pointer).properties, []);
    }
  }
});

test("allows every value of every accepted candidate", () => {
  let listedValues = 0;
  for (const { spec, example } of domains) {
    const lookUp = createSchemaLookup(spec.document);
    const visit = (value: Json, pointer: string) => {
      const { allowed, types } = lookUp(pointer);
      assert.ok(allowed !== undefined || types.length > 0, pointer);
      if (allowed) listedValues++;
      if (allowed)
        assert.ok(
          allowed.some((other) => JSON.stringify(other) === JSON.stringify(value)),
          pointer,
        );
      if (typeof value !== "object" || value === null) return;
      for (const [name, inner] of Object.entries(value)) visit(inner, `${pointer}/${name}`);
    };
    visit(example, "");
  }
  assert.ok(listedValues > 20);
});
