import type { Json } from "@assay/contract";
import type { Random } from "../seeded-random.ts";
import { drop, type Mutator, type Place, pickPlace, read, write } from "./mutate-json.ts";

/** A copy of a candidate with as many mistakes as people and agents make them. */
export function makeMistakes(valid: Json, count: number, random: Random): Json {
  const broken = structuredClone(valid);
  for (let made = 0; made < count; made += 1) random.pick(mistakes)(broken, random, null);
  return broken;
}

const words = ["low", "HIGH", "Fast", "mW", "A-", "-1", "12", "1-2", "true", "None", "in progress", "1.204", "note"];

/** Each makes one mistake in a document, where it finds a place for it. */
export const mistakes: readonly Mutator[] = [
  ofName((name) => name.toUpperCase()),
  ofName((name) => name.toLowerCase()),
  ofName((name, random) => name.replace(/[A-Z]/g, (letter) => random.pick(["_", "-", " ", "__"]) + letter)),
  ofName((name, random) => {
    const at = random.below(name.length);
    return name.slice(0, at) + (name[at] ?? "").toUpperCase() + name.slice(at + 1);
  }),
  ofName((name, random) => {
    const at = 1 + random.below(name.length);
    return name.slice(0, at) + name.slice(at + random.below(2)) + random.pick(["", "s", "-", "2"]);
  }),
  ofName((_, random) => random.pick(words)),
  ofText((text) => text.toUpperCase()),
  ofText((text) => text.toLowerCase()),
  ofText((text) => (text[0] ?? "").toUpperCase() + text.slice(1)),
  ofText((text, random) => text.replace(/[-_ ]/g, random.pick(["_", "-", " ", ""]))),
  ofText((text, random) => random.pick([` ${text}`, `${text}\n`, `  ${text} `])),
  ofText((text, random) => text + random.pick(["-", "+", "s", " (approx.)"])),
  ofText((text, random) => random.pick(["-", "_", "x"]) + text),
  ofText((text, random) => {
    const at = random.below(text.length);
    return text.slice(0, at) + text.slice(at + 1);
  }),
  ofText((_, random) => random.pick(words)),
  ofNumber((value) => String(value)),
  ofNumber((value, random) => `${value}${random.pick([" kg", "k", "%", "-10", "0", ".0"])}`),
  ofNumber((value, random) => random.pick(["0", "+", "€ ", "~"]) + value),
  ofValue((value, random) => (typeof value === "boolean" ? random.pick([`${value}`, "TRUE", "False", "yes"]) : value)),
  ofValue(() => null),
  ofValue((value) => [value]),
  ofValue((value) => ({ value })),
  ofValue((value) => (Array.isArray(value) ? [...value, ...structuredClone(value.slice(0, 1))] : value)),
  (document, random) => {
    const place = pickPlace(document, random, isMember);
    if (place) write({ ...place, name: random.pick(words) }, random.pick<Json>(["green", 7, "7", null, ["a"], {}]));
  },
  (document, random) => {
    const place = pickPlace(document, random);
    if (place) drop(place);
  },
];

function isMember({ holder }: Place): boolean {
  return !Array.isArray(holder);
}

/** Renames a property, which keeps its place among the others, as it would in a text. */
export function ofName(rename: (name: string, random: Random) => string): Mutator {
  return (document, random) => {
    const place = pickPlace(document, random, isMember);
    const name = place && rename(place.name, random);
    if (!place || name === undefined || Object.hasOwn(place.holder, name)) return;
    const members = Object.entries(place.holder);
    for (const [each] of members) drop({ ...place, name: each });
    for (const [each, value] of members) write({ ...place, name: each === place.name ? name : each }, value);
  };
}

/** Changes a string. */
export function ofText(change: (text: string, random: Random) => string): Mutator {
  return ofValue(
    (value, random) => change(value as string, random),
    (value) => typeof value === "string",
  );
}

function ofNumber(change: (value: number, random: Random) => Json): Mutator {
  return ofValue(
    (value, random) => change(value as number, random),
    (value) => typeof value === "number",
  );
}

/** Changes a value that fits. */
export function ofValue(
  change: (value: Json, random: Random) => Json,
  fits: (value: Json) => boolean = () => true,
): Mutator {
  return (document, random) => {
    const place = pickPlace(document, random, (each) => fits(read(each)));
    if (place) write(place, change(read(place), random));
  };
}
