import type { Json } from "@assay/contract";
import type { Random } from "../seeded-random.ts";

/** The kinds of mistakes that people and agents make most and that say what was meant, in the words of their authors. */
const repairableKinds = [
  "misspelled",
  "wrong case",
  "wrong separators",
  "wrong type written as a string",
  "duplicate",
  "stray blank",
  "alias of a type",
] as const;

/** The kinds that hold something of which only the author knows what it should be. */
const unrepairableKinds = ["renamed", "unknown member", "undeclared sample field", "copied object"] as const;

/** All kinds of mistakes. */
export const mistakeKinds = [...repairableKinds, ...unrepairableKinds] as const;

export type MistakeKind = (typeof mistakeKinds)[number];

/** Whether a mistake of a kind says what was meant. */
export function isRepairable(kind: MistakeKind): boolean {
  return (repairableKinds as readonly MistakeKind[]).includes(kind);
}

/** A mistake that was made, and the place where it stands in the broken candidate. */
export interface Mistake {
  readonly kind: MistakeKind;
  tokens: string[];
}

type Container = { [name: string]: Json } | Json[];

/**
 * Makes mistakes in a copy of a valid candidate, each at a place of its own. The owner is left alone: no fix may ever
 * touch it, so a mistake there could not be part of a question about fixes.
 */
export function makeMistakes(valid: Json, count: number, random: Random) {
  const broken = structuredClone(valid) as { [name: string]: Json };
  const mistakes: Mistake[] = [];
  const touched = new Set<string>();
  // Drawn evenly; a kind that finds no place in this candidate (no number to write as a text) is drawn again.
  while (mistakes.length < count) {
    const kind = random.pick(mistakeKinds);
    const make = makers[kind];
    for (let tries = 0; tries < 20; tries += 1) {
      const tokens = make(
        broken,
        random,
        (place) => !touched.has(place.join("/")),
        (from, to) => follow(mistakes, touched, from, to),
      );
      if (!tokens) continue;
      touched.add(tokens.join("/"));
      mistakes.push({ kind, tokens });
      break;
    }
  }
  return { broken: broken as Json, mistakes };
}

type Maker = (
  candidate: { [name: string]: Json },
  random: Random,
  free: (place: readonly string[]) => boolean,
  renamed: (from: readonly string[], to: readonly string[]) => void,
) => string[] | undefined;

const synonyms: { readonly [name: string]: string } = {
  generatorId: "identifier",
  generatorName: "label",
  description: "summary",
  outputFields: "columns",
  supportedStrategies: "modes",
  sampleRecords: "examples",
  rationaleNotes: "because",
  name: "called",
  type: "kind",
};

const aliases: { readonly [type: string]: readonly string[] } = {
  string: ["text", "str", "varchar"],
  integer: ["int", "long", "bigint"],
  number: ["float", "double", "decimal"],
  boolean: ["bool"],
  date: ["day"],
  email: ["mail", "e-mail"],
  uuid: ["guid"],
};

const makers: { readonly [Kind in MistakeKind]: Maker } = {
  misspelled: (candidate, random, free, renamed) =>
    renameMember(candidate, random, free, renamed, (name) => {
      const at = 1 + random.below(name.length - 1);
      const slips = [name.slice(0, at) + name.slice(at + 1), name.slice(0, at) + name[at] + name.slice(at)];
      return random.pick(slips);
    }),
  renamed: (candidate, random, free, renamed) =>
    renameMember(candidate, random, free, renamed, (name) => synonyms[name] ?? `other${random.below(1_000)}`),
  "wrong case": (candidate, random, free, renamed) => {
    if (random.below(2) === 0) {
      return renameMember(candidate, random, free, renamed, (name) =>
        random.pick([name.toUpperCase(), name.toLowerCase(), (name[0] ?? "").toUpperCase() + name.slice(1)]),
      );
    }
    return changeText(candidate, random, free, closedTexts, (text) =>
      random.pick([text.toUpperCase(), (text[0] ?? "").toUpperCase() + text.slice(1)]),
    );
  },
  "wrong separators": (candidate, random, free, renamed) => {
    const separator = random.pick(["_", "-", " "]);
    if (random.below(2) === 0) {
      return renameMember(candidate, random, free, renamed, (name) =>
        name.replace(/[A-Z]/g, (letter) => separator + letter.toLowerCase()),
      );
    }
    return changeText(candidate, random, free, [["generatorId"]], (text) =>
      text.replaceAll("-", random.pick(["_", " "])),
    );
  },
  "wrong type written as a string": (candidate, random, free) =>
    changeAt(candidate, random, free, sampleValues, (value) => (typeof value === "string" ? undefined : String(value))),
  duplicate: (candidate, random, free) => copyItem(candidate, "supportedStrategies", random, free),
  "copied object": (candidate, random, free) => copyItem(candidate, "outputFields", random, free),
  "stray blank": (candidate, random, free) =>
    changeText(candidate, random, free, [...closedTexts, fieldNames, dates], (text) =>
      random.pick([` ${text}`, `${text} `, `${text}\n`, `  ${text} `]),
    ),
  "unknown member": (candidate, random) => {
    const fields = candidate[nameOf(candidate, "outputFields")];
    const inField = Array.isArray(fields) && fields.length > 0 && random.below(3) === 0;
    const index = inField ? random.below(fields.length) : 0;
    const holder = inField ? (fields[index] as { [name: string]: Json }) : candidate;
    const name = `extra${random.below(1_000)}`;
    holder[name] = random.pick<Json>(["green", 7, true, ["a"], { note: "x" }]);
    return inField ? [nameOf(candidate, "outputFields"), String(index), name] : [name];
  },
  "alias of a type": (candidate, random, free) =>
    changeText(candidate, random, free, [fieldTypes], (text) => {
      const others = aliases[text];
      return others ? random.pick(others) : undefined;
    }),
  "undeclared sample field": (candidate, random) => {
    const records = candidate[nameOf(candidate, "sampleRecords")];
    if (!Array.isArray(records)) return undefined;
    const index = random.below(records.length);
    const name = `shoe${random.below(1_000)}`;
    (records[index] as { [name: string]: Json })[name] = random.pick<Json>([41, "large", false]);
    return [nameOf(candidate, "sampleRecords"), String(index), name];
  },
};

