import { limits } from "@assay/contract";
import { createRandom } from "../seeded-random.ts";
import { fillBytes, makeMembers, times } from "./build-values.ts";
import { candidate } from "./honest-candidates.ts";
import type { HostileKind } from "./hostile-kinds.ts";
import { doublingDefs, list, many, map, type PackageEntry, ref, specForX, text, x } from "./hostile-spec.ts";

const full = limits.bodyBytes;
const closedObject = { type: "object", properties: { a: { type: "integer" } }, additionalProperties: false };

function randomText(letters: string, length: number, seed: number): string {
  const random = createRandom(seed);
  return times(length, () => random.pick([...letters])).join("");
}

/** Spec packages with costly keywords. The first of each kind is honest. */
export const hostileKeywords: { readonly [Kind in HostileKind]?: { readonly [name: string]: PackageEntry } } = {
  "references that double": {
    "ten references to one definition": [
      "accepted",
      specForX(
        { type: "object", properties: makeMembers(10, (i) => [`p${i}`, ref("a")]), additionalProperties: false },
        { a: text() },
      ),
      { "without the member": candidate(), "one text": x({ p1: "a" }) },
    ],
    "twelve levels": ["spec.costly", specForX(list(ref("d0")), doublingDefs(12, { type: "integer" }))],
    "twenty levels that nothing refers to": ["accepted", specForX(text(), doublingDefs(20, { type: "integer" }))],
    "eight levels that rules read": [
      "accepted",
      specForX({ ...closedObject, allOf: [ref("d0")] }, doublingDefs(8, { ...closedObject }), {
        rules: times(9, (i) => ({
          id: `rule-${i}`,
          check: "cel",
          at: "/x",
          assert: times(45, () => "self.a == 1").join(" || "),
          message: "Choose 1.",
        })),
      }),
    ],
    "a cycle": ["spec.reference", specForX(ref("a"), { a: { allOf: [ref("b"), { type: "null" }] }, b: ref("a") })],
    "a chain of 200 definitions": [
      "accepted",
      specForX(
        list({ type: "integer", allOf: [ref("c0")] }),
        makeMembers(200, (i) => [`c${i}`, i === 199 ? { maximum: 1 } : ref(`c${i + 1}`)]),
      ),
      { "as many numbers as fit": many(1), "as many invalid numbers as fit": many(7) },
    ],
  },
  "unique items": {
    "eight texts": [
      "accepted",
      specForX(list(text(), { maxItems: 8, uniqueItems: true })),
      { "two of them": x(["a", "b"]) },
    ],
    "over objects": ["spec.costly", specForX(list(map(text()), { uniqueItems: true }))],
    "over anything": ["spec.costly", specForX({ type: "array", maxItems: 9, uniqueItems: true, items: true })],
    "over numbers whose type is behind a reference": [
      "accepted",
      specForX(list(ref("n"), { uniqueItems: true }), { n: { type: "number" } }),
      {
        "good, as many as fit": fillBytes(full, (n) => x(times(n, (i) => i))),
        "all the same": many(1),
        "numbers and strings": fillBytes(full, (n) => x(times(n, (i) => (i % 2 > 0 ? `${i}` : i)))),
      },
    ],
  },
  patterns: {
    "a pattern of words": [
      "accepted",
      specForX(text({ pattern: "^[a-z]+( [a-z]+)*$" })),
      { "three words": x("one two three") },
    ],
    "nested repetition": [
      "accepted",
      specForX(list(text({ pattern: "^(a+)+$" }))),
      { "texts that nearly match": fillBytes(full, (n) => x(times(n, () => `${"a".repeat(1_000)}!`))) },
    ],
    "repetition that remembers 200 letters": [
      "accepted",
      specForX(list(text({ pattern: "(?:[ab]*a[ab]{200})$" }))),
      { "random letters": fillBytes(full, (n) => x(times(n, (i) => randomText("ab", 1_000, i)))) },
    ],
    "a lookahead": ["spec.pattern", specForX(text({ pattern: "^(?=(a+))\\1b" }))],
  },
  formats: {
    "an address": ["accepted", specForX(text({ format: "uri" })), { "a URI": x("https://example.com/a?b=c#d") }],
    "host names": [
      "accepted",
      specForX(list(text({ format: "hostname" }))),
      { "ending in a hyphen": many("xn--zzz.xn--zzz.c-") },
    ],
    "an unknown format": ["spec.keyword", specForX(text({ format: "anything" }))],
  },
  "any of many forms": {
    "a text or a number": ["accepted", specForX({ anyOf: [text(), { type: "number" }] }), { "a number": x(1) }],
    "200 number ranges": [
      "accepted",
      specForX(list({ anyOf: times(200, (i) => ({ type: "integer", minimum: i, maximum: i })) })),
      { "in the last range": many(199), "in no range": many(-1) },
    ],
    "an enum of objects": [
      "accepted",
      specForX(list({ enum: times(600, (i) => ({ a: times(16, () => 0), b: i })) })),
      { "nearly equal": many({ a: times(16, () => 0), b: -1 }), "good equal": many({ a: times(16, () => 0), b: 255 }) },
    ],
    "an enum of 1,024 texts": [
      "accepted",
      specForX(list(text({ enum: times(1_024, (i) => `${"x".repeat(20)}${i}`) }))),
      {
        "good texts": many(`${"x".repeat(20)}1023`),
        "near texts": fillBytes(limits.bodyBytes, (n) => x(times(n, (i) => `${"X".repeat(20)}${i % 9_000}`))),
      },
    ],
    "one of 60 objects": [
      "accepted",
      specForX(
        list({
          oneOf: times(60, (i) => ({
            type: "object",
            required: ["k"],
            properties: { k: { const: `${i}` } },
            additionalProperties: false,
          })),
        }),
      ),
      { "good, the last form": many({ k: "59" }), "in no form": many({ k: "x" }) },
    ],
  },
};
