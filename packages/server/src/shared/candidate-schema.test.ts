import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { SpecPackage } from "@assay/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { candidateSchemaOf } from "./candidate-schema.ts";

const folder = fileURLToPath(new URL(".", import.meta.resolve("@assay/contract/spec-packages/x")));
const packages = globSync("**/*.json", { cwd: folder }).map((file) => ({
  file,
  document: JSON.parse(readFileSync(`${folder}/${file}`, "utf8")) as SpecPackage,
}));

const kind = { type: "string", description: "What the owner is." };
function schemaWith(rules: readonly object[], properties: object = {}, ...more: readonly object[]) {
  const candidateSchema = Object.assign({ properties: { owner: { properties: { kind } }, ...properties } }, ...more);
  return candidateSchemaOf({ candidateSchema, owner: { kinds: ["human"] }, rules } as unknown as SpecPackage);
}
const rule = (at: string, more: object = {}) => ({ id: "r", check: "allowed-values", at, values: ["a", "b"], ...more });

test("the kinds of owner and the values of rules are listed where the schema describes them", () => {
  const strings = { type: "array", items: { type: "string" } };
  assert.deepEqual(schemaWith([rule("/tags/*"), rule("/size~1~0")], { tags: strings, "size/~": { type: "string" } }), {
    properties: {
      owner: { properties: { kind: { ...kind, enum: ["human"] } } },
      tags: { type: "array", items: { type: "string", enum: ["a", "b"] } },
      "size/~": { type: "string", enum: ["a", "b"] },
    },
  });
});

test("of two lists, the values in both are listed", () => {
  const schema = schemaWith([rule("/size")], { size: { enum: ["b", "c"] } });
  assert.deepEqual(schema, schemaWith([], { size: { enum: ["b"] } }));
});

test("a rule that only warns, another check, and values that the schema describes otherwise, change nothing", () => {
  const choice = { anyOf: [{ properties: { size: {} } }] };
  const properties = { size: {}, tags: { prefixItems: [{}], items: {} }, open: true, choice };
  const rules = [
    rule("/size", { severity: "warning" }),
    rule("/size", { check: "unique-by" }),
    ...["/tags/*", "/open", "/choice/size", "/nothing/else", "/__proto__", "/constructor/name"].map((at) => rule(at)),
  ];
  assert.deepEqual(schemaWith(rules, properties), schemaWith([], properties));
});

test("every candidate that a spec package accepts in its own tests matches the schema with lists", () => {
  assert.ok(packages.length > 5);
  for (const { file, document } of packages) {
    const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(
      candidateSchemaOf(document) as object,
    );
    const accepted = document.tests.filter(({ expect }) => expect.length === 0);
    assert.ok(accepted.length > 0, file);
    for (const { name, candidate } of accepted) assert.ok(isValid(candidate), `${file}: ${name}`);
  }
});
