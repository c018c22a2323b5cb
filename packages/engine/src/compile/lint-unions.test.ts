import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject, Rule } from "@assay/contract";
import { engine } from "@assay/testing/cases/run-case";
import { specOfX, x } from "@assay/testing/corpora/hostile-spec";
import { registryFromSnapshot } from "../index.ts";

const text = { type: "string", maxLength: 9 };
const object = { type: "object", properties: { a: text, b: text, c: text }, additionalProperties: false };
const registry = registryFromSnapshot({ revision: "1", entries: [], pending: [] });

function compile(document: Json) {
  return engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
}

function adviceFor(schema: JsonObject, $defs: JsonObject = {}): string {
  const compiled = compile(specOfX(schema, $defs));
  assert.ok(compiled.kind === "broken");
  return compiled.problems[0]?.advice ?? "";
}

test("the rule that is advised instead of a union of required properties accepts the same objects", () => {
  const unions: readonly (readonly ["anyOf" | "oneOf", ...(readonly string[])[]])[] = [
    ["oneOf", ["a"], ["b"]],
    ["oneOf", ["a"], ["b"], ["c"]],
    ["oneOf", ["a", "b"], ["c"]],
    ["anyOf", ["a"], ["b"]],
    ["anyOf", ["a", "b"], ["c"]],
  ];
  const subsets = [[], ["a"], ["b"], ["c"], ["a", "b"], ["a", "c"], ["b", "c"], ["a", "b", "c"]];
  for (const [keyword, ...groups] of unions) {
    const advice = adviceFor({ ...object, [keyword]: groups.map((required) => ({ required })) });
    const rule = JSON.parse(advice.slice(advice.indexOf("{"))) as Rule & JsonObject;
    const compiled = compile(specOfX(object, {}, { rules: [rule] }));
    assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
    for (const names of subsets) {
      const met = groups.filter((group) => group.every((name) => names.includes(name))).length;
      const candidate = x(Object.fromEntries(names.map((name) => [name, "v"])));
      const { valid } = engine.validate({ spec: compiled.spec, registry, candidate });
      assert.equal(valid, keyword === "anyOf" ? met > 0 : met === 1, `${rule.assert} on ${names.join()}`);
    }
  }
});

test("names that CEL does not read as names are left to the author of the rule", () => {
  const advice = adviceFor({ ...object, oneOf: [{ required: ["a-b"] }, { required: ["b"] }] });
  assert.ok(!advice.includes("self."));
});

test("under a condition no rule is advised that would apply without it", () => {
  const union = { anyOf: [{ required: ["a"] }, { required: ["b"] }] };
  const branch = (tag: string, more: JsonObject = {}) => ({
    ...{ ...object, properties: { ...object.properties, c: { const: tag } }, required: ["c"], ...more },
  });
  const schemas: readonly (readonly [string, JsonObject, JsonObject?])[] = [
    ...["then", "else"].map((keyword) => [keyword, { ...object, if: { required: ["c"] }, [keyword]: union }] as const),
    ["dependentSchemas", { ...object, dependentSchemas: { c: union } }],
    ["oneOf", { oneOf: [branch("x", union), branch("y")] }],
    ["null", { ...object, type: ["object", "null"], ...union }],
    ["a definition", { ...object, dependentSchemas: { c: { $ref: "#/$defs/d" } } }, { d: union }],
  ];
  for (const [what, schema, $defs] of schemas) {
    const advice = adviceFor(schema, $defs);
    assert.ok(!advice.includes('"at"') && advice.includes("condition"), `${what}: ${advice}`);
  }
  for (const keyword of ["not", "if"]) {
    const advice = adviceFor({ ...object, [keyword]: union });
    assert.ok(advice.startsWith(`Replace "${keyword}"`), advice);
  }
  const unique = { uniqueItems: true, items: object };
  const list = { type: "array", maxItems: 4, items: object };
  assert.match(adviceFor({ ...list, if: { minItems: 2 }, else: unique }), /condition/);
  assert.doesNotMatch(adviceFor({ ...list, ...unique }), /condition/);
});

test("no rule is advised for a value that may be null, wherever that is said", () => {
  const union = { anyOf: [{ required: ["a"] }, { required: ["b"] }] };
  const nullable = { ...object, type: ["object", "null"] };
  for (const schema of [
    { ...nullable, ...union },
    { ...nullable, allOf: [union] },
    { $ref: "#/$defs/n", ...union },
  ]) {
    assert.doesNotMatch(adviceFor(schema, { n: nullable }), /"at"/);
  }
  assert.match(adviceFor({ ...object, ...union }), /"at"/);
});

test("a branch is merged only with a schema that has no keywords of its own", () => {
  const beside = { type: "object", properties: { z: text } };
  for (const branches of [[object], [{ type: "null" }, object]]) {
    assert.doesNotMatch(adviceFor({ anyOf: branches }), /allOf/);
    assert.match(adviceFor({ ...beside, anyOf: branches }), /"allOf": \[/);
  }
  assert.match(adviceFor({ anyOf: [text, object] }), /"type": \["string", "object"\]/);
  assert.doesNotMatch(adviceFor({ properties: { z: text }, anyOf: [text, object] }), /"type": \[/);
});

test("null is not added to a branch that asks more of null than its type", () => {
  for (const more of [{ not: { required: ["a"] } }, { allOf: [{ type: "object" }] }, { if: false, else: object }])
    assert.doesNotMatch(adviceFor({ anyOf: [{ type: "null" }, { ...object, ...more }] }), /"null"/);
});

test("anyOf in place of oneOf is said to accept more, unless no value matches two branches", () => {
  const several = (...oneOf: readonly Json[]) => /several/.test(adviceFor({ oneOf: [...oneOf] }));
  assert.ok(!several({ const: "a" }, { const: "b" }));
  assert.ok(!several({ enum: ["a", 1] }, { enum: ["b", null] }));
  assert.ok(!several({ type: "integer" }, text));
  assert.ok(!several({ const: "a" }, { type: "integer" }));
  assert.ok(several({ enum: ["a", "b"] }, { enum: ["b", "c"] }));
  assert.ok(several({ type: "integer" }, { type: "number", minimum: 3 }));
  assert.ok(several({ const: "a" }, text));
});

test("items after a tuple are refused only if they were, or if its author says so", () => {
  const tuple = (maxItems: number) => adviceFor({ type: "array", maxItems, items: [text, text] });
  assert.doesNotMatch(tuple(2), /items after/);
  assert.match(tuple(3), /items after/);
});
