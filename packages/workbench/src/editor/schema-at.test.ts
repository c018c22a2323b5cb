import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonSchema, SpecPackage } from "@assay/contract";
import { listSpecDomains } from "@assay/testing/candidates/domains";
import { createSchemaAt, type SchemaAt } from "./schema-at.ts";

const domains = listSpecDomains();

function findDomainSchema(name: string): SchemaAt {
  const found = domains.find((domain) => domain.name === name);
  assert.ok(found);
  return createSchemaAt(found.spec.document);
}

function createSchema(candidateSchema: JsonSchema): SchemaAt {
  return createSchemaAt({ owner: { kinds: ["human"] }, candidateSchema, tests: [] } as unknown as SpecPackage);
}

test("a value has the description, types and allowed values of its schema", () => {
  const at = findDomainSchema("datamint/generator-option/1.0.0");
  assert.equal(at("/generatorName").description, "The name that is shown to people.");
  assert.deepEqual(at("/generatorName").types, ["string"]);
  assert.equal(at("/outputFields/0/name").pattern, "^[a-z][A-Za-z0-9_]*$");
  assert.equal(at("/outputFields/7/type").allowed?.length, 8);
  assert.deepEqual(at("/sampleRecords/0/anything").types, ["string", "number", "boolean", "null"]);
});

test("lists of values in rules count, and so do the kinds of owner", () => {
  const at = findDomainSchema("datamint/generator-option/1.0.0");
  assert.deepEqual(at("/supportedStrategies/0").allowed, ["fast", "realistic"]);
  assert.deepEqual(at("/owner/kind").allowed, ["human"]);
  assert.equal(at("/supportedStrategies/x").allowed, undefined);
});

test("an object has its properties in the order of the schema, with what is required", () => {
  const { properties } = findDomainSchema("datamint/generator-option/1.0.0")("");
  assert.equal(properties.at(0)?.name, "owner");
  assert.deepEqual(
    properties.filter(({ required }) => !required).map(({ name }) => name),
    ["rationaleNotes"],
  );
});

test("references and combined schemas are followed, and circles end", () => {
  const at = createSchema({
    $defs: { node: { type: "object", description: "A node.", properties: { next: { $ref: "#/$defs/node" } } } },
    allOf: [{ $ref: "#/$defs/node" }, { required: ["next"] }],
    anyOf: [
      { properties: { a: { const: 1 } }, required: ["a"] },
      { properties: { a: { enum: [2, 1] } } },
      { $ref: "#" },
    ],
  });
  assert.equal(at("/next/next/next").description, "A node.");
  assert.deepEqual(at("/a").allowed, [1, 2]);
  assert.deepEqual(
    at("").properties.map(({ name, required }) => [name, required]),
    [
      ["next", true],
      ["a", false],
    ],
  );
});

test("whatever a pointer or a schema is, there is an answer", () => {
  const odd: JsonSchema = { properties: 1, items: [], $ref: "#/%zz", allOf: {}, enum: 3, type: [1], required: null };
  for (const schema of [true, false, odd, { $ref: "#" }, { $ref: "#/a~2" }, { $ref: "x" }] as JsonSchema[]) {
    for (const pointer of ["", "/", "/a/b/0", "x", "/__proto__/constructor"]) {
      assert.deepEqual(createSchema(schema)(pointer).properties, []);
    }
  }
});

test("every value of every accepted candidate is among those that are allowed", () => {
  let listed = 0;
  for (const { spec, example } of domains) {
    const at = createSchemaAt(spec.document);
    const visit = (value: Json, pointer: string) => {
      const { allowed, types } = at(pointer);
      assert.ok(allowed !== undefined || types.length > 0, pointer);
      if (allowed) listed++;
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
  assert.ok(listed > 20);
});
