import { type Json, type JsonObject, type JsonSchema, limits } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { acceptedTypes, branchesOf, isScalar } from "../schema/accepted-types.ts";
import { appliedTogether } from "../schema/schemas-at.ts";
import { asSchema, membersOf } from "../schema/subschemas.ts";
import { utf8Length } from "../text/characters.ts";

/** How large a candidate is made. */
interface Size {
  /** The most items of an array and properties of a map. */
  readonly items: number;
  /** The most characters of a string. */
  readonly characters: number;
  /** Whether items of an array are equal; otherwise each is different from the others. */
  readonly areEqual: boolean;
  /** The properties of the candidate that are large; undefined if all are. The others are as small as they can be. */
  readonly large: ReadonlySet<string> | undefined;
  /** How many values there is still room for. */
  readonly room: { values: number };
}

/** More items, and more values in all, than a request has room for. */
export const maxItems = 32_768;

/**
 * A candidate with every property of a schema, and with arrays, maps and strings of the largest sizes that the schema allows
 * and a request has room for: as many items as possible, then the longest strings. Its values have the right types, but a
 * schema may refuse them for other reasons. No array or map has more than `most` items. If even the smallest one with every
 * property is too large for a request, it ends where it has as many values as a request.
 */
export function largestCandidate(
  schema: JsonSchema,
  { most, ...size }: Pick<Size, "areEqual" | "large"> & { readonly most: number },
): Json {
  const make = (items: number, characters: number) => {
    const room = { values: maxItems };
    const candidate = createValue(schema, { ...size, items, characters, room }, schema, []);
    return { candidate, fits: room.values > 0 && utf8Length(JSON.stringify(candidate)) <= limits.bodyBytes };
  };
  const items = largest(most, (count) => make(count, 1).fits);
  return make(
    items,
    largest(limits.bodyBytes, (characters) => make(items, characters).fits),
  ).candidate;
}

/** The largest number up to a maximum for which something holds; at least 1. If it holds for a number, it holds below. */
export function largest(max: number, holds: (number: number) => boolean): number {
  // What is far too large takes long to try.
  let low = 1;
  while (low * 2 <= max && holds(low * 2)) low *= 2;
  let high = Math.min(low * 2, max + 1);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

// `place` has the number of each item on the way, by which items differ.
function createValue(schema: JsonSchema, size: Size, root: JsonSchema, place: readonly number[]): Json {
  size.room.values -= 1;
  const number = size.areEqual ? 0 : place.reduce((sum, index) => sum * 31 + index, 0);
  const { parts, types } = choose(schema, root, number % variants);
  const keyword = (name: string): Json | undefined =>
    parts.map((part) => member(part, name)).find((value) => value !== undefined);
  const least = (name: string, otherwise: number) =>
    Math.min(otherwise, ...parts.map((part) => member(part, name)).filter((value) => typeof value === "number"));
  const listed = keyword("enum");
  const fixed = keyword("const") ?? (Array.isArray(listed) ? listed[number % listed.length] : undefined);
  if (fixed !== undefined) return fixed;
  switch (typesBySize.find((type) => types.has(type))) {
    case "array": {
      const first = branchesIn(parts, "prefixItems");
      const rest = keyword("items");
      const count = Math.max(first.length, rest === undefined ? 0 : least("maxItems", size.items));
      const items: Json[] = [];
      for (let index = 0; index < Math.min(count, size.items) && size.room.values > 0; index += 1) {
        items.push(createValue(first[index] ?? asSchema(rest), size, root, [...place, index]));
      }
      return items;
    }
    case "object": {
      const known = parts.flatMap((part) => Object.entries(membersOf(part, "properties")));
      const others = [
        keyword("additionalProperties"),
        ...parts.flatMap((part) => Object.values(membersOf(part, "patternProperties"))),
      ];
      const map = others.find((other) => isObject(other));
      const count = map === undefined ? 0 : Math.max(least("maxProperties", size.items) - known.length, 0);
      const small = { ...size, items: 1, characters: 1 };
      const isLarge = (name: string) => place.length > 0 || size.large === undefined || size.large.has(name);
      const members: [string, Json][] = [];
      for (let index = 0; index < count && size.room.values > 0; index += 1) {
        members.push([`k${index}`, createValue(asSchema(map), size, root, [...place, index])]);
      }
      for (const [name, inner] of known) {
        if (size.room.values <= 0) break;
        members.push([name, createValue(asSchema(inner), isLarge(name) ? size : small, root, place)]);
      }
      return Object.fromEntries(members);
    }
    case "string": {
      const example = examples[String(keyword("format"))];
      if (example !== undefined) return example;
      const length = Math.max(least("maxLength", size.characters), Number(keyword("minLength") ?? 0));
      return textOf(number, Math.min(length, limits.bodyBytes));
    }
    case "number":
      return Math.min(
        Number(keyword("minimum") ?? keyword("exclusiveMinimum") ?? 0) + (number % 1_000),
        least("maximum", 1e9),
      );
    default:
      return types.has("boolean") ? number % 2 === 0 : null;
  }
}

// Keys of maps and strings with the same number are equal, as the names of declared fields and the properties of records are.
function textOf(number: number, length: number): string {
  return String(number).padStart(length, "x");
}

const typesBySize = ["array", "object", "string", "number", "boolean", "null"] as const;

// A rule that converts a string needs one that can be converted.
const examples: { readonly [format: string]: string } = {
  date: "2024-02-29",
  "date-time": "2024-02-29T12:00:00Z",
  time: "12:00:00Z",
  duration: "P1D",
  email: "ada@example.org",
  hostname: "example.org",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.org/",
  uuid: "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27",
};

// By the schema, which belongs to one root, and the variant.
const known = new WeakMap<object, Chosen[]>();
const variants = 16;

interface Chosen {
  readonly parts: readonly JsonObject[];
  readonly types: ReadonlySet<string>;
}

function choose(schema: JsonSchema, root: JsonSchema, variant: number): Chosen {
  const chosen = isObject(schema) ? (known.get(schema) ?? []) : [];
  if (isObject(schema)) known.set(schema, chosen);
  const parts = chosen[variant]?.parts ?? partsOf(schema, root, variant);
  const types =
    chosen[variant]?.types ??
    parts.reduce<ReadonlySet<string>>(
      (kept, part) => kept.intersection(acceptedTypes(root, part)),
      new Set(typesBySize),
    );
  chosen[variant] = { parts, types };
  return { parts, types };
}

// The schema, what applies with it, and of each union one branch, by the number of the item.
function partsOf(schema: JsonSchema, root: JsonSchema, number: number): readonly JsonObject[] {
  return appliedTogether(root, { schema, path: [] }).flatMap(({ schema: part }) => {
    if (!isObject(part)) return [];
    const branches = ["oneOf", "anyOf"].flatMap((keyword) => {
      const all = branchesOf(part, keyword);
      const largest = all.filter((branch) => !isScalar(root, branch));
      const chosen = (largest.length > 0 ? largest : all)[number % Math.max(largest.length || all.length, 1)];
      return chosen === undefined ? [] : partsOf(chosen, root, number);
    });
    return [part, ...branches];
  });
}

function branchesIn(parts: readonly JsonObject[], keyword: string): readonly JsonSchema[] {
  return parts.map((part) => branchesOf(part, keyword)).find((branches) => branches.length > 0) ?? [];
}
