import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { hasEnoughRuns, propertyRuns } from "@assay/testing/scale";
import { isCelError } from "@bufbuild/cel";
import fc from "fast-check";
import { createMeter } from "../meter.ts";
import { evaluateProfile } from "../schema/evaluate-profile.ts";
import { createMeteredCel } from "./metered-cel.ts";
import { readExpression } from "./read-expression.ts";
import { createSchemaTypes } from "./schema-types.ts";
import { typeCheck } from "./type-check.ts";
import { createToCel } from "./values.ts";

const { env, compile } = createMeteredCel();

/** The messages for an author who writes this rule at the root of a candidate, or at `self`. */
function errorsOf(source: string, candidateSchema: JsonSchema, self: readonly string[] = []): readonly string[] {
  const read = readExpression(source);
  assert.ok(read.kind === "ok", source);
  const schema = createSchemaTypes(candidateSchema);
  const { errors } = typeCheck(read.expression, { env, schema, self, offsetOf: read.offsetOf });
  return errors.map(({ message }) => message);
}

function accepts(source: string, schema: JsonSchema, self: readonly string[] = []): void {
  assert.deepEqual(errorsOf(source, schema, self), [], source);
}

function refuses(source: string, schema: JsonSchema, self: readonly string[] = []): void {
  assert.equal(errorsOf(source, schema, self).length, 1, source);
}

const text = { type: "string", maxLength: 9 };
const number = { type: "integer", minimum: 0, maximum: 9 };
const branch = (tag: string, ...names: readonly string[]): JsonObject => ({
  type: "object",
  properties: { kind: { const: tag }, ...Object.fromEntries(names.map((name) => [name, number])) },
  required: ["kind", ...names],
  additionalProperties: false,
});
const tagged: JsonSchema = { oneOf: [branch("a", "x", "z"), branch("b", "y", "z"), branch("c", "z")] };

test("a property of one branch is refused without a guard, and one of every branch is not", () => {
  refuses("self.x > 0", tagged);
  accepts("self.z > 0", tagged);
  const [message] = errorsOf("self.x > 0", tagged);
  assert.match(message ?? "", /^"\/x" is required only in some branches of candidateSchema/);
});

test("a comparison of the tag guards the properties of its branch", () => {
  accepts("self.kind == 'a' && self.x > 0", tagged);
  accepts("self.x > 0 && 'a' == self.kind", tagged);
  accepts("self.kind != 'a' || self.x > 0", tagged);
  accepts("!(self.kind == 'a') || self.x > 0", tagged);
  accepts("self.kind == 'a' ? self.x > 0 : true", tagged);
  accepts("self.kind == 'a' ? self.x > 0 : self.kind == 'b' ? self.y > 0 : true", tagged);
  accepts("self.kind == 'c' || (self.kind == 'b' ? self.y > 0 : self.x > 0)", tagged);
  accepts("self.kind in ['b', 'c'] || self.x > 0", tagged);
  accepts("!(self.kind == 'b' || self.kind == 'c') && self.x > 0", tagged);
  refuses("self.kind == 'a' || self.x > 0", tagged);
  refuses("self.kind == 'b' && self.x > 0", tagged);
  refuses("self.kind != 'a' ? self.x > 0 : true", tagged);
  refuses("self.kind in ['a', 'b'] && self.x > 0", tagged);
});

