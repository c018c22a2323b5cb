import assert from "node:assert/strict";
import { test } from "node:test";
import { inlineReferences } from "./inline-references.ts";

const count = { type: "integer", description: "How many." };
const document = {
  components: { schemas: { Count: count, "a/b": { properties: { count: { $ref: "#/components/schemas/Count" } } } } },
};

test("replaces each reference with its target, at any depth", () => {
  const inlined = inlineReferences({ items: [{ $ref: "#/components/schemas/a~1b" }] }, document);
  assert.deepEqual(inlined, { items: [{ properties: { count } }] });
  assert.doesNotMatch(JSON.stringify(inlineReferences(document, document)), /\$ref/);
});

test("a description beside a reference overrides the description of the target", () => {
  const part = { $ref: "#/components/schemas/Count", description: "How many remain." };
  assert.deepEqual(inlineReferences(part, document), { type: "integer", description: "How many remain." });
});

test("throws for a missing, external or circular reference, and names the reference", () => {
  const circular = { a: { b: { $ref: "#/a" } } };
  assert.throws(() => inlineReferences(circular, circular), /#\/a refers to itself/);
  for (const $ref of ["#/components/schemas/Other", "#/__proto__", "other.json", "#"]) {
    assert.throws(
      () => inlineReferences({ $ref }, document),
      new RegExp(`^Error: ${RegExp.escape($ref)} does not refer`),
    );
  }
});
