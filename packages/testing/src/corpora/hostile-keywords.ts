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
    "a circle": ["spec.reference", specOfX(ref("a"), { a: { allOf: [ref("b"), { type: "null" }] }, b: ref("a") })],
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
  },
  "any of many forms": {
    "a text or a number": ["accepted", specOfX({ anyOf: [text(), { type: "number" }] }), { "a number": x(1) }],
    "200 forms of a number": [
      "accepted",
      specOfX(list({ anyOf: times(200, (i) => ({ type: "integer", minimum: i, maximum: i })) })),
      { "the last": many(199), none: many(-1) },
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
  },
};
