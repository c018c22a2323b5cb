import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonSchema } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { runs, scaled, seed } from "@assay/testing/scale";
import { createRandom, type Random } from "@assay/testing/seeded-random";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isSubset } from "./is-subset.ts";
import { plainSchema } from "./plain-schema.ts";

type Schema = { [keyword: string]: Json };

// Few names and small numbers, so that two schemas often speak of the same values.
const names = ["a", "b", "c"];
const scalars: readonly Json[] = [null, true, false, -1, 0, 1, 1.5, 2, 3, 4, "", "a", "b", "ab", "abc", "abcd"];

function arbitrarySchema(random: Random, depth: number): JsonSchema {
  const inner = () => arbitrarySchema(random, depth - 1) as Json;
  const kinds = depth > 0 ? 12 : 5;
  switch (random.below(kinds)) {
    case 0:
      return random.pick([true, false, {}]);
    case 1:
      return {
        type: "string",
        maxLength: random.below(5),
        ...(random.below(2) && { minLength: random.below(3) }),
        ...(random.below(4) === 0 && { pattern: random.pick(["^a", "b$"]) }),
      };
    case 2: {
      const [low, high] = [random.pick(["minimum", "exclusiveMinimum"]), random.pick(["maximum", "exclusiveMaximum"])];
      return {
        type: random.pick(["integer", "number"]),
        [low]: random.below(3) - 1,
        [high]: random.below(4),
        ...(random.below(3) === 0 && { multipleOf: random.pick([1, 2, 4]) }),
      };
    }
    case 3:
      return { enum: Array.from({ length: 1 + random.below(4) }, () => random.pick(scalars)) };
    case 4:
      return {
        type: random.pick<Json>([
          "string",
          "null",
          ["string", "null"],
          ["number", "boolean"],
          "integer",
          "object",
          "array",
        ]),
      };
    case 5:
    case 6: {
      const list = random.below(4) === 0 ? { prefixItems: [inner()] } : {};
      return {
        type: "array",
        maxItems: random.below(4),
        minItems: random.below(2),
        ...(random.below(4) > 0 && { items: inner() }),
        ...list,
        ...(random.below(3) === 0 && { uniqueItems: true }),
        ...(random.below(5) === 0 && { contains: inner() }),
      };
    }
    case 7:
      return { [random.pick(["allOf", "anyOf"])]: [inner(), inner()] };
    case 8: {
      const branch = (tag: string) => ({
        type: "object",
        properties: { a: { const: tag }, b: inner() },
        required: ["a"],
        additionalProperties: false,
      });
      return { oneOf: random.below(2) ? [branch("a"), branch("b")] : [branch("b"), branch("ab"), branch("a")] };
    }
    case 9:
      return random.below(2) ? { not: inner() } : { if: inner(), [random.pick(["then", "else"])]: inner() };
    default: {
      const properties: Schema = {};
      for (const name of names) if (random.below(2)) properties[name] = inner();
      return {
        ...{ type: "object", properties },
        ...(random.below(3) > 0 && { required: names.filter(() => random.below(3) === 0) }),
        ...(random.below(3) > 0 && { additionalProperties: random.below(2) ? false : inner() }),
        ...(random.below(4) === 0 && { patternProperties: { [random.pick(["^a", "^b"])]: inner() } }),
        ...(random.below(4) === 0 && { [random.pick(["minProperties", "maxProperties"])]: random.below(3) }),
        ...(random.below(5) === 0 && { dependentRequired: { a: ["b"] } }),
        ...(random.below(5) === 0 && { dependentSchemas: { a: inner() } }),
        ...(random.below(6) === 0 && { propertyNames: { maxLength: random.below(2) } }),
      };
    }
  }
}

// Another schema near a schema: something in it is replaced, removed or moved by one.
function edited(schema: JsonSchema, random: Random): JsonSchema {
  const copy = structuredClone({ root: schema as Json }) as { root: Json };
  const places: { readonly holder: Schema; readonly name: string }[] = [];
  const visit = (holder: Json) => {
    if (typeof holder !== "object" || holder === null) return;
    for (const name of Object.keys(holder)) {
      places.push({ holder: holder as Schema, name });
      visit((holder as Schema)[name] as Json);
    }
  };
  visit(copy as Json);
  const { holder, name } = random.pick(places);
  const value = holder[name] as Json;
  if (typeof value === "number" && !Array.isArray(holder))
    holder[name] = Math.max(value + random.pick([-1, 1]), name === "multipleOf" ? 1 : 0);
  else if (["items", "root", "not", "if", "then", "else", "contains", "additionalProperties"].includes(name))
    holder[name] = arbitrarySchema(random, 1) as Json;
  else if (
    !Array.isArray(holder) &&
    ["required", "pattern", "uniqueItems", "minLength", "maxItems", "type", "items"].includes(name)
  )
    delete holder[name];
  else if (Array.isArray(value) && name === "enum") value.push(random.pick(scalars));
  else if (Array.isArray(value) && name === "required") holder[name] = value.slice(1);
  return copy.root as JsonSchema;
}

function arbitraryValue(random: Random, depth: number): Json {
  const kind = random.below(depth > 0 ? 6 : 1);
  if (kind < 2) return random.pick(scalars);
  if (kind < 4) return Array.from({ length: random.below(4) }, () => arbitraryValue(random, depth - 1));
  return Object.fromEntries(
    names.concat("ba").flatMap((name) => (random.below(2) ? [[name, arbitraryValue(random, depth - 1)]] : [])),
  );
}

const matcher = (schema: JsonSchema) => {
  const unlisted = JSON.parse(JSON.stringify(schema, (key, value) => (key === "enum" ? [...new Set(value)] : value)));
  return new Ajv2020({ strict: false, validateSchema: false }).compile(unlisted as object | boolean);
};

test("a schema that is called a subset accepts nothing that the other one refuses", () => {
  const random = createRandom(seed);
  const values = [...scalars, ...Array.from({ length: 600 }, () => arbitraryValue(random, 3))];
  let proven = 0;
  const pairs = scaled({ quick: 200, ci: 500, full: 10_000 });
  for (let run = 0; run < pairs; run++) {
    const one = arbitrarySchema(random, 2);
    const other = random.below(5) === 0 ? arbitrarySchema(random, 2) : edited(one, random);
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const) {
      if (!isSubset(plainSchema(a), plainSchema(b))) continue;
      proven += 1;
      const [inA, inB] = [matcher(a), matcher(b)];
      const wrong = values.find((value) => inA(value) && !inB(value));
      assert.equal(wrong, undefined, `${JSON.stringify(a)} ⊆ ${JSON.stringify(b)}: ${JSON.stringify(wrong)}`);
    }
  }
  figure("generated pairs of schemas with a proven subset", `${proven} of ${2 * pairs}`, "more than a third");
  assert.ok(proven > (2 * pairs) / 3);
});

test("a schema is a subset of itself, and of one that allows more", () => {
  const random = createRandom(seed + 1);
  for (let run = 0; run < runs; run++) {
    const schema = plainSchema(arbitrarySchema(random, 3));
    assert.ok(isSubset(schema, schema));
    assert.ok(isSubset(schema, plainSchema({ anyOf: [{ type: "null" }, schema as Json] })));
    assert.ok(isSubset(plainSchema({ allOf: [schema as Json, { type: "string" }] }), schema));
  }
});
