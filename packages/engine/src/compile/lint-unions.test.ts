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

function adviceFor(schema: JsonObject): string {
  const compiled = compile(specOfX(schema));
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