// Places, by the names they have in a valid candidate.
const fieldNames = ["outputFields", "*", "name"];
const fieldTypes = ["outputFields", "*", "type"];
const dates = ["sampleRecords", "*", "joined"];
const sampleValues = ["sampleRecords", "*", "*"];
const closedTexts = [["supportedStrategies", "*"], fieldTypes, ["generatorId"]];
const memberPlaces = [["*"], ["outputFields", "*", "*"], ["sampleRecords", "*", "*"]];

function copyItem(
  candidate: { [name: string]: Json },
  name: string,
  random: Random,
  free: (place: readonly string[]) => boolean,
): string[] | undefined {
  const list = candidate[nameOf(candidate, name)];
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const original = random.below(list.length);
  if (!free([nameOf(candidate, name), String(original)])) return undefined;
  list.push(structuredClone(list[original]) as Json);
  return [nameOf(candidate, name), String(list.length - 1)];
}

function changeText(
  candidate: { [name: string]: Json },
  random: Random,
  free: (place: readonly string[]) => boolean,
  places: readonly (readonly string[])[],
  change: (text: string) => string | undefined,
): string[] | undefined {
  return changeAt(candidate, random, free, random.pick(places), (value) =>
    typeof value === "string" ? change(value) : undefined,
  );
}

function changeAt(
  candidate: { [name: string]: Json },
  random: Random,
  free: (place: readonly string[]) => boolean,
  place: readonly string[],
  change: (value: Json) => Json | undefined,
): string[] | undefined {
  const tokens = pick(candidate, place, random);
  if (!tokens || !free(tokens)) return undefined;
  const holder = partOf(candidate, tokens.slice(0, -1)) as { [name: string]: Json };
  const name = tokens.at(-1) ?? "";
  const before = holder[name] as Json;
  const after = change(before);
  if (after === undefined || after === before) return undefined;
  holder[name] = after;
  return tokens;
}

// A renamed member keeps its place among the others, as it would in a text.
function renameMember(
  candidate: { [name: string]: Json },
  random: Random,
  free: (place: readonly string[]) => boolean,
  renamed: (from: readonly string[], to: readonly string[]) => void,
  change: (name: string) => string,
): string[] | undefined {
  const tokens = pick(candidate, random.pick(memberPlaces), random);
  const name = tokens?.at(-1) ?? "";
  if (!tokens || tokens[0] === "owner" || name.length < 3 || !free(tokens)) return undefined;
  const holder = partOf(candidate, tokens.slice(0, -1)) as { [name: string]: Json };
  const other = change(name);
  if (other === name || Object.hasOwn(holder, other)) return undefined;
  const entries = Object.entries(holder);
  for (const key of Object.keys(holder)) delete holder[key];
  for (const [key, value] of entries) holder[key === name ? other : key] = value;
  const names = renames.get(holder) ?? new Map<string, string>();
  const [valid = name] = [...names].find(([, current]) => current === name) ?? [];
  renames.set(holder, names.set(valid, other));
  const to = [...tokens.slice(0, -1), other];
  renamed(tokens, to);
  return to;
}

function pick(candidate: Json, place: readonly string[], random: Random): string[] | undefined {
  const tokens: string[] = [];
  let value: Json | undefined = candidate;
  for (const token of place) {
    if (typeof value !== "object" || value === null) return undefined;
    const names: readonly string[] = Object.keys(value);
    const name: string = token === "*" ? random.pick(names) : nameOf(value as Container, token);
    if (names.length === 0 || !Object.hasOwn(value, name)) return undefined;
    tokens.push(name);
    value = (value as { [name: string]: Json })[name];
  }
  return tokens;
}

// The name that a member has after earlier mistakes.
function nameOf(holder: Container, name: string): string {
  return renames.get(holder)?.get(name) ?? name;
}

const renames = new WeakMap<object, Map<string, string>>();

function follow(
  mistakes: readonly Mistake[],
  touched: Set<string>,
  from: readonly string[],
  to: readonly string[],
): void {
  const moved = (tokens: readonly string[]) =>
    from.every((token, index) => tokens[index] === token) ? [...to, ...tokens.slice(from.length)] : [...tokens];
  for (const mistake of mistakes) mistake.tokens = moved(mistake.tokens);
  const before = [...touched];
  touched.clear();
  for (const place of before) touched.add(moved(place.split("/")).join("/"));
}

function partOf(value: Json, tokens: readonly string[]): Json {
  return tokens.reduce((inner, token) => (inner as { [name: string]: Json })[token] as Json, value);
}