test("an item is read only where the schema or a test of the size says that it is there", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      steps: { type: "array", minItems: 1, maxItems: 9, items: number },
      tags: { type: "array", items: text },
    },
    required: ["steps", "tags"],
  };
  accepts("self.steps[0] > 0", schema);
  refuses("self.steps[1] > 0", schema);
  refuses("self.tags[0] == 'a'", schema);
  accepts("size(self.steps) > 1 && self.steps[1] > 0", schema);
  accepts("self.steps.size() < 2 || self.steps[1] > 0", schema);
  accepts("2 <= size(self.steps) ? self.steps[1] > 0 : true", schema);
  accepts("!(size(self.steps) > 2) || self.steps[2] > 0", schema);
  accepts("size(self.tags) == 0 || self.tags[0] == 'a'", schema);
  accepts("size(self.tags) != 0 && self.tags[0] == 'a'", schema);
  accepts("self.tags.exists(tag, tag == 'a') && self.tags[0] == 'a'", schema);
  accepts("self.tags.all(tag, tag == 'a') || self.tags[0] == 'b'", schema);
  accepts("'a' in self.tags && self.tags[0] == 'a'", schema);
  refuses("size(self.steps) > 1 || self.steps[1] > 0", schema);
  // Whether the tested size is the right one is not looked at.
  accepts("size(self.steps) >= 1 && self.steps[1] > 0", schema);
  refuses("size(self.tags) > 1 && self.steps[1] > 0", schema);
  refuses("self.tags.all(tag, tag == 'a') && self.tags[0] == 'a'", schema);
  refuses("self.steps[-1] > 0", schema);
});

test("a listed number is an integer if it is whole and fits into 64 bits", () => {
  const of = (values: readonly number[]): JsonSchema => ({
    type: "object",
    properties: { n: { enum: values } },
    required: ["n"],
  });
  accepts("self.n % 1024 == 0", of([1024, 10240000000000000, -1e18]));
  refuses("self.n % 1024 == 0", of([1024, 1.5]));
  refuses("self.n % 1024 == 0", of([1024, 2 ** 63]));
});

test("digits that an integer cannot hold are refused, unless the schema or the rule looks at them first", () => {
  const of = (code: JsonObject): JsonSchema => ({ type: "object", properties: { code }, required: ["code"] });
  const digits = { type: "string", pattern: "^[0-9]+$", maxLength: 40 };
  refuses("int(self.code) > 5", of(digits));
  refuses("uint(self.code) > 5u", of({ type: "string", pattern: "^[0-9]{24}$", maxLength: 40 }));
  accepts("int(self.code) > 5", of({ ...digits, maxLength: 18 }));
  accepts("int(self.code) > 5", of({ ...digits, pattern: "^[0-9]{1,9}$" }));
  accepts("int(self.code) > 5", of({ type: "string", enum: ["1", "20"] }));
  accepts("size(self.code) < 10 && int(self.code) > 5", of(digits));
});

test("has() guards the property, and what only the branches with that property have", () => {
  accepts("has(self.x) && self.x > 0", tagged);
  accepts("!has(self.x) || self.x > 0", tagged);
  accepts("self.x > 0 || !has(self.x)", tagged);
  accepts("'x' in self ? self['x'] > 0 : true", tagged);
  accepts("!has(self.y) || self.kind == 'b'", tagged);
  refuses("has(self.x) || self.x > 0", tagged);
  refuses("!has(self.x) && self.x > 0", tagged);
  refuses("has(self.y) && self.x > 0", tagged);
  const either: JsonSchema = {
    type: "object",
    properties: { x: number, y: number },
    anyOf: [{ required: ["x"] }, { required: ["y"] }],
  };
  accepts("has(self.x) ? self.x > 0 : self.y > 0", either);
  refuses("has(self.x) ? self.y > 0 : true", either);
});

test("a tag that may be absent guards nothing unless has() guards the tag", () => {
  const optional: JsonSchema = {
    type: "object",
    properties: { kind: { enum: ["a", "b"] }, x: number },
    anyOf: [
      { properties: { kind: { const: "a" } }, required: ["kind", "x"] },
      { properties: { kind: { const: "b" } } },
    ],
  };
  assert.equal(errorsOf("self.kind == 'a' && self.x > 0", optional).length, 2);
  accepts("has(self.kind) && self.kind == 'a' && self.x > 0", optional);
});

