import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { hasEnoughRuns, propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { createMeter } from "../meter.ts";
import { evaluateProfile } from "../schema/evaluate-profile.ts";
import { lintUnbounded } from "./lint-unbounded.ts";

const text = { type: "string", maxLength: 5 };
const names = ["a", "b"];

// Schemas of which some part often has no bound, and others often have it.
const { schema } = fc.letrec<{ schema: JsonSchema; object: JsonObject; parts: JsonSchema[] }>((tie) => {
  const leaf = fc.constantFrom<JsonSchema>(
    true,
    text,
    { type: "string" },
    { minLength: 1 },
    { const: "x" },
    { type: "null" },
  );
  const map = fc.dictionary(fc.constantFrom(...names), tie("schema"), { maxKeys: 2 });
  return {
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      tie("object"),
      fc.constant({ $ref: "#/$defs/d" }),
    ),
    object: fc.record(
      {
        type: fc.constantFrom<Json>("object", "array", ["object", "null"]),
        properties: map as fc.Arbitrary<Json>,
        additionalProperties: fc.oneof(fc.constant(false), tie("schema")) as fc.Arbitrary<Json>,
        maxProperties: fc.constant(2),
        items: tie("schema") as fc.Arbitrary<Json>,
        maxItems: fc.constant(2),
        allOf: tie("parts") as fc.Arbitrary<Json>,
        oneOf: tie("parts") as fc.Arbitrary<Json>,
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<JsonObject>,
    parts: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
  };
});

const definition = fc.constantFrom<JsonSchema>(
  text,
  { type: "object", properties: { a: true } },
  { properties: { a: text, b: true }, additionalProperties: false },
  { type: "array", items: true, maxItems: 2 },
);

const long = "x".repeat(40);
const floods: readonly Json[] = [
  long,
  Array.from({ length: 40 }, () => null),
  Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i}`, null])),
];
// A flood, alone or inside objects and arrays, beside what a part may require.
const values: readonly Json[] = floods
  .flatMap((flood): Json[] => [flood, ...names.map((name) => ({ [name]: flood })), [flood], { c: flood }])
  .flatMap((inner): Json[] => [inner, ...names.map((name) => ({ [name]: inner })), [inner], ["x", inner]]);

test("a schema in which nothing is found accepts no value beyond every limit in it", () => {
  let accepted = 0;
  fc.assert(
    fc.property(schema, definition, (whole, d) => {
      // A copy, because what is known about a schema is remembered.
      const root: JsonSchema = typeof whole === "boolean" ? whole : structuredClone({ ...whole, $defs: { d } });
      if (lintUnbounded(root, []).length > 0) return;
      accepted += 1;
      const { accepts } = evaluateProfile(root);
      for (const value of values)
        assert.equal(accepts(value, createMeter(100_000)), false, JSON.stringify({ root, value }));
    }),
    propertyRuns(2),
  );
  figure("random schemas in which nothing is unbounded", accepted, "at least a twentieth");
  assert.ok(!hasEnoughRuns || accepted >= propertyRuns(2).numRuns / 20);
});

test("what is advised closes an object to none of the properties that a part of it describes", () => {
  const [open, kind] = [{ type: "object" }, (tag: string) => ({ const: tag })];
  const some = { properties: { b: text } };
  const branch = (tag: string) => ({ ...open, properties: { kind: kind(tag), b: text }, required: ["kind"] });
  const schemas: readonly JsonObject[] = [
    { ...open, properties: { a: text }, allOf: [some] },
    ...["then", "else"].map((keyword) => ({
      ...open,
      properties: { a: text },
      if: { required: ["a"] },
      [keyword]: some,
    })),
    { ...open, properties: { a: text }, dependentSchemas: { a: some } },
    { ...open, properties: { a: text }, oneOf: [branch("x"), branch("y")] },
    { ...open, properties: { a: text }, allOf: [{ patternProperties: { "^b": text } }] },
    { ...open, patternProperties: { "^a": text }, allOf: [some] },
    { ...open, properties: { p: { $ref: "#/$defs/d" } }, allOf: [{ $ref: "#/$defs/d" }, some], $defs: { d: open } },
  ];
  for (const whole of schemas) {
    const root = structuredClone(whole);
    const advice = lintUnbounded(root, []).find(({ at }) => at === "")?.advice ?? "";
    const added = [...advice.matchAll(/"(\w+)": (\{(?:[^{}]|\{\.\.\.\})*\}|false)/g)].map(
      ([, keyword = "", value = ""]): [string, Json] => [
        keyword,
        JSON.parse(value.replaceAll("{...}", JSON.stringify(text))),
      ],
    );
    const closed: { [keyword: string]: Json } = {
      ...root,
      ...(advice.includes("maxProperties") && { maxProperties: 9 }),
    };
    for (const [keyword, value] of added)
      closed[keyword] = value === false ? value : { ...(closed[keyword] as JsonObject), ...(value as JsonObject) };
    assert.equal(closed.additionalProperties, false, advice);
    const { accepts } = evaluateProfile(closed);
    const accepted = { a: "x", b: "x", ...(whole.oneOf ? { kind: "x" } : {}) };
    if (whole.$defs) Reflect.deleteProperty(accepted, "a");
    assert.ok(accepts(accepted, createMeter(100_000)), `${JSON.stringify(whole)} ${advice}`);
  }
});

test("what only a part under a condition describes is advised with a schema, however many there are", () => {
  const adviceOn = (part: JsonObject) =>
    lintUnbounded({ type: "object", properties: { k: text }, if: { required: ["k"] }, else: part }, [])[0]?.advice ??
    "";
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, text]));
  assert.match(adviceOn({ properties: names(30) }), /\(the name of each, with a schema\)/);
  assert.match(adviceOn({ properties: names(1) }), /"p0": \{\.\.\.\}\} and .*Replace \{\.\.\.\} with a schema\./);
  const patterns = adviceOn({ patternProperties: { "^x": text } });
  assert.match(patterns, /"\^x": \{\.\.\.\}\}, "additionalProperties": false and "maxProperties"\. Replace \{\.\.\.\}/);
});

test("a definition that other parts extend is closed where it is used alone", () => {
  const d = { type: "object", properties: { a: text } };
  const alone = { $ref: "#/$defs/d" };
  const extended = { allOf: [alone, { properties: { b: text } }], properties: { a: true, b: true } };
  const at = (q: JsonSchema) =>
    lintUnbounded(
      {
        $defs: { d },
        ...{ type: "object", properties: { p: alone, q: q as Json }, additionalProperties: false },
      },
      [],
    ).map((problem) => problem.at);
  assert.deepEqual(at(alone), ["/$defs/d"]);
  assert.deepEqual(at({ ...extended, additionalProperties: false }), ["/properties/p"]);
});
