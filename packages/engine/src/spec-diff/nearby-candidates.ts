import type { Json, JsonSchema, SpecPackage } from "@assay/contract";
import { isObject } from "../json/json.ts";

/** A candidate that differs a little from another one, and what was done. */
export interface Nearby {
  readonly candidate: Json;
  readonly edit: string;
}

/** Small edits of a candidate at the bounds that some packages name, the most telling ones first. */
export function* nearbyCandidates(candidate: Json, packages: readonly SpecPackage[]): Generator<Nearby> {
  const hints = hintsOf(packages.map(({ candidateSchema }) => candidateSchema));
  const kinds = new Set(packages.flatMap(({ owner }) => owner.kinds));
  for (const kind of kinds)
    yield { candidate: replaced(candidate, ["owner", "kind"], kind), edit: `owner kind ${kind}` };
  const places = [...placesIn(candidate, [])].filter(({ path }) => path[0] !== "owner");
  const values = new Map(
    packages
      .flatMap(({ rules = [] }) => rules)
      .flatMap((rule) => ("values" in rule ? rule.values : []))
      .concat(hints.values)
      .map((value) => [JSON.stringify(value), value]),
  );
  for (const { path, value } of places) {
    const at = `/${path.join("/")}`;
    if (path.length > 0) yield { candidate: removed(candidate, path), edit: `without ${at}` };
    if (typeof value === "string") {
      for (const other of values.values()) {
        if (typeof other === "string" && other !== value)
          yield { candidate: replaced(candidate, path, other), edit: `${at} is ${JSON.stringify(other)}` };
      }
      for (const length of hints.lengths) {
        const text = value.slice(0, length) + (value.at(-1) ?? "x").repeat(Math.max(length - value.length, 0));
        yield { candidate: replaced(candidate, path, text), edit: `${at} has ${length} characters` };
      }
    }
    if (typeof value === "number") {
      for (const other of hints.numbers)
        yield { candidate: replaced(candidate, path, other), edit: `${at} is ${other}` };
    }
    if (Array.isArray(value)) {
      for (const length of hints.lengths.filter((some) => some <= 64)) {
        const items = Array.from({ length }, (_, index) => value[index % Math.max(value.length, 1)] ?? null);
        yield { candidate: replaced(candidate, path, items), edit: `${at} has ${length} items` };
      }
    }
  }
}

interface Hints {
  readonly lengths: readonly number[];
  readonly numbers: readonly number[];
  readonly values: readonly Json[];
}

const sizes = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];
const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

// Numbers and values that only one of the schemas names say where they differ.
function hintsOf(schemas: readonly JsonSchema[]): Hints {
  const [one = new Map(), other = new Map()] = schemas.map((schema) =>
    collect(schema as Json, new Map<string, Json>()),
  );
  const different = [...one, ...other].filter(([key]) => !(one.has(key) && other.has(key)));
  const of = (keywords: readonly string[]) =>
    different.flatMap(([key, value]) => (keywords.includes(key.split(" ", 1)[0] ?? "") ? [value] : []));
  const around = (numbers: readonly Json[]) => [
    ...new Set(numbers.flatMap((n) => (typeof n === "number" ? [n, n - 1, n + 1] : []))),
  ];
  return {
    lengths: around(of(sizes)).filter((length) => length >= 0 && length <= 5_000),
    numbers: around(of(bounds)),
    values: of(["enum", "const"]),
  };
}

function collect(schema: Json, found: Map<string, Json>): Map<string, Json> {
  if (Array.isArray(schema)) for (const item of schema) collect(item, found);
  else if (isObject(schema)) {
    for (const [keyword, value] of Object.entries(schema)) {
      const list = keyword === "enum" && Array.isArray(value) ? value : [value];
      for (const item of list) {
        if (typeof item === "object" && item !== null) collect(item, found);
        else found.set(`${keyword} ${JSON.stringify(item)}`, item);
      }
    }
  }
  return found;
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

function replaced(value: Json, [token, ...rest]: readonly string[], by: Json): Json {
  if (token === undefined) return by;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === token ? replaced(item, rest, by) : item));
  if (!isObject(value)) return value;
  return { ...value, [token]: replaced(value[token] ?? null, rest, by) };
}

function removed(value: Json, [token = "", ...rest]: readonly string[]): Json {
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, index) => String(index) !== token);
    return value.map((item, index) => (String(index) === token ? removed(item, rest) : item));
  }
  if (!isObject(value)) return value;
  if (rest.length > 0) return { ...value, [token]: removed(value[token] ?? null, rest) };
  const { [token]: _, ...others } = value;
  return others;
}