test("a property that only `then` requires is guarded by the condition", () => {
  const conditional: JsonSchema = {
    type: "object",
    properties: { kind: { enum: ["a", "b"] }, x: number, y: number, z: number },
    required: ["kind"],
    if: { properties: { kind: { const: "a" } }, required: ["kind"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ["x", "z"] },
    else: { required: ["y", "z"] },
  };
  refuses("self.x > 0", conditional);
  accepts("self.z > 0", conditional);
  accepts("self.kind == 'a' ? self.x > 0 : self.y > 0", conditional);
  refuses("self.kind == 'a' ? self.y > 0 : true", conditional);
});

test("a property that another one requires is there where that one is", () => {
  const schema = { type: "object", properties: { x: number, y: number }, dependentRequired: { x: ["y"] } };
  accepts("!has(self.x) || self.y > 0", schema);
  refuses("!has(self.y) || self.x > 0", schema);
});

test("a guard on one item says nothing about another", () => {
  const items: JsonSchema = {
    type: "object",
    properties: { items: { type: "array", minItems: 2, items: { type: "object", properties: { x: number } } } },
    required: ["items"],
  };
  accepts("self.items.all(i, !has(i.x) || i.x > 0)", items);
  refuses("self.items.all(i, has(i.x) && self.items.all(j, j.x > 0))", items);
  accepts("has(self.items[0].x) && self.items[0].x > 0", items);
  refuses("has(self.items[0].x) && self.items[1].x > 0", items);
  accepts("has(self.x) && candidate.items.all(i, !has(i.x) || i.x > self.x)", items, ["items", "*"]);
  refuses("has(self.x) && candidate.items.all(i, i.x > 0)", items, ["items", "*"]);
});

test("a property whose name comes from the candidate is guarded by in, or by a loop over the names", () => {
  const map: JsonSchema = {
    type: "object",
    properties: { name: text, texts: { type: "object", additionalProperties: text } },
    required: ["name", "texts"],
  };
  refuses("self.texts[self.name] != ''", map);
  accepts("self.name in self.texts && self.texts[self.name] != ''", map);
  accepts("self.texts.all(name, self.texts[name] != '')", map);
});

test("where a rule is at an optional value, that value is there", () => {
  const schema = {
    type: "object",
    properties: { box: { type: "object", properties: { x: number }, required: ["x"] } },
  };
  refuses("candidate.box.x > 0", schema);
  accepts("self.x > 0 && candidate.box.x > 0", schema, ["box"]);
});

const names = ["x", "y", "z"];
const someNames = fc.subarray(["k", ...names], { maxLength: 3 });
const tagSchema = fc.constantFrom<Json>({ const: "p" }, { const: "q" }, { enum: ["p", "q"] });
const part: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      tag: tagSchema,
      required: someNames,
      isClosed: fc.boolean(),
      declared: fc.subarray(names),
      dependentRequired: fc.dictionary(fc.constantFrom(...names), someNames, { maxKeys: 1 }),
    },
    { requiredKeys: ["required"] },
  )
  .map(({ tag = true, required, isClosed, declared = [], dependentRequired }) => ({
    required,
    properties: { ...Object.fromEntries([...required, ...declared].map((name) => [name, true])), k: tag },
    ...(isClosed ? { additionalProperties: false } : {}),
    ...(dependentRequired ? { dependentRequired } : {}),
  }));
const several = fc.array(part, { minLength: 1, maxLength: 3 });
const branches: fc.Arbitrary<JsonObject> = fc.oneof(
  several.map((oneOf) => ({ oneOf })),
  several.map((anyOf) => ({ anyOf })),
  several.map((anyOf) => ({ allOf: [{ anyOf }] })),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  fc.record({ if: part, then: part, else: part }, { requiredKeys: ["if"] }),
);
const flat: fc.Arbitrary<JsonObject> = fc.tuple(fc.subarray(["k", "z"]), branches).map(([required, applied]) => ({
  type: "object",
  properties: { k: { enum: ["p", "q", "r"] }, ...Object.fromEntries(names.map((name) => [name, number])) },
  required,
  ...applied,
}));
const schemas: fc.Arbitrary<JsonObject> = fc.tuple(flat, fc.subarray(["o", "l"])).map(([object, required]) => ({
  type: "object",
  properties: { f: object, o: object, l: { type: "array", items: object, maxItems: 3 } },
  required: ["f", ...required],
  anyOf: [{ required: ["o"] }, { required: ["l"] }, { properties: { f: { required: ["x"] } } }],
}));

