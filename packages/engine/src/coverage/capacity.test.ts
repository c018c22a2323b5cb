import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, type JsonSchema, limits } from "@assay/contract";
import { type Domain, domainNamed } from "@assay/testing/candidates/domains";
import { engine } from "@assay/testing/cases/run-case";
import { capacityOf } from "./capacity.ts";
import { largestCandidate, maxItems } from "./largest-candidate.ts";

const tracks = {
  type: "array",
  maxItems: 200,
  items: {
    type: "object",
    additionalProperties: false,
    required: ["title", "mix"],
    properties: { title: { type: "string", maxLength: 80 }, mix: { type: "string", maxLength: 80 } },
  },
};
const everyPair = {
  id: "tracks-differ",
  check: "cel",
  at: "",
  assert: "!has(self.tracks) || self.tracks.all(a, self.tracks.exists_one(b, a.title == b.title && a.mix == b.mix))",
  message: "Every track needs its own title and mix.",
};

test("a rule that compares every item with every other is named, with the number of items that it can check", () => {
  const domain = withTracks(everyPair);
  const [problem, ...others] = capacityOf(domain.spec);
  assert.deepEqual(others, []);
  assert.ok(problem);
  assert.deepEqual([problem.code, problem.list, problem.allowed], ["spec.capacity", "/tracks", 200]);
  assert.ok(problem.checked > 20 && problem.checked < 100, `${problem.checked} items`);
  assert.equal(domain.spec.document.rules?.[Number(problem.at.split("/").at(-1))]?.id, "tracks-differ");
  assert.deepEqual(budgetNeeds(domain, problem.checked), []);
  assert.deepEqual(budgetNeeds(domain, problem.allowed), ["product-team"]);
});

test("the same comparison by several pointers checks as many items as the schema allows", () => {
  const rule = { id: "tracks-differ", check: "unique-by", at: "/tracks", by: ["/title", "/mix"] };
  const domain = withTracks(rule);
  assert.deepEqual(capacityOf(domain.spec), []);
  assert.deepEqual(budgetNeeds(domain, 200), []);
});

test("rules that are within the steps of a verdict each, but not together, are named together", () => {
  const rules = Array.from({ length: 40 }, (_, index) => ({
    id: `titles-${index}`,
    check: "cel",
    at: "/tracks/*",
    assert: "self.title.matches('^([a-z0-9 ]+)$') || self.mix.matches('^([a-z0-9]+ ?)+$')",
    message: "Use lowercase letters.",
  }));
  const found = capacityOf(withTracks(...rules).spec);
  assert.deepEqual(
    found.map(({ code, at, list }) => [code, at, list]),
    [["spec.capacity", "/candidateSchema", "/tracks"]],
  );
});

test("levels that multiply are made no larger than a request", () => {
  let wide: JsonSchema = { type: "boolean" };
  let deep: JsonSchema = { type: "boolean" };
  for (let level = 0; level < 28; level += 1) {
    wide = { type: "object", properties: { a: wide, b: wide } };
    deep = { type: "array", maxItems: 100_000, items: deep };
  }
  for (const schema of [wide, deep]) {
    const text = JSON.stringify(largestCandidate(schema, { areEqual: false, large: undefined, most: maxItems }));
    assert.ok(text.length < 10 * limits.bodyBytes, `${text.length} characters`);
  }
});

test("a string that no request has room for is made no longer than a request", () => {
  const schema = { type: "string", minLength: 1_000_000_000, maxLength: 1_000_000_000 };
  const made = largestCandidate(schema, { most: maxItems, areEqual: true, large: undefined });
  assert.equal(String(made).length, limits.bodyBytes);
});

function withTracks(...rules: readonly Json[]): Domain {
  return domainNamed("flagship/feature-flag/1.0.0", [
    { op: "add", path: "/candidateSchema/properties/tracks", value: tracks },
    ...rules.map((value) => ({ op: "add" as const, path: "/rules/-", value })),
  ]);
}

function budgetNeeds({ spec, registry, example }: Domain, count: number): readonly string[] {
  const items = Array.from({ length: count }, (_, index) => ({ title: `Dawn ${index}`, mix: "Radio" }));
  const { diagnostics } = engine.validate({ spec, registry, candidate: { ...example, tracks: items } });
  return diagnostics.filter(({ code }) => code === "check.budget").map(({ needs }) => needs);
}
