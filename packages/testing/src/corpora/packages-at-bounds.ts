import type { Json, JsonObject } from "@assay/contract";
import type { Random } from "../seeded-random.ts";
import { membersOf, times } from "./honest-bodies.ts";
import { doubling, type Edit, list, map, ref, text } from "./hostile-spec.ts";

/** A spec package that goes up to the bounds of the profile, and now and then beyond them. */
export interface PackageAtBounds {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A schema of about as many subschemas as asked, and the definitions that it needs. */
export type Shape = (random: Random, subschemas: number) => { readonly schema: JsonObject; readonly $defs?: Edit };

export const closed = (properties: JsonObject, more: Edit = {}): JsonObject => ({
  type: "object",
  additionalProperties: false,
  properties,
  ...more,
});
const members = (count: number, make: (index: number) => Json) => membersOf(count, (i) => [`m${i}`, make(i)]);
const short = { type: "string", maxLength: 40 };
const namesOf = (count: number) => times(count, (i) => `m${i}`);

export const shapes: { readonly [name: string]: Shape } = {
  "plain properties": (_, count) => ({
    schema: closed(
      members(count, () => short),
      { required: namesOf(count) },
    ),
  }),
  references: (random, count) => {
    const name = `r${random.below(1_000)}`;
    const size = Math.max(1, Math.floor(count / 2));
    return {
      schema: closed(members(Math.min(size, 40), () => ref(name))),
      $defs: { [name]: closed(members(Math.min(size, 40), () => short)) },
    };
  },
  "nested objects": (_, count) => {
    const side = Math.max(1, Math.floor(Math.sqrt(count)) - 1);
    return { schema: closed(members(side, () => closed(members(side, () => short)))) };
  },
  "many keywords": (random, count) => {
    const full = () => ({
      ...text({ minLength: 1, format: random.pick(["email", "date", "uuid", "uri", "hostname"]) }),
      not: { const: "x".repeat(random.below(20)) },
    });
    return { schema: closed(members(Math.floor(count / 2), full), { minProperties: 1 }) };
  },
  patterns: (random) => {
    const alike = random.pick(["[a-z]{1,90}", "(\\p{L}|\\p{N}){1,18}", "([a-c]|[d-f]|[g-i]){1,30}", "(a|b)(c|d)(e|f)"]);
    return { schema: closed(members(14, (i) => text({ pattern: `^${alike}(-[0-9]+)*${i}$` }))) };
  },
  "lists of values": (random, count) => {
    const values = random.pick([20, 63, 64, 256]);
    const lists = Math.min(count, Math.floor(2_400 / values));
    return { schema: closed(members(lists, (i) => ({ enum: times(values, (n) => `${i}v${n}`) }))) };
  },
  conditions: (_, count) => {
    const condition = (i: number) => ({
      if: { required: ["k"], properties: { k: { const: `v${i}` } } },
      // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
      then: { required: ["k", `m${i}`] },
    });
    const size = Math.ceil(count / 5);
    return { schema: closed({ k: short, ...members(size, () => short) }, { allOf: times(size, condition) }) };
  },
  branches: (_, count) => {
    const branch = (i: number) => closed({ k: { const: `v${i}` }, [`p${i}`]: short }, { required: ["k"] });
    return { schema: { oneOf: times(Math.max(2, Math.floor(count / 4)), branch) } };
  },
  "names that others need": (random) => {
    const count = 10 + random.below(25);
    return {
      schema: closed(
        members(5, () => short),
        { dependentRequired: members(count, () => namesOf(count)) },
      ),
    };
  },
  "long names": (random, count) => {
    const inner = closed(members(Math.floor(count / 3), () => ({ type: "null" })));
    return { schema: closed({ ["n".repeat(500 + random.below(3_000))]: inner }) };
  },
  "definitions that refer to others": (random) => {
    const levels = 4 + random.below(4);
    return { schema: list({ type: "integer", allOf: [ref("d0")] }), $defs: doubling(levels, { minimum: 0 }) };
  },
  lists: (_, count) => {
    const items = times(Math.ceil(count / 4), (i) => ({ const: i }));
    return {
      schema: list(short, { prefixItems: items, contains: { enum: namesOf(30) }, uniqueItems: true, maxItems: 400 }),
    };
  },
  maps: (random, count) => {
    const named = membersOf(5, (i) => [`^${"abcde"[i]}[a-z]{1,${20 + random.below(60)}}$`, short]);
    const properties = members(Math.floor(count / 2), () => short);
    return { schema: map(short, { patternProperties: named, propertyNames: text({ maxLength: 60 }), properties }) };
  },
  depth: () => {
    let schema: JsonObject = short;
    for (let level = 0; level < 6; level += 1) schema = closed({ a: schema, b: short, c: short });
    return { schema };
  },
};