const flatValues: fc.Arbitrary<JsonObject> = fc.record(
  { k: fc.constantFrom("p", "q", "r"), x: fc.nat(1), y: fc.nat(1), z: fc.nat(1) },
  { requiredKeys: [] },
);
const candidates = fc.array(
  fc.record({ f: flatValues, o: flatValues, l: fc.array(flatValues, { maxLength: 2 }) }, { requiredKeys: ["f"] }),
  { minLength: 100, maxLength: 300 },
);

const objects = fc.constantFrom("self.f", "self.o", "self.l[0]", "candidate.f");
function conditionsOn(object: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const property = fc.tuple(object, fc.constantFrom(...names)).map(([of, name]) => `${of}.${name}`);
  return fc.oneof(
    property.map((read) => `has(${read})`),
    property.map((read) => `${read} > 0`),
    fc.tuple(object, fc.constantFrom(...names)).map(([of, name]) => `'${name}' in ${of}`),
    fc
      .tuple(object, fc.constantFrom("==", "!="), fc.constantFrom("p", "q"))
      .map(([of, is, tag]) => `${of}.k ${is} '${tag}'`),
    object.map((of) => `${of}.k in ['p', 'r']`),
    object.map((of) => `has(${of}.k)`),
    fc.constantFrom("has(self.o)", "has(self.l)", "(has(self.l) && size(self.l) > 0)"),
  );
}
function rulesOn(object: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.letrec<{ rule: string }>((tie) => ({
    rule: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      conditionsOn(object),
      fc.tuple(tie("rule"), fc.constantFrom("&&", "||"), tie("rule")).map((parts) => `(${parts.join(" ")})`),
      tie("rule").map((inner) => `!(${inner})`),
      fc
        .tuple(tie("rule"), tie("rule"), tie("rule"))
        .map(([when, then, otherwise]) => `(${when} ? ${then} : ${otherwise})`),
    ),
  })).rule;
}
const inLoop = rulesOn(fc.constantFrom("i", "i", "self.f")).map((rule) => `(!has(self.l) || self.l.all(i, ${rule}))`);
const rules = fc.array(fc.oneof(rulesOn(fc.constant("self.f")), rulesOn(objects), inLoop), {
  minLength: 20,
  maxLength: 40,
});

test("a rule that the type check accepts never fails on a valid candidate because a property is absent", () => {
  const count = { accepted: 0, guarded: 0, refused: 0, evaluated: 0 };
  const settings = propertyRuns(0.2);
  fc.assert(
    fc.property(schemas, candidates, rules, (schema, drafts, sources) => {
      const { accepts } = evaluateProfile(schema);
      const toCel = createToCel();
      const valid = drafts.filter((candidate) => accepts(candidate, createMeter(1e9))).map((each) => toCel(each));
      for (const source of sources) {
        const read = readExpression(source);
        if (read.kind !== "ok") continue;
        if (errorsOf(source, schema).length > 0) {
          count.refused += 1;
          continue;
        }
        count.accepted += 1;
        if (/\.[xyz] > 0/.test(source)) count.guarded += 1;
        const evaluate = compile(read.expression);
        for (const candidate of valid) {
          count.evaluated += 1;
          const result = evaluate({ self: candidate, candidate }, createMeter(1e9));
          const reason = isCelError(result) ? result.message : "";
          assert.ok(!reason.startsWith("field not found"), `${source}: ${reason}`);
        }
      }
    }),
    settings,
  );
  figure("rules with a guarded read that the type check accepts", count.guarded, "printed");
  figure("rules that it refuses", count.refused, "printed");
  figure("evaluations of accepted rules on valid candidates", count.evaluated, "printed");
  if (!hasEnoughRuns) return;
  const { numRuns } = settings;
  assert.ok(count.guarded >= numRuns / 2 && count.refused >= numRuns * 4 && count.evaluated >= numRuns * 50);
});
