import { type Json, type JsonObject, limits } from "@assay/contract";
import { makeMistakes } from "../candidates/mistakes.ts";
import { anyPlaceMutators, type Mutator, pickPlace, readPlace, writePlace } from "../candidates/mutate-json.ts";
import { createRandom, type Random } from "../seeded-random.ts";
import { honestCandidate } from "./honest-candidates.ts";
import { hostileBodies } from "./hostile-bodies.ts";
import { hostileTexts } from "./hostile-values.ts";

/** Creates a body from a seed. The same seed always gives the same body. */
export type FuzzedBodies = (seed: number) => Uint8Array;

/**
 * Creates request bodies with random changes to their JSON or to their bytes (truncated, bits flipped, parts of other
 * bodies and awkward tokens inserted). A few are only random bytes. Most are no longer JSON and are refused quickly;
 * about one in twelve gets a verdict. One in 500 is based on a hostile body, which can have the maximum size.
 */
export function createFuzzedBodies(): FuzzedBodies {
  const random = createRandom(1);
  const ordinary = Array.from({ length: 128 }, (_, index) => createOrdinaryBody(random, index));
  const texts = ordinary.map((body) => Buffer.from(JSON.stringify(body)));
  const hostile = hostileBodies().map(({ bytes }) => Buffer.from(bytes));
  return (seed) => {
    const random = createRandom(seed);
    const choice = random.below(500);
    if (choice === 0) return changeBytes(wrapInEnvelope(random.pick(hostile)), random, texts);
    if (choice < 15) return createBytes(random);
    if (choice < 485) return changeBytes(random.pick(texts), random, texts);
    const bytes = Buffer.from(JSON.stringify(changeJson(random.pick(ordinary), random, random.pick(ordinary))));
    return bytes.length > limits.bodyBytes ? random.pick(texts) : bytes;
  };
}

/** Creates a typical call: valid, or with a few mistakes. */
function createOrdinaryBody(random: Random, index: number): JsonObject {
  const candidate = makeMistakes(honestCandidate(1_000), index % 4, random);
  return { targetProduct: "datamint", domainId: "generator-option", candidate };
}

function wrapInEnvelope(candidate: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('{"targetProduct":"datamint","domainId":"generator-option","candidate":'),
    candidate,
    Buffer.from("}"),
  ]);
}

function createBytes(random: Random): Uint8Array {
  return Uint8Array.from({ length: random.below(64) }, () => random.below(256));
}

function changeJson(parent: Json, random: Random, other: Json): Json {
  const copy = JSON.parse(JSON.stringify(parent)) as Json;
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const donor = random.below(2) === 0 ? pickPlace(other, random) : undefined;
    random.pick(jsonChanges)(copy, random, donor ? JSON.parse(JSON.stringify(readPlace(donor))) : random.pick(values));
  }
  return copy;
}

const values: readonly Json[] = [null, true, 0, -1.5, 1e15, "", " ", [], {}, [[]], "2024-02-30", ...hostileTexts];

const jsonChanges: readonly Mutator[] = [
  ...anyPlaceMutators,
  (document, random, value) => {
    const place = pickPlace(document, random);
    if (place)
      writePlace(
        place,
        random.pick<Json>([[readPlace(place)], { a: readPlace(place) }, [readPlace(place), value], String(value)]),
      );
  },
  (document, random) => {
    const place = pickPlace(document, random, (each) => typeof readPlace(each) === "string");
    if (place) writePlace(place, `${readPlace(place)}${random.pick(hostileTexts)}`);
  },
];

type Change = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

function changeBytes(bytes: Buffer, random: Random, others: readonly Buffer[]): Buffer {
  let changed = bytes;
  for (let count = 2 + random.below(6); count > 0; count -= 1) changed = random.pick(changes)(changed, random, others);
  return changed;
}

const changes: readonly Change[] = [
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  (bytes, random) => {
    if (bytes.length === 0) return bytes;
    const copy = Buffer.from(bytes);
    const index = random.below(copy.length);
    copy[index] = (copy[index] as number) ^ (1 << random.below(8));
    return copy;
  },
  (bytes, random) => {
    const [from, to] = pickRange(bytes, random);
    return replaceRange(bytes, from, to, Buffer.alloc(0));
  },
  (bytes, random) => {
    const [from, to] = pickRange(bytes, random);
    return replaceRange(bytes, to, to, bytes.subarray(from, to));
  },
  (bytes, random) => {
    const index = random.below(bytes.length + 1);
    return replaceRange(bytes, index, index, random.pick(tokens));
  },
  (bytes, random) => {
    const from = random.below(bytes.length + 1);
    const offset = bytes.subarray(from).findIndex(isDigit);
    return offset < 0 ? bytes : replaceRange(bytes, from + offset, from + offset + 1, random.pick(numbers));
  },
  (bytes, random, others) => {
    const [from, to] = pickRange(bytes, random);
    const other = random.pick(others);
    return replaceRange(bytes, from, to, other.subarray(...pickRange(other, random)));
  },
];

const numbers = ["1e999", "-0", "0.1e-400", "9007199254740993", "01", "1.", "-"].map((text) => Buffer.from(text));

const tokens: readonly Buffer[] = [
  ...[...'"\\{}[],:', "\\u", "\\ud800", "\\u0000", "null", "true", "NaN", "//", "'", "\n", "\ufeff"],
  ...['"candidate":{},', '"__proto__":{"a":1},', "\u2028", "\u202e", "😀", "e\u0301", "{}", "[]"],
  ...["[".repeat(40), '{"a":'.repeat(40), "[".repeat(5_000), " ".repeat(1_000), `"${"x".repeat(2_000)}":1,`],
]
  .map((text) => Buffer.from(text))
  // Mostly invalid UTF-8: a stray byte, an overlong zero, a lone surrogate, too large a code point, half a character.
  .concat(
    [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0]].map((b) => Buffer.from(b)),
  );

/** Picks a range, usually a short one. */
function pickRange(bytes: Buffer, random: Random): readonly [from: number, to: number] {
  const from = random.below(bytes.length + 1);
  const maxLength = random.below(4) === 0 ? bytes.length : 24;
  return [from, Math.min(bytes.length, from + random.below(maxLength + 1))];
}

function replaceRange(bytes: Buffer, from: number, to: number, replacement: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, from), replacement, bytes.subarray(to)]);
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
