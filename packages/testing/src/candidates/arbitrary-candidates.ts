import { isJsonObject, type Json } from "@assay/contract";
import fc from "fast-check";
import { candidateFile } from "../cases/golden-cases.ts";
import { anyJson, hostileNames, hostileTexts, notJson, type ProgramValue } from "../corpora/hostile-values.ts";
import { createRandom } from "../seeded-random.ts";
import { mistakes, mutateName, mutateText, mutateValue } from "./mistakes.ts";
import { anyPlaceMutators, deepFreeze, type Mutator, pickPlace, readPlace, writePlace } from "./mutate-json.ts";

/** A valid candidate. */
export const loyaltyCard: Json = deepFreeze(candidateFile("loyalty-card"));

/** The valid candidate with up to six mistakes of the kinds that people, agents or attackers make. */
export const nearlyValid: fc.Arbitrary<Json> = fc
  .array(arbitraryMistake(), { maxLength: 6 })
  .map((choices) => applyMistakes(choices, mutators));

/** The valid candidate with at most one mistake, so that about half of the candidates are valid. */
export const mostlyValid: fc.Arbitrary<Json> = fc
  .array(arbitraryMistake(), { maxLength: 1 })
  .map((choices) => applyMistakes(choices, mutators));

/** Candidates with far too many characters, items or members. */
export const flooded: fc.Arbitrary<Json> = fc
  .array(arbitraryMistake(), { minLength: 1, maxLength: 3 })
  .map((choices) => applyMistakes(choices, floods));

/** Candidates that no JSON text can represent: a value that is not JSON, alone or inside a candidate. */
export const nonJsonCandidates: fc.Arbitrary<ProgramValue> = fc.oneof(
  notJson,
  fc.tuple(fc.nat(), notJson).map(([seed, { name, make }]) => ({
    name: `${name} inside a candidate`,
    make() {
      const candidate = structuredClone(loyaltyCard);
      const place = pickPlace(candidate, createRandom(seed));
      if (place) writePlace(place, make() as Json);
      return candidate;
    },
  })),
);

/** A valid candidate with texts that are normalized, and the same candidate with its texts spelled differently. */
export const twoSpellings: fc.Arbitrary<readonly [Json, Json]> = fc
  .record({
    generatorName: fc.string({ unit: "grapheme", minLength: 3, maxLength: 20 }),
    description: fc.array(fc.constantFrom("Crème brûlée.", "Ǻ line", "日本語", "It makes things.", ""), {
      minLength: 3,
      maxLength: 6,
    }),
    field: fc.string({ unit: "grapheme", minLength: 3, maxLength: 20 }),
    blanks: fc.array(fc.constantFrom("", " ", "\t", "\u00a0", "\u3000", "\ufeff", "\n", "\r\n"), {
      minLength: 8,
      maxLength: 8,
    }),
    newline: fc.constantFrom("\r\n", "\r"),
    form: fc.constantFrom("NFC", "NFD"),
    strategies: fc.constantFrom(["fast", "realistic"], ["realistic", "fast"]),
  })
  .map(({ generatorName, description, field, blanks, newline, form, strategies }) => {
    const lines = ["A generator of sweets", ...description, "and more"];
    const padText = (text: string, index: number) => `${blanks[index]}${text.normalize(form)}${blanks[index + 1]}`;
    const writeCandidate = (
      texts: { name: string; about: string; notes: string; field: string },
      supportedStrategies: Json,
    ): Json => {
      const candidate = structuredClone(loyaltyCard) as { [member: string]: Json };
      const [first, ...others] = candidate.outputFields as readonly [Json];
      return {
        ...candidate,
        generatorName: texts.name,
        description: texts.about,
        rationaleNotes: texts.notes,
        outputFields: [{ ...(first as object), description: texts.field }, ...others],
        supportedStrategies,
      };
    };
    return [
      writeCandidate({ name: generatorName, about: lines.join("\n"), notes: lines.join("\n"), field }, [
        "fast",
        "realistic",
      ]),
      writeCandidate(
        {
          name: padText(generatorName, 0),
          about: padText(lines.join(newline), 2),
          notes: padText(lines.join(newline), 4),
          field: padText(field, 6),
        },
        strategies,
      ),
    ] as const;
  });

type Mistake = readonly [seed: number, value: Json];

function arbitraryMistake(): fc.Arbitrary<Mistake> {
  return fc.tuple(fc.nat(), anyJson);
}

function applyMistakes(choices: readonly Mistake[], available: readonly Mutator[]): Json {
  const candidate = structuredClone(loyaltyCard);
  for (const [seed, value] of choices) {
    const random = createRandom(seed);
    random.pick(available)(candidate, random, value);
  }
  // Like a received candidate, the result must not contain the same object twice.
  return deepFreeze(JSON.parse(JSON.stringify(candidate)) as Json);
}

const ids = [
  "person-basic",
  "PERSON_BASIC",
  "pers0n-basic",
  "order.history",
  "invoice-lines",
  "free-id",
  "Free Id",
  "-",
  "",
];
const kinds = ["agent", "organization", "Human", "", "human "];
const types = ["int", "text", "Integer", "date", "datetime", "uuid", "no-such-type", 5, null];

const mutators: readonly Mutator[] = [
  ...anyPlaceMutators,
  ...mistakes,
  mutateName((name, random) => `${name}${random.pick(hostileNames)}`),
  mutateText((text) => text.normalize("NFD")),
  mutateText((text, random) => random.pick(hostileTexts) + text),
  mutateText((_, random) => random.pick(hostileTexts)),
  mutateList((list) => [...list, ...list, ...list]),
  mutateList((list) => list.toReversed()),
  mutateList(() => []),
  mutateObject((object, random, value) => ({ ...object, [random.pick(hostileNames)]: value })),
  mutateObject((object, random, value) => ({ ...object, extra: value, [`field${random.below(9)}`]: value })),
  mutateMember("generatorId", ids),
  mutateMember("kind", kinds),
  mutateMember("type", types),
];

const floods: readonly Mutator[] = [
  mutateValue((value) => ({ value })),
  mutateText((text) => text.repeat(50)),
  mutateText((_, random) => random.pick(hostileTexts)),
  mutateList((list) => Array.from({ length: 150 }, (_, index) => list[index % list.length] as Json)),
  mutateObject((object, random) => ({ ...object, ...floodMembers(random.pick(hostileNames)) })),
];

function floodMembers(name: string): { readonly [member: string]: Json } {
  return Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`${name}${index}`, index]));
}

function mutateList(change: (list: readonly Json[]) => readonly Json[]): Mutator {
  return mutateValue(
    (value) => structuredClone(change(value as readonly Json[])),
    (value) => Array.isArray(value) && value.length > 0,
  );
}

function mutateObject(change: (object: object, random: Parameters<Mutator>[1], value: Json) => object): Mutator {
  return (candidate, random, value) => {
    const place = pickPlace(candidate, random, (each) => isJsonObject(readPlace(each)));
    const holder = place && random.below(3) > 0 ? readPlace(place) : candidate;
    const changed = change(holder as object, random, value);
    for (const [name, inner] of Object.entries(changed))
      writePlace({ holder: holder as Record<string, Json>, name }, inner);
  };
}

function mutateMember(name: string, values: readonly Json[]): Mutator {
  return (candidate, random) => {
    const place = pickPlace(candidate, random, (each) => each.name === name);
    if (place) writePlace(place, random.pick(values));
  };
}
