import type { Random } from "../seeded-random.ts";

const words = ["person", "invoice", "loyalty", "card", "ipv4", "order", "model", "rn7", "o0l1"];

/** Creates ids that a registry might contain: words in every spelling that has ever been allowed. */
export function createIds(random: Random, count: number): readonly string[] {
  const ids = new Map<string, string>();
  while (ids.size < count) {
    const parts = Array.from({ length: 1 + random.below(3) }, () => random.pick(words));
    const id = `${parts.join(random.pick(["-", "-", "-", "_", "."]))}${random.pick(["", "", `-${random.below(100)}`])}`;
    const spelled = random.pick([id, id, id, id.toUpperCase(), id.replace(/^./, (letter) => letter.toUpperCase())]);
    ids.set(normalizeId(spelled), spelled);
  }
  return [...ids.values()];
}

/** Changes an id one to three times, as an author might to register the same id again. */
export function mutateId(id: string, random: Random): string {
  let mutant = id;
  for (let changes = 1 + random.below(3); changes > 0; changes -= 1) mutant = random.pick(mutators)(mutant, random);
  return mutant;
}

/**
 * Returns the same form for texts that a person would consider the same id. Deliberately more tolerant than the engine,
 * it ignores compatibility forms, case, marks, spaces, invisible characters, separators and look-alike letters.
 */
export function normalizeId(text: string): string {
  const ascii = [...percentDecode(text).normalize("NFKD")].map(
    (character) => latinByLookalike.get(character) ?? character,
  );
  return ascii
    .join("")
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[\p{M}\p{C}\p{Z}\s\p{Default_Ignorable_Code_Point}\p{Pd}\p{Pc}.%+]/gu, "");
}

type Mutator = (text: string, random: Random) => string;

const invisible = ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\ufe0f", "\u{e0061}"];
const bidirectional = ["\u202a", "\u202e", "\u2066", "\u2069", "\u061c"];
const blanks = [" ", "\t", "\n", "\r\n", "\u000b", "\u00a0", "\u2003", "\u2028", "\u3000", "\0"];
const marks = ["\u0301", "\u0308", "\u0323", "\u0338", "\u20dd"];
const separators = ["-", "_", ".", "--", "_.", "\u2010", "\u2212", "\uff0d", "\uff3f", "\u203f"];
const lookalikes = { a: "а", c: "с", e: "е", i: "і", o: "о", p: "р", s: "ѕ", x: "х", n: "ո", A: "А", O: "Ο" };
const latinByLookalike = new Map(Object.entries(lookalikes).map(([latin, other]) => [other, latin]));

const mutators: readonly Mutator[] = [
  (text, random) => changeAt(text, random, (character) => character.toUpperCase()),
  (text, random) => changeAt(text, random, (character) => character.toLowerCase()),
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text, random) => insert(text, random, random.pick(["-", "_", ".", "--", "._"])),
  (text, random) => insert(text, random, random.pick(separators)),
  (text) => text.replace(/[-_.]/g, ""),
  (text, random) => text.replace(/[-_.]/, random.pick(["-", "_", ".", "", ...separators])),
  (text, random) => text.replace(/[-_.]/g, random.pick(["-", "_", "."])),
  (text, random) => insert(text, random, random.pick(blanks)),
  (text, random) => random.pick([`${text}\n`, `${text} `, ` ${text}`, `${text}\0`, `\ufeff${text}`]),
  (text, random) => insert(text, random, random.pick(invisible)),
  (text, random) => insert(text, random, random.pick(bidirectional)),
  (text, random) => insert(text, random, random.pick(marks)),
  (text, random) => changeAt(text, random, toFullWidth),
  (text) => [...text].map(toFullWidth).join(""),
  (text, random) => changeAt(text, random, toMathematical),
  (text, random) =>
    changeAt(text, random, (character) => (lookalikes as { [latin: string]: string })[character] ?? character),
  (text, random) => changeAt(text, random, (character) => percentEncode(character)),
  (text, random) => text.normalize(random.pick(["NFC", "NFD", "NFKC", "NFKD"])),
  // Long s and the Kelvin sign become ASCII letters under case folding.
  (text) => text.replace("s", "ſ").replace("k", "\u212a"),
  (text) => text.replace("i", "İ"),
  // These mutants look like the original but are different ids, so the engine is allowed to accept them.
  (text, random) => {
    const [original, lookalike] = random.pick(["o 0", "l 1", "rn m", "m rn", "w vv"]).split(" ") as [string, string];
    return text.replace(original, lookalike);
  },
  (text, random) => text + random.pick(["2", "x", "-new"]),
];

function insert(text: string, random: Random, inserted: string): string {
  const characters = [...text];
  characters.splice(random.below(characters.length + 1), 0, inserted);
  return characters.join("");
}

function changeAt(text: string, random: Random, change: (character: string) => string): string {
  const characters = [...text];
  const changed = random.below(characters.length);
  return characters.map((character, index) => (index === changed ? change(character) : character)).join("");
}

function toFullWidth(character: string): string {
  return /^[!-~]$/.test(character) ? String.fromCodePoint(character.charCodeAt(0) + 0xfee0) : character;
}

function toMathematical(character: string): string {
  return /^[a-z]$/.test(character) ? String.fromCodePoint(character.charCodeAt(0) - 97 + 0x1d41a) : character;
}

function percentEncode(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
