import type { Json } from "@assay/contract";
import type { Random } from "../seeded-random.ts";
import { dropPlace, type Mutator, type Place, pickPlace, readPlace, writePlace } from "./mutate-json.ts";

/** Copies a candidate and adds `count` mistakes that people and agents typically make. */
export function makeMistakes(valid: Json, count: number, random: Random): Json {
  const copy = structuredClone(valid);
  for (let added = 0; added < count; added += 1) random.pick(mistakes)(copy, random, null);
  return copy;
}

const words = ["low", "HIGH", "Fast", "mW", "A-", "-1", "12", "1-2", "true", "None", "in progress", "1.204", "note"];

/** Mutators that each add one mistake to a document, if it has a suitable place. */
export const mistakes: readonly Mutator[] = [
  mutateName((name) => name.toUpperCase()),
  mutateName((name) => name.toLowerCase()),
  mutateName((name, random) => name.replace(/[A-Z]/g, (letter) => random.pick(["_", "-", " ", "__"]) + letter)),
  mutateName((name, random) => {
    const index = random.below(name.length);
    return name.slice(0, index) + (name[index] ?? "").toUpperCase() + name.slice(index + 1);
  }),
  mutateName((name, random) => {
    const index = 1 + random.below(name.length);
    return name.slice(0, index) + name.slice(index + random.below(2)) + random.pick(["", "s", "-", "2"]);
  }),
  mutateName((_, random) => random.pick(words)),
  mutateText((text) => text.toUpperCase()),
  mutateText((text) => text.toLowerCase()),
  mutateText((text) => (text[0] ?? "").toUpperCase() + text.slice(1)),
  mutateText((text, random) => text.replace(/[-_ ]/g, random.pick(["_", "-", " ", ""]))),
  mutateText((text, random) => random.pick([` ${text}`, `${text}\n`, `  ${text} `])),
  mutateText((text, random) => text + random.pick(["-", "+", "s", " (approx.)"])),
  mutateText((text, random) => random.pick(["-", "_", "x"]) + text),
  mutateText((text, random) => {
    const index = random.below(text.length);
    return text.slice(0, index) + text.slice(index + 1);
  }),
  mutateText((_, random) => random.pick(words)),
  mutateNumber((value) => String(value)),
  mutateNumber((value, random) => `${value}${random.pick([" kg", "k", "%", "-10", "0", ".0"])}`),
  mutateNumber((value, random) => random.pick(["0", "+", "€ ", "~"]) + value),
  mutateValue((value, random) =>
    typeof value === "boolean" ? random.pick([`${value}`, "TRUE", "False", "yes"]) : value,
  ),
  mutateValue(() => null),
  mutateValue((value) => [value]),
  mutateValue((value) => ({ value })),
  mutateValue((value) => (Array.isArray(value) ? [...value, ...structuredClone(value.slice(0, 1))] : value)),
  (document, random) => {
    const place = pickPlace(document, random, isMember);
    if (place)
      writePlace({ ...place, name: random.pick(words) }, random.pick<Json>(["green", 7, "7", null, ["a"], {}]));
  },
  (document, random) => {
    const place = pickPlace(document, random);
    if (place) dropPlace(place);
  },
];

function isMember({ holder }: Place): boolean {
  return !Array.isArray(holder);
}

/** Renames a property without changing its position among the others. */
export function mutateName(rename: (name: string, random: Random) => string): Mutator {
  return (document, random) => {
    const place = pickPlace(document, random, isMember);
    const name = place && rename(place.name, random);
    if (!place || name === undefined || Object.hasOwn(place.holder, name)) return;
    const members = Object.entries(place.holder);
    for (const [each] of members) dropPlace({ ...place, name: each });
    for (const [each, value] of members) writePlace({ ...place, name: each === place.name ? name : each }, value);
  };
}

/** Changes a random string. */
export function mutateText(change: (text: string, random: Random) => string): Mutator {
  return mutateValue(
    (value, random) => change(value as string, random),
    (value) => typeof value === "string",
  );
}

function mutateNumber(change: (value: number, random: Random) => Json): Mutator {
  return mutateValue(
    (value, random) => change(value as number, random),
    (value) => typeof value === "number",
  );
}

/** Changes a random value that `fits` accepts. */
export function mutateValue(
  change: (value: Json, random: Random) => Json,
  fits: (value: Json) => boolean = () => true,
): Mutator {
  return (document, random) => {
    const place = pickPlace(document, random, (each) => fits(readPlace(each)));
    if (place) writePlace(place, change(readPlace(place), random));
  };
}
