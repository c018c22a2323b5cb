import { isJsonObject, type Json, type JsonObject } from "@assay/contract";
import { type ClosedObject, withNames, without } from "../corpora/traps/closed-objects.ts";
import { misspell } from "../corpora/traps/misspell.ts";
import { realisticProperties } from "../corpora/traps/realistic-names.ts";
import { synonyms } from "../corpora/traps/synonyms.ts";
import type { Random } from "../seeded-random.ts";
import {
  booleanText,
  idText,
  listText,
  numberText,
  otherSamples,
  otherWord,
  outOfRange,
  timeText,
  tooLong,
  typeWord,
} from "./other-forms.ts";

/** Ids that are taken in every domain. */
export const takenIds: readonly string[] = ["person-basic", "Person_Basic", "address-us", "order-history", "admin"];

/** The kind of mistake that only the registry shows. */
export const takenId = "id that is taken";

interface Made {
  readonly members: JsonObject;
  /** The names that the mistake uses, the first one its place. */
  readonly names: readonly string[];
}

type Mistake = (object: ClosedObject, random: Random, touched: ReadonlySet<string>) => Made | undefined;

/** Owners that are none, or that a spec package does not accept; `undefined` is one that is missing. */
export const ownerMistakes: readonly (Json | undefined)[] = [
  { kind: "agent", id: "proposal-bot" },
  { kind: "team", id: "data-platform" },
  { kind: "Human", id: "ada" },
  { name: "Ada Diaz", email: "ada@example.org" },
  { kind: "human" },
  { kind: "human", id: "" },
  { kind: "human", id: "Ada Diaz" },
  "ada",
  null,
  undefined,
];

/** What somebody does in a hurry, each at one place of one object. */
export const hurriedMistakes: readonly (readonly [kind: string, make: Mistake])[] = [
  ["forgotten", forget],
  ["misspelled", ofName((name, random) => misspell(name, random.below(4)))],
  ["under another name", ofName((name, random) => random.pick(synonyms[name] ?? [name]))],
  ["null", writeNull],
  ["empty", ofValue((value) => (typeof value === "string" ? "" : Array.isArray(value) ? [] : undefined))],
  ["value in other words", ofValue((value, random, schema) => otherWord(value, random, schema))],
  [
    "number in a string",
    ofValue((value, random) => (typeof value === "number" ? numberText(value, random) : undefined)),
  ],
  ["boolean in a string", ofValue((value, random) => booleanText(value, random))],
  ["list in a string", ofValue((value, random) => listText(value, random))],
  ["one value for a list", ofValue((value) => (Array.isArray(value) && value.length === 1 ? value[0] : undefined))],
  ["object in a string", ofValue((value) => (isJsonObject(value) ? JSON.stringify(value) : undefined))],
  ["other form of a time", ofValue((value, random) => timeText(value, random))],
  ["too short", ofValue((value, _, { minLength }) => (Number(minLength) > 3 ? String(value).slice(0, 2) : undefined))],
  ["too long", ofValue((value, _, { maxLength }) => tooLong(value, Number(maxLength)))],
  ["out of range", ofValue((value, _, schema) => (typeof value === "number" ? outOfRange(value, schema) : undefined))],
  ["whitespace", ofValue((value) => (typeof value === "string" ? ` ${value} ` : undefined))],
  ["item twice", ofValue((value) => (Array.isArray(value) && value.length > 0 ? [...value, value[0]] : undefined))],
  ["type in other words", ofValue((value, random, _, name) => (name === "type" ? typeWord(value, random) : undefined))],
  [
    "sample in another form",
    ofValue((value, random, _, name) => (name === "sampleRecords" ? otherSamples(value, random) : undefined)),
  ],
  [
    "id with other characters",
    ofValue((value, random, _, name) => (name === "generatorId" ? idText(value, random) : undefined)),
  ],
  [takenId, ofValue((_value, random, _, name) => (name === "generatorId" ? random.pick(takenIds) : undefined))],
  ["property that nobody asked for", addUnrelated],
  ["owner", writeOwner],
];

type Change = (value: Json, random: Random, schema: JsonObject, name: string) => Json | undefined;

function ofValue(change: Change): Mistake {
  return ({ members, properties }, random, touched) => {
    const names = Object.keys(members).filter((name) => !touched.has(name) && name !== "owner");
    const fitting = names.flatMap((name) => {
      const value = members[name] as Json;
      const other = change(value, random, properties[name] ?? {}, name);
      return other === undefined || JSON.stringify(other) === JSON.stringify(value) ? [] : [[name, other] as const];
    });
    if (fitting.length === 0) return undefined;
    const [name, other] = random.pick(fitting);
    return { members: { ...members, [name]: other }, names: [name] };
  };
}

function ofName(rename: (name: string, random: Random) => string): Mistake {
  return ({ members }, random, touched) => {
    const name = random.pick(Object.keys(members).filter((each) => !touched.has(each) && each !== "owner"));
    const other = name === undefined ? "" : rename(name, random);
    if (name === undefined || Object.hasOwn(members, other)) return undefined;
    return { members: withNames(members, { [name]: other }), names: [name, other] };
  };
}

function forget({ members, required }: ClosedObject, random: Random, touched: ReadonlySet<string>): Made | undefined {
  const name = random.pick(required.filter((each) => Object.hasOwn(members, each) && !touched.has(each)));
  return name === undefined || name === "owner" ? undefined : { members: without(members, name), names: [name] };
}

// For an optional property, null says what it says: nothing.
function writeNull(
  { members, required }: ClosedObject,
  random: Random,
  touched: ReadonlySet<string>,
): Made | undefined {
  const name = random.pick(required.filter((each) => Object.hasOwn(members, each) && !touched.has(each)));
  return name === undefined || name === "owner" ? undefined : { members: { ...members, [name]: null }, names: [name] };
}

function addUnrelated({ members, properties }: ClosedObject, random: Random): Made | undefined {
  const [name, value] = random.pick(realisticProperties);
  if (Object.hasOwn(properties, name)) return undefined;
  return { members: { ...members, [name]: value }, names: [name] };
}

function writeOwner({ members, path }: ClosedObject, random: Random, touched: ReadonlySet<string>): Made | undefined {
  if (path.length > 0 || touched.has("owner")) return undefined;
  const owner = random.pick(ownerMistakes);
  return { members: { ...without(members, "owner"), ...(owner !== undefined && { owner }) }, names: ["owner"] };
}
