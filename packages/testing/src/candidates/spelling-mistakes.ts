import type { Json, JsonObject, SpecPackage } from "@assay/contract";
import type { Random } from "../seeded-random.ts";
import { makeMistakes, mutateName, mutateText, mutateValue } from "./mistakes.ts";
import { listPlaces, type Mutator, type Place, pickPlace, readPlace, writePlace } from "./mutate-json.ts";

/** Copies a candidate and adds `count` mistakes, most of which are other spellings of what a spec package accepts. */
export function makeSpellingMistakes(valid: Json, count: number, specPackage: Json, random: Random): Json {
  let draft = structuredClone(valid);
  const mutators = createSpellingMistakes(specPackage);
  for (let added = 0; added < count; added += 1) {
    if (random.below(6) === 0) draft = makeMistakes(draft, 1, random);
    else random.pick(mutators)(draft, random, null);
  }
  if (random.below(16) === 0) draft = { $schema: "https://example.com/schema.json", ...(draft as JsonObject) };
  return random.below(16) === 0
    ? random.pick<Json>([{ proposal: draft }, { input: { candidate: draft } }, [draft]])
    : draft;
}

/** Writes a word or a name in a way that mostly counts as the same. */
export function respell(text: string, random: Random): string {
  return random.pick([
    text.toUpperCase(),
    text.toLowerCase(),
    (text[0] ?? "").toUpperCase() + text.slice(1).toLowerCase(),
    (text[0] ?? "").toUpperCase() + text.slice(1),
    text.replace(/[-_ ]/g, random.pick(["_", " ", "", "-"])),
    text.replace(/(?<=[a-z])[A-Z]/g, (letter) => random.pick(["_", "-", " "]) + letter.toLowerCase()),
    random.pick([` ${text}`, `${text} `, `\t${text}\n`]),
  ]);
}

function createSpellingMistakes(specPackage: Json): readonly Mutator[] {
  const places = listPlaces(specPackage);
  const readAll = (name: string) => places.filter((place) => place.name === name).map(readPlace);
  const tags = readAll("const").filter((value) => typeof value === "string");
  const lists = [...readAll("enum"), ...readAll("values"), tags] as readonly (readonly Json[])[];
  const types = readAll("fieldTypes").flatMap((value) =>
    Object.entries(value as unknown as NonNullable<SpecPackage["fieldTypes"]>),
  );
  const aliases = [
    ...readAll("aliases").flatMap((value) => (Array.isArray(value) ? [] : Object.entries(value as JsonObject))),
    ...types.flatMap(([type, { aliases = [] }]) => aliases.map((alias) => [alias, type] as const)),
  ];
  const names = [...readAll("properties").flatMap((value) => Object.keys(value as JsonObject)), "__proto__"];
  const words = lists.flat().map(String);

  // Replaces a word by one that is listed together with it, or by another name for such a word.
  const changeWord = mutateValue(
    (word, random) => {
      const listed = lists.filter((list) => list.includes(word)).flat();
      const others = aliases.flatMap(([alias, target]) => (listed.includes(target) ? [alias] : []));
      const other = String(random.pick([...listed, ...others, ...others]));
      return random.below(3) === 0 ? other : respell(other, random);
    },
    (value) => lists.some((list) => list.includes(value)),
  );
  const addName: Mutator = (document, random) => {
    const place = pickPlace(document, random, isMember);
    const [name, word] = [random.pick(names), random.pick(words)];
    const value = random.pick<Json>([null, 7, "7", word, respell(word, random)]);
    if (place) writePlace({ ...place, name: random.below(2) === 0 ? name : respell(name, random).trim() }, value);
  };
  return [changeWord, changeWord, changeWord, changeWord, addName, ...forAnyPackage];
}

const rename = mutateName((name, random) => respell(name, random).trim());

const forAnyPackage: readonly Mutator[] = [
  rename,
  rename,
  rename,
  mutateName((name) => name.slice(0, -1)),
  mutateText(respell),
  mutateText((text, random) => random.pick([`${text}\u200b`, ` ${text}`, `${text}  `])),
  mutateValue(
    (value, random) => random.pick([`${value}`, `${value}`, ` ${value}`, `${value}`.toUpperCase()]),
    (value) => typeof value === "number" || typeof value === "boolean",
  ),
  // A null beside another spelling of the same name.
  (document, random) => {
    const place = pickPlace(document, random, isMember);
    if (!place) return;
    writePlace({ ...place, name: respell(place.name, random).trim() }, readPlace(place));
    writePlace(place, null);
  },
  (document, random) => {
    const id = respell(random.pick(["old-one", "new-one", "sea-side"]), random);
    writePlace({ holder: document as Place["holder"], name: "generatorId" }, id);
  },
  // The same item in several spellings, so that a list has duplicates or becomes too long.
  mutateValue((value, random) => repeatItems(value as readonly Json[], random), Array.isArray),
  mutateValue((value) => (value as Json[]).toReversed(), Array.isArray),
];

function isMember({ holder }: Place): boolean {
  return !Array.isArray(holder);
}

function repeatItems(list: readonly Json[], random: Random): Json {
  if (list.length === 0) return [];
  const count = random.pick([1, 1, 1, 1, 1, 2, 2, 4, 25, 70]);
  const added = Array.from({ length: count }, () => {
    const holder = [structuredClone(random.pick(list))];
    mutateText(respell)(holder, random, null);
    return holder[0] as Json;
  });
  return random.below(2) === 0 ? [...list, ...added] : [...added, ...list];
}
