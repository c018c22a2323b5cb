import {
  type Json,
  type JsonSchema,
  limits,
  type PatchOperation,
  patchJson,
  pointerOf,
  type Rule,
  type SpecPackage,
} from "@assay/contract";
import { canonicalJson } from "../json/canonical-json.ts";
import { isObject } from "../json/json.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { schemasAt } from "../schema/schemas-at.ts";
import { ownValue } from "../schema/subschemas.ts";

/** A candidate that differs a little from another one, and what was done. */
export interface Nearby {
  readonly candidate: Json;
  readonly edit: string;
}

/** Small edits of a candidate where two packages differ: at their bounds, with the values that they name, without a part. */
export function* nearbyCandidates(candidate: Json, packages: readonly [SpecPackage, SpecPackage]): Generator<Nearby> {
  const edited = function* (operation: PatchOperation, edit: string): Generator<Nearby> {
    const patched = patchJson(candidate, [operation], { anyName: true });
    if (patched.kind === "ok") yield { candidate: patched.value, edit };
  };
  for (const kind of new Set(packages.flatMap(({ owner }) => owner.kinds)))
    yield* edited({ op: "replace", path: "/owner/kind", value: kind }, `owner kind ${kind}`);
  const places = [...placesIn(candidate, [])].filter(({ path }) => path.length > 0 && path[0] !== "owner");
  for (const { path, value } of [{ path: [], value: candidate }, ...places]) {
    const hints = hintsAt(path, packages);
    if (hints.length === 0) continue;
    for (const [other, edit] of othersLike(value, hints))
      yield* edited(
        { op: "replace", path: pointerOf(path), value: other },
        `${pointerOf(path) || "the candidate"} ${edit}`,
      );
  }
  for (const { path } of places) yield* edited({ op: "remove", path: pointerOf(path) }, `without ${pointerOf(path)}`);
}

/** A keyword that only one of the packages has at a place, with its value. */
type Hint = readonly [keyword: string, value: Json];

function hintsAt(path: readonly string[], packages: readonly [SpecPackage, SpecPackage]): readonly Hint[] {
  const [before, after] = packages.map(
    (document) =>
      new Map(
        [...hintsOfSchemas(path, document.candidateSchema), ...hintsOfRules(path, document)].map((hint) => [
          canonicalJson([...hint]),
          hint,
        ]),
      ),
  ) as [Map<string, Hint>, Map<string, Hint>];
  return [...before, ...after].flatMap(([key, hint]) => (before.has(key) && after.has(key) ? [] : [hint]));
}

function hintsOfSchemas(path: readonly string[], schema: JsonSchema): readonly Hint[] {
  const pattern = path.map((token) => (/^\d+$/.test(token) ? "*" : token));
  return schemasAt(schema, pattern).flatMap(({ schema: inner }) =>
    Object.entries(isObject(inner) ? inner : {}).flatMap(([keyword, value]): readonly Hint[] => {
      if (keyword === "properties") return Object.entries(value as object);
      const own = ownValue(keyword, value);
      return keyword === "enum" || keyword === "required"
        ? (own as readonly Json[]).map((one) => [keyword, one])
        : [[keyword, own]];
    }),
  );
}

// A rule sees the value at `at` and everything in it. Numbers and strings in an expression are the bounds that it names.
function hintsOfRules(path: readonly string[], { rules = [], normalize = [] }: SpecPackage): readonly Hint[] {
  const sees = (at: string) => parsePattern(at).every((token, index) => token === "*" || token === path[index]);
  return [
    ...rules
      .filter(({ at }) => sees(at))
      .flatMap((rule): readonly Hint[] => [
        [`rule ${rule.id}`, canonicalJson(rule as never)],
        ...literalsIn(rule).map((value): Hint => [`value of ${canonicalJson(rule as never)}`, value]),
      ]),
    ...normalize.filter(({ at }) => sees(at)).map(({ ops }): Hint => ["normalize", [...ops]]),
  ];
}

function literalsIn(rule: Rule): readonly Json[] {
  if ("values" in rule) return rule.values;
  if (!("assert" in rule)) return [];
  const numbers = rule.assert.matchAll(/(?<![\w.])\d+(?:\.\d+)?/g);
  const strings = rule.assert.matchAll(/'([^'\\]*)'/g);
  return [...[...numbers].map(([number]) => Number(number)), ...[...strings].map(([, string = ""]) => string)];
}

// What a value may become, given what only one of the packages says of it.
function* othersLike(value: Json, hints: readonly Hint[]): Generator<readonly [Json, string]> {
  const around = hints.flatMap(([, bound]) => (typeof bound === "number" ? [bound, bound - 1, bound + 1] : []));
  const sizes = [...new Set(around)].filter((size) => Number.isInteger(size) && size >= 0 && size <= 5_000);
  if (typeof value === "string") {
    for (const [, other] of hints) if (typeof other === "string") yield [other, `is ${JSON.stringify(other)}`];
    for (const size of sizes)
      yield [
        value.slice(0, size).padEnd(size, value.at(-1) ?? "x"),
        `has ${size} ${size === 1 ? "character" : "characters"}`,
      ];
    for (const other of [value.toUpperCase(), value.toLowerCase(), ` ${value} `, `${value} `, varied(value, 2), "x"])
      yield [other, `is ${JSON.stringify(other)}`];
  } else if (typeof value === "number") {
    for (const other of new Set(around)) yield [other, `is ${other}`];
  } else if (typeof value === "boolean") yield [!value, `is ${!value}`];
  else if (Array.isArray(value)) {
    for (const size of sizes.filter((some) => some <= 64)) {
      const items = Array.from(
        { length: size },
        (_, index) => value[index] ?? varied(value[index % Math.max(value.length, 1)] ?? null, index),
      );
      yield [items, `has ${size} ${size === 1 ? "item" : "items"}`];
    }
    if (value.length > 0) yield [[...value, value[0] as Json], "has its first item twice"];
  } else if (isObject(value)) {
    for (const [name, schema] of hints)
      if (isObject(schema) && !Object.hasOwn(value, name))
        yield [{ ...value, [name]: sampleOf(schema as JsonSchema) }, `with ${name}`];
  }
}

// Items that differ, where an array must not have two that are equal.
function varied(value: Json, index: number): Json {
  return typeof value === "string" ? `${value.slice(0, -1)}${(index % 16).toString(16)}` : value;
}

function sampleOf(schema: JsonSchema): Json {
  if (!isObject(schema)) return null;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return (schema.enum[0] ?? null) as Json;
  const samples: { readonly [type: string]: Json } = {
    ...{
      string: "x".repeat(Math.min(Number(schema.minLength ?? 1), limits.bodyBytes)),
      boolean: true,
      array: [],
      object: {},
    },
    ...{ number: schema.minimum ?? 1, integer: schema.minimum ?? 1 },
  };
  return samples[String([schema.type].flat()[0])] ?? null;
}

function* placesIn(
  value: Json,
  path: readonly string[],
): Generator<{ readonly path: readonly string[]; readonly value: Json }> {
  yield { path, value };
  if (Array.isArray(value)) {
    // Items are alike: the first two tell enough.
    for (const [index, item] of value.slice(0, 2).entries()) yield* placesIn(item, [...path, String(index)]);
  } else if (isObject(value)) {
    for (const [name, item] of Object.entries(value)) yield* placesIn(item, [...path, name]);
  }
}
