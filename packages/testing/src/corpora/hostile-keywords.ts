import type { JsonObject } from "@assay/contract";
import { limits } from "@assay/contract";
import { createRandom } from "../seeded-random.ts";
import { candidate, filled, membersOf, times } from "./honest-bodies.ts";
import type { HostileKind } from "./hostile-kinds.ts";
import { doubling, list, many, map, type PackageEntry, ref, specOfX, text, x } from "./hostile-spec.ts";

const full = limits.bodyBytes;

function randomText(letters: string, length: number, seed: number): string {
  const random = createRandom(seed);
  return times(length, () => random.pick([...letters])).join("");
}

/** Packages whose keywords are costly; the first of each kind is honest. */
export const hostileKeywords: { readonly [Kind in HostileKind]?: { readonly [name: string]: PackageEntry } } = {
  "references that double": {
    "ten references to one definition": [
      "accepted",
      specOfX(
        { type: "object", properties: membersOf(10, (i) => [`p${i}`, ref("a")]), additionalProperties: false },
        { a: text() },
      ),
      { "nothing of it": candidate(), "one text": x({ p1: "a" }) },
    ],
    "twelve levels": ["spec.costly", specOfX(list(ref("d0")), doubling(12, { type: "integer" }))],
    "sixty levels": ["spec.costly", specOfX(list(ref("d0")), doubling(60, { type: "integer" }))],
    "a circle": ["spec.reference", specOfX(ref("a"), { a: { allOf: [ref("b"), { type: "null" }] }, b: ref("a") })],
    "eight levels, for every item of a list": [
      "accepted",
      specOfX(list({ type: "integer", allOf: [ref("d0")] }), doubling(8, { minimum: 0, multipleOf: 2 })),
      { "as many numbers as fit": many(2), "as many wrong numbers as fit": many(-1) },
    ],
    "eight levels, for one text": [
      "accepted",
      specOfX(
        { type: "string", maxLength: 40_000, allOf: [ref("d0")] },
        doubling(8, { maxLength: 40_000, minLength: 30_001 }),
      ),
      {
        "as long as fits": filled(full, (n) => x("x".repeat(n))),
        "long enough to be counted": x("é".repeat(30_000)),
        "pairs to be counted": x("😀".repeat(15_000)),
      },
    ],
    "eight levels, for one wide object": [
      "accepted",
      specOfX({ ...map({ type: "integer" }), allOf: [ref("d0")] }, doubling(8, { minProperties: 10_000 })),
      { "as wide as fits": filled(full, (n) => x(membersOf(n, (i) => [i.toString(36), 1]))) },
    ],
    "a chain of 200 definitions": [
      "accepted",
      specOfX(
        list({ type: "integer", allOf: [ref("c0")] }),
        membersOf(200, (i) => [`c${i}`, i === 199 ? { maximum: 1 } : ref(`c${i + 1}`)]),
      ),
      { "as many numbers as fit": many(1), "as many wrong numbers as fit": many(7) },
    ],
  },
  "unique items": {
    "eight texts": [
      "accepted",
      specOfX(list(text(), { maxItems: 8, uniqueItems: true })),
      { "two of them": x(["a", "b"]) },
    ],
    "over objects": ["spec.costly", specOfX(list(map(text()), { uniqueItems: true }))],
    "over lists": ["spec.costly", specOfX(list(list(text()), { uniqueItems: true }))],
    "over anything": ["spec.costly", specOfX({ type: "array", maxItems: 9, uniqueItems: true, items: true })],
    "over numbers whose type is behind a reference": [
      "accepted",
      specOfX(list(ref("n"), { uniqueItems: true }), { n: { type: "number" } }),
      {
        "good, as many as fit": filled(full, (n) => x(times(n, (i) => i))),
        "all the same": many(1),
        "all the same but for their types": filled(full, (n) => x(times(n, (i) => (i % 2 > 0 ? `${i}` : i)))),
      },
    ],
    "over texts of which only the ends differ": [
      "accepted",
      specOfX(list(ref("t"), { uniqueItems: true }), { t: { type: "string", maxLength: 60_000 } }),
      { "good, sixty of them": filled(full, (n) => x(times(60, (i) => `${"x".repeat(n)}${i}`))) },
    ],
  },
  patterns: {
    "a pattern of words": [
      "accepted",
      specOfX(text({ pattern: "^[a-z]+( [a-z]+)*$" })),
      { "three words": x("one two three") },
    ],
    "nested repetition": [
      "accepted",
      specOfX(list(text({ pattern: "^(a+)+$" }))),
      { "texts that end badly": filled(full, (n) => x(times(n, () => `${"a".repeat(1_000)}!`))) },
    ],
    "repetition that remembers 200 letters": [
      "accepted",
      specOfX(list(text({ pattern: "(?:[ab]*a[ab]{200})$" }))),
      { "random letters": filled(full, (n) => x(times(n, (i) => randomText("ab", 1_000, i)))) },
    ],
    "repetition in five ways at once": [
      "accepted",
      specOfX(
        list(text({ pattern: "(?:[ab]*a[ab]{20}|[ab]*b[ab]{21}|[ab]*a[ab]{22}|[ab]*b[ab]{23}|[ab]*b[ab]{24})$" })),
      ),
      { "random letters": filled(full, (n) => x(times(n, (i) => randomText("ab", 1_000, i)))) },
    ],
    "16 patterns of names": [
      "accepted",
      specOfX(
        map(false, { patternProperties: membersOf(16, (i) => [`(?:[ab]*a[ab]{${i + 6}})$`, { type: "integer" }]) }),
      ),
      {
        "thousands of names": filled(full, (n) => x(membersOf(n, (i) => [`${randomText("ab", 12, i)}${i}`, 1]))),
        "60 names of a thousand letters": filled(full, (n) => x(membersOf(n, (i) => [randomText("ab", 1_000, i), 1]))),
      },
    ],
    "a counted repetition of 1,000": ["spec.pattern", specOfX(text({ pattern: "^(?:[a-z]{1,100}){1,10}$" }))],
    "repetitions in repetitions": ["spec.pattern", specOfX(text({ pattern: "(((a{1,30}){1,30}){1,30}){1,30}" }))],
    "500 open groups": ["spec.pattern", specOfX(text({ pattern: "(".repeat(500) }))],
    "a pattern on a text without end": ["spec.pattern", specOfX({ type: "string", pattern: "^a*$" })],
    "33 patterns": ["spec.too-large", specOfX({ allOf: times(33, (i) => text({ pattern: `^${i}` })) })],
    "a look-ahead": ["spec.pattern", specOfX(text({ pattern: "^(?=(a+))\\1b" }))],
  },
  formats: {
    "an address": ["accepted", specOfX(text({ format: "uri" })), { "a good one": x("https://example.com/a?b=c#d") }],
    "names of hosts": [
      "accepted",
      specOfX(list(text({ format: "hostname" }))),
      { "that end in a hyphen": many("xn--zzz.xn--zzz.c-") },
    ],
    addresses: [
      "accepted",
      specOfX(list(text({ format: "iri" }))),
      { "long hosts": filled(full, (n) => x(times(n, () => `http://${"漢.".repeat(480)}\u0000`))) },
    ],
    "regular expressions": ["accepted", specOfX(list(text({ format: "regex" }))), { "open groups": many("((((((") }],
    "a format that nobody knows": ["spec.keyword", specOfX(text({ format: "anything" }))],
    "a format on a text without end": ["spec.pattern", specOfX({ type: "string", format: "uri" })],
    "a format on a text of 60,000": ["spec.pattern", specOfX({ type: "string", maxLength: 60_000, format: "uri" })],
  },
  "any of many forms": {
    "a text or a number": ["accepted", specOfX({ anyOf: [text(), { type: "number" }] }), { "a number": x(1) }],
    "200 forms of a number": [
      "accepted",
      specOfX(list({ anyOf: times(200, (i) => ({ type: "integer", minimum: i, maximum: i })) })),
      { "the last": many(199), none: many(-1) },
    ],
    "forms in forms in forms": [
      "accepted",
      specOfX(
        list(times(9, (i) => i).reduce((inner: JsonObject) => ({ anyOf: [inner, { const: "a" }] }), { type: "null" })),
      ),
      { none: many(0) },
    ],
    "256 objects to be equal to": [
      "accepted",
      specOfX(list({ enum: times(256, (i) => ({ a: times(16, () => 0), b: i })) })),
      { "nearly equal": many({ a: times(16, () => 0), b: -1 }), equal: many({ a: times(16, () => 0), b: 255 }) },
    ],
    "one of 60 objects": [
      "accepted",
      specOfX(
        list({
          oneOf: times(60, (i) => ({
            type: "object",
            required: ["k"],
            properties: { k: { const: `${i}` } },
            additionalProperties: false,
          })),
        }),
      ),
      { "good, the last": many({ k: "59" }), none: many({ k: "x" }) },
    ],
    "one of 40 definitions": [
      "accepted",
      specOfX(
        list({ oneOf: times(40, (i) => ref(`d${i}`)) }),
        membersOf(40, (i) => [
          `d${i}`,
          {
            type: "object",
            required: ["k"],
            properties: { k: { enum: [`${i}`] } },
            additionalProperties: false,
          },
        ]),
      ),
      { "good, the last": many({ k: "39" }), none: many({ k: "x" }), "more than the tag": many({ k: "39", l: 1 }) },
    ],
    "one definition, sixty times": [
      "spec.costly",
      specOfX(
        { oneOf: times(60, () => ref("d0")) },
        membersOf(60, (i) => [
          `d${i}`,
          i < 59
            ? ref(`d${i + 1}`)
            : { type: "object", properties: { k: { const: "a" } }, additionalProperties: false },
        ]),
      ),
    ],
    "an object or another": ["spec.costly", specOfX({ anyOf: [map(text()), map({ type: "integer" })] })],
    "one of two that nothing tells apart": ["spec.costly", specOfX({ oneOf: [map(text()), map({ type: "integer" })] })],
    "255 values and one too many": ["spec.shape", specOfX({ enum: times(257, (i) => i) })],
  },
};
