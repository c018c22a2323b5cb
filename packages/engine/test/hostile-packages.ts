import { type Json, type JsonObject, type JsonSchema, limits, type SpecProblemCode } from "@assay/contract";
import { specFile } from "./golden-cases.ts";
import { candidate, filled, membersOf, times } from "./honest-bodies.ts";
import { type HostileKind, instructions, marker } from "./hostile-bodies.ts";
import { hostileNames } from "./hostile-values.ts";
import { createRandom } from "./seeded-random.ts";

/** A spec package that is meant to hang, flood or fool its readers, and candidates that would make it do so. */
export interface HostilePackage {
  readonly kind: HostileKind;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The code of its first problem, or `accepted`: then its candidates cost no more than others. */
  readonly ends: SpecProblemCode | "accepted";
  readonly bodies: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

type Edit = { readonly [member: string]: Json };
type Bodies = { readonly [name: string]: Json };
type Entry = readonly [ends: HostilePackage["ends"], spec: Json | string, bodies?: Bodies];

const full = limits.bodyBytes;
const base = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0"))) as JsonObject;
const [accepted, , refused] = base.tests as readonly JsonObject[];
const schema = base.candidateSchema as JsonObject;
const x = (value: Json) => candidate({ x: value });

/** The package of Datamint with two tests, and other members where they are given. */
function spec(members: Edit = {}): JsonObject {
  return { ...base, tests: [accepted, refused] as Json[], ...members };
}

/** The same, where a candidate may have a member `x` that fits a schema. */
function specOfX(inner: JsonSchema, $defs: Edit = {}, members: Edit = {}): JsonObject {
  const properties = { ...(schema.properties as JsonObject), x: inner };
  return spec({ candidateSchema: { ...schema, properties, $defs }, ...members });
}

const list = (items: JsonSchema, more: Edit = {}): JsonObject => ({ type: "array", maxItems: 100_000, items, ...more });
const text = (more: Edit = {}): JsonObject => ({ type: "string", maxLength: 1_024, ...more });
const map = (inner: JsonSchema, more: Edit = {}): JsonObject => ({
  type: "object",
  maxProperties: 100_000,
  additionalProperties: inner,
  ...more,
});
const many = (value: Json) => filled(full, (n) => x(times(n, () => value)));
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const near = (i: number) => `f${"x".repeat(28)}${i.toString(36).padStart(2, "0")}${"y".repeat(28)}`;

// Each definition applies the next one twice.
function doubling(levels: number, last: JsonSchema): Edit {
  return membersOf(levels + 1, (i) => [
    `d${i}`,
    i === levels ? (last as Json) : { allOf: [ref(`d${i + 1}`), ref(`d${i + 1}`)] },
  ]);
}

function randomText(letters: string, length: number, seed: number): string {
  const random = createRandom(seed);
  return times(length, () => random.pick([...letters])).join("");
}

const packages: { readonly [Kind in HostileKind]?: { readonly [name: string]: Entry } } = {
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
      { "as long as fits": filled(full, (n) => x("x".repeat(n))), "long enough to be counted": x("é".repeat(30_000)) },
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
        "as many as fit": filled(full, (n) => x(times(n, (i) => i))),
        "all the same": many(1),
        "all the same but for their types": filled(full, (n) => x(times(n, (i) => (i % 2 > 0 ? `${i}` : i)))),
      },
    ],
    "over texts of which only the ends differ": [
      "accepted",
      specOfX(list(ref("t"), { uniqueItems: true }), { t: { type: "string", maxLength: 60_000 } }),
      { "sixty of them": filled(full, (n) => x(times(60, (i) => `${"x".repeat(n)}${i}`))) },
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
    "names of hosts in many scripts": [
      "accepted",
      specOfX(list(text({ format: "idn-hostname" }))),
      {
        "labels that are refused": many("한!"),
        "labels of one letter": filled(full, (n) => x(times(n, () => "漢.".repeat(200)))),
        "labels in Punycode": many("xn--xn--xn--a"),
      },
    ],
    "mail addresses in many scripts": [
      "accepted",
      specOfX(list(text({ format: "idn-email" }))),
      { "letters that take exponential time elsewhere": many(`${"é".repeat(60)}"`), "a bad host": many("a@é!") },
    ],
    "names of hosts": [
      "accepted",
      specOfX(list(text({ format: "hostname" }))),
      { "in Punycode": many("xn--zzz.xn--zzz.c") },
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
      { "the last": many({ k: "59" }), none: many({ k: "x" }) },
    ],
    "an object or another": ["spec.costly", specOfX({ anyOf: [map(text()), map({ type: "integer" })] })],
    "one of two that nothing tells apart": ["spec.costly", specOfX({ oneOf: [map(text()), map({ type: "integer" })] })],
    "255 values and one too many": ["spec.shape", specOfX({ enum: times(257, (i) => i) })],
  },
  "deep nesting": {
    "a list of lists": ["accepted", specOfX(list(list({ type: "integer" }))), { "one of each": x([[1]]) }],
    "28 levels by references": [
      "accepted",
      specOfX(
        ref("l0"),
        membersOf(28, (i) => [`l${i}`, i === 27 ? { type: "integer" } : list(ref(`l${i + 1}`))]),
      ),
      {
        "as many lists as fit": filled(full, (n) =>
          x(times(n, () => times(24, (i) => i).reduce((inner: Json) => [inner], []))),
        ),
        "a list of everything else": filled(full, (n) =>
          x(times(n, () => times(20, (i) => i).reduce((a: Json) => [a], "a"))),
        ),
      },
    ],
    "thirteen levels of subschemas": [
      "spec.too-large",
      specOfX(times(13, (i) => i).reduce((inner: JsonObject) => list(inner), text())),
    ],
    "a default of 70 levels": [
      "spec.unreadable",
      JSON.stringify(spec()).replace('"format"', `"deep":${"[".repeat(70)}${"]".repeat(70)},"format"`),
    ],
    "a document that never ends": ["spec.unreadable", "[".repeat(200_000)],
  },
  "wide maps": {
    "a map of eight": ["accepted", specOfX(map(text(), { maxProperties: 8 })), { "one text": x({ a: "b" }) }],
    "a map of a billion": [
      "accepted",
      specOfX(map({ type: "integer" }, { maxProperties: 1e9 })),
      {
        "as many as fit": filled(full, (n) => x(membersOf(n, (i) => [i.toString(36), 1]))),
        "as many wrong ones as fit": filled(full, (n) => x(membersOf(n, (i) => [i.toString(36), ""]))),
      },
    ],
    "200 members, in each item of a list": [
      "accepted",
      specOfX(
        list({
          type: "object",
          properties: membersOf(200, (i) => [`p${i}`, true && { type: "null" }]),
          additionalProperties: false,
        }),
      ),
      {
        "empty ones": many({}),
        "a stranger in each": many({ q: 1 }),
        "all of them": many(membersOf(200, (i) => [`p${i}`, null])),
      },
    ],
    "250 members missing, in each item of a list": [
      "accepted",
      specOfX(
        list({ type: "object", required: times(250, (i) => `p${i}`), maxProperties: 0, additionalProperties: false }),
      ),
      { "empty ones": many({}) },
    ],
    "members that ask for 250 others": [
      "accepted",
      specOfX(list(map({ type: "null" }, { dependentRequired: { a: times(250, (i) => `p${i}`) } }))),
      { "that member": many({ a: null }) },
    ],
    "a map without end": ["spec.unbounded", specOfX({ type: "object", additionalProperties: text() })],
    "257 subschemas": [
      "spec.too-large",
      specOfX({
        type: "object",
        properties: membersOf(257, (i) => [`p${i}`, { type: "null" }]),
        additionalProperties: false,
      }),
    ],
  },
  "error flood": {
    "a list of small numbers": [
      "accepted",
      specOfX(list({ type: "integer", maximum: 9 })),
      { "three of them": x([1, 2, 3]) },
    ],
    "ten ways to be wrong": [
      "accepted",
      specOfX(
        list({
          type: "string",
          maxLength: 0,
          enum: [""],
          const: "",
          minimum: 5,
          exclusiveMinimum: 5,
          multipleOf: 7,
          not: { type: "number" },
          anyOf: [{ type: "null" }],
          allOf: [{ minimum: 6 }, { minimum: 7 }],
        }),
      ),
      { "as many as fit": many(1) },
    ],
    "an error in each of many references": [
      "accepted",
      specOfX(list(ref("a")), {
        a: { type: "object", properties: { b: ref("c") }, required: ["b"], additionalProperties: false },
        c: { type: "null" },
      }),
      { "as many as fit": many({ b: 1 }), "as many empty ones as fit": many({}) },
    ],
    "64 rules for the same list": [
      "accepted",
      specOfX(
        list(text()),
        {},
        { rules: times(64, (i) => ({ id: `r${i}`, check: "allowed-values", at: "/x/*", values: ["a"] })) },
      ),
      {
        "good ones": many("a"),
        "bad ones": many("b"),
        "different ones": filled(full, (n) => x(times(n, (i) => i.toString(36)))),
      },
    ],
    "64 rules for the whole candidate": [
      "accepted",
      spec({
        rules: times(64, (i) => ({
          id: `r${i}`,
          check: "unique-by",
          at: "/sampleRecords",
          by: "/member",
          severity: "info",
        })),
      }),
      {
        "as many records as fit": filled(full, (n) => candidate({ sampleRecords: times(n, () => ({ member: "a" })) })),
      },
    ],
    "thousands of members that nobody knows": ["spec.shape", spec(membersOf(10_000, (i) => [`m${i}`, i]))],
    "thousands of keywords that nobody knows": ["spec.keyword", specOfX(membersOf(5_000, (i) => [`k${i}`, i]))],
    "thousands of wrong tests": ["spec.shape", spec({ tests: times(20_000, () => 0) })],
    "a rule of each wrong kind": [
      "spec.shape",
      spec({ rules: times(64, (i) => membersOf(60, (j) => [`m${i}-${j}`, j])) }),
    ],
  },
  "fix flood": {
    "names of 60 characters": [
      "accepted",
      specOfX({
        type: "object",
        properties: membersOf(4, (i) => [near(i), { type: "integer" }]),
        additionalProperties: false,
      }),
      { "one of them": x({ [near(1)]: 1 }) },
    ],
    "200 names of 60 characters, in each item of a list": [
      "accepted",
      specOfX(
        list({
          type: "object",
          properties: membersOf(200, (i) => [near(i), { type: "integer" }]),
          required: times(200, near),
          additionalProperties: false,
        }),
      ),
      {
        "16 strangers in each": filled(full, (n) =>
          x(times(n, () => membersOf(16, (i) => [`q${near(i).slice(3)}qq`, 1]))),
        ),
        "16 slips in each": filled(full, (n) => x(times(n, () => membersOf(16, (i) => [`${near(i)}y`, 1])))),
        "one stranger in each": many({ ["q".repeat(60)]: 1 }),
      },
    ],
    "1,000 aliases of types": [
      "accepted",
      spec({
        fieldTypes: membersOf(64, (t) => [`t${t}`, { schema: text(), aliases: times(16, (a) => near(t * 16 + a)) }]),
        candidateSchema: withTypes(times(64, (t) => `t${t}`)),
        tests: [
          { ...accepted, candidate: declared(accepted?.candidate as JsonObject) },
          { ...refused, candidate: declared(refused?.candidate as JsonObject) },
        ] as Json[],
      }),
      {
        "64 types three slips away": candidate({
          outputFields: times(64, (i) => ({ name: `f${i}`, type: `q${near(i).slice(3)}qq`, description: "abc" })),
        }),
        "64 types one slip away": candidate({
          outputFields: times(64, (i) => ({ name: `f${i}`, type: `${near(i)}y`, description: "abc" })),
        }),
      },
    ],
    "256 values of 60 characters": [
      "accepted",
      specOfX(list({ type: "string", enum: times(256, near) })),
      {
        "three slips away": filled(full, (n) => x(times(n, (i) => `q${near(i).slice(3)}qq`))),
        "one slip away": filled(full, (n) => x(times(n, (i) => `${near(i % 256)}y`))),
      },
    ],
    "a list of objects with two members": [
      "accepted",
      specOfX(
        list({
          type: "object",
          properties: { first: text(), second: text() },
          required: ["first", "second"],
          additionalProperties: false,
        }),
      ),
      { "both misspelled": many({ frist: "", secnod: "" }), "both renamed": many({ a: "", b: "" }) },
    ],
  },
  normalization: {
    "one text": [
      "accepted",
      specOfX(text(), {}, { normalize: [{ at: "/x", ops: ["nfc", "trim"] }] }),
      { "blanks around it": x(" a ") },
    ],
    "64 times the same texts": [
      "accepted",
      specOfX(list(text()), {}, { normalize: times(64, () => ({ at: "/x/*", ops: ["nfc", "newlines", "trim"] })) }),
      { "short ones": many(""), "blanks around them": many(" é "), "none at all": many(0) },
    ],
    "a long list to sort": [
      "accepted",
      specOfX(list(text()), {}, { normalize: times(64, () => ({ at: "/x", ops: ["sort"] })) }),
      {
        "in no order": filled(full, (n) => x(times(n, (i) => ((i * 7919) % 10_007).toString(36)))),
        backwards: filled(full, (n) => x(times(n, (i) => `${90_000 - i}`))),
      },
    ],
    "64 members of a wide object": [
      "accepted",
      specOfX(
        { type: "object", properties: membersOf(64, (i) => [`p${i}`, text()]), additionalProperties: false },
        {},
        { normalize: times(64, (i) => ({ at: `/x/p${i}`, ops: ["trim"] })) },
      ),
      {
        "with thousands of strangers": filled(full, (n) =>
          x({ ...membersOf(64, (i) => [`p${i}`, " a"]), ...membersOf(n, (i) => [i.toString(36), 1]) }),
        ),
      },
    ],
    "the owner": ["spec.normalization", spec({ normalize: [{ at: "/owner/id", ops: ["trim"] }] })],
    "objects in order": ["spec.normalization", spec({ normalize: [{ at: "/outputFields", ops: ["sort"] }] })],
    everything: ["spec.normalization", spec({ normalize: [{ at: "", ops: ["trim"] }] })],
  },
  "lying tests": {
    "two tests that hold": ["accepted", spec()],
    "an agent that is accepted": [
      "spec.test-failed",
      spec({ tests: [accepted, { ...refused, expect: [] }, refused] as Json[] }),
    ],
    "an error that does not come": [
      "spec.test-failed",
      spec({ tests: [accepted, refused, { ...accepted, expect: [{ code: "field.type", path: "/owner" }] }] as Json[] }),
    ],
    "a code that does not exist": [
      "spec.test-failed",
      spec({ tests: [accepted, { ...refused, expect: [{ code: "no.such-code", path: "" }] }] as Json[] }),
    ],
    "no test that refuses": ["spec.tests", spec({ tests: [accepted, accepted] as Json[] })],
    "64 tests that take everything there is": [
      "spec.too-large",
      specOfX(list({ type: "integer", allOf: [ref("d0")] }), doubling(8, { minimum: 0 }), {
        tests: [
          accepted,
          ...times(63, () => ({
            ...accepted,
            candidate: x(times(900, () => 1)),
            expect: [{ code: "check.budget", path: "" }],
          })),
        ] as Json[],
      }),
    ],
    "64 tests with hundreds of ids each": [
      "accepted",
      spec({ tests: [refused, ...times(63, () => ({ ...accepted, registry: times(300, (i) => `a${i}`) }))] as Json[] }),
    ],
    "64 tests that fail with a flood": [
      "spec.test-failed",
      spec({
        tests: [
          accepted,
          ...times(63, () => ({ ...refused, candidate: membersOf(300, (i) => [`m${i}`, i]) })),
        ] as Json[],
      }),
    ],
  },
  oversize: {
    "a long summary": ["accepted", spec({ summary: marker.repeat(2_000) })],
    "256 KiB and one byte": ["spec.too-large", padded(limits.specPackage.bytes + 1)],
    "a megabyte": ["spec.too-large", padded(1_048_576)],
    "a schema of 33,000 bytes": ["spec.too-large", specOfX({ type: "null", $comment: "x".repeat(33_000) })],
    "a type of 33,000 bytes": [
      "spec.too-large",
      spec({
        fieldTypes: { ...(base.fieldTypes as JsonObject), string: { schema: text({ title: "x".repeat(33_000) }) } },
      }),
    ],
    "65 rules": [
      "spec.shape",
      spec({ rules: times(65, (i) => ({ id: `r${i}`, check: "unique-by", at: "/outputFields", by: "/name" })) }),
    ],
    "65 normalizations": ["spec.shape", spec({ normalize: times(65, () => ({ at: "/description", ops: ["trim"] })) })],
    "a summary of 2,001 characters": ["spec.shape", spec({ summary: marker.repeat(2_001) })],
  },
  "ambiguous JSON": {
    "an escape in a name": ["accepted", JSON.stringify(spec()).replace('"title"', '"titl\\u0065"')],
    "a member twice": [
      "spec.unreadable",
      JSON.stringify(spec()).replace('"format"', '"owner":{"kinds":["agent"]},"format"'),
    ],
    "a member twice, by an escape": [
      "spec.unreadable",
      JSON.stringify(spec()).replace('"format"', '"own\\u0065r":{"kinds":["agent"]},"format"'),
    ],
    "a mark in front": ["spec.unreadable", `\ufeff${JSON.stringify(spec())}`],
    "a number that no double holds": [
      "spec.unreadable",
      JSON.stringify(spec()).replace(":2000,", ":9007199254740993,"),
    ],
    nothing: ["spec.unreadable", ""],
  },
  "member names": {
    "members called like those of every object": [
      "accepted",
      specOfX({
        type: "object",
        properties: membersOf(hostileNames.length, (i) => [hostileNames[i] ?? "", { type: "integer" }]),
        required: ["toString", "constructor", "__proto__"],
        additionalProperties: false,
      }),
      {
        "all of them": x(membersOf(hostileNames.length, (i) => [hostileNames[i] ?? "", 1])),
        "none of them": x({}),
        "all of them wrong": x(membersOf(hostileNames.length, (i) => [hostileNames[i] ?? "", []])),
        "all of them with a letter too many": x(membersOf(hostileNames.length, (i) => [`${hostileNames[i]}s`, 1])),
      },
    ],
    "definitions and patterns of such names": [
      "accepted",
      specOfX(
        {
          type: "object",
          maxProperties: 9,
          additionalProperties: false,
          patternProperties: {
            "^__proto__$": ref("__proto__"),
            "constructor|/|~": ref("a~1b~0c"),
            "\u202e": ref("toString"),
          },
        },
        { ["__proto__"]: { type: "integer" }, "a/b~c": { type: "integer" }, toString: { type: "integer" } },
      ),
      {
        good: x({ ["__proto__"]: 1, constructor: 2 }),
        wrong: x({ ["__proto__"]: "", constructor: "", "/": "", "\u202e": "" }),
      },
    ],
    "a name as long as a schema allows": [
      "accepted",
      specOfX({
        type: "object",
        properties: { [marker.repeat(12_000)]: { type: "integer" } },
        required: [marker.repeat(12_000)],
        additionalProperties: false,
      }),
      {
        "without it": x({}),
        "a bad value": x({ [marker.repeat(12_000)]: "" }),
        "a slip": x({ [`${marker.repeat(11_999)}q`]: 1 }),
      },
    ],
    "a name of 60,000 characters": [
      "spec.too-large",
      specOfX({
        type: "object",
        properties: { [marker.repeat(60_000)]: { type: "integer" } },
        additionalProperties: false,
      }),
    ],
    "a type called __proto__": ["spec.shape", spec({ fieldTypes: { ["__proto__"]: { schema: text() } } })],
    "a reference to a prototype": ["spec.reference", specOfX({ $ref: "#/$defs/__proto__" })],
    "a rule at a prototype": [
      "spec.unreachable",
      spec({ rules: [{ id: "r", check: "allowed-values", at: "/__proto__/constructor", values: [1] }] }),
    ],
  },
  texts: {
    "texts in many scripts": ["accepted", spec({ title: "Générateurs", summary: "Смысл — 日本語" })],
    "instructions in every text": [
      "accepted",
      specOfX(
        {
          ...text({ enum: [instructions("enum")] }),
          title: instructions("title"),
          description: instructions("description"),
          $comment: instructions("comment"),
          examples: [instructions("example")],
          default: instructions("default"),
        },
        {},
        {
          title: instructions("title"),
          summary: instructions("summary"),
          owner: { kinds: ["human"], why: instructions("why of the owner") },
          generatorId: { compare: "ascii-lower-separators", why: instructions("why of the id") },
          rules: (base.rules as readonly JsonObject[]).map((rule) => ({ ...rule, why: instructions("why of a rule") })),
          tests: [{ ...accepted, name: instructions("test") }, refused] as Json[],
        },
      ),
      {
        "everything wrong": {
          owner: { kind: "agent", id: "1" },
          generatorId: "A b",
          outputFields: [{ name: "a", type: "b" }, { name: "a" }],
          supportedStrategies: ["c"],
          sampleRecords: [{ d: [] }],
          x: "e",
        },
      },
    ],
    "instructions in names and patterns": [
      "accepted",
      specOfX({
        type: "object",
        properties: { [instructions("name")]: text({ pattern: `^${marker.repeat(120)}$` }) },
        required: [instructions("name")],
        maxProperties: 3,
        additionalProperties: { type: "string", maxLength: 9, pattern: `^${marker.repeat(120)}$` },
      }),
      { "without it": x({}), "a bad value": x({ [instructions("name")]: "", a: "b" }) },
    ],
    "instructions in a test that fails": [
      "spec.test-failed",
      spec({
        tests: [
          accepted,
          { ...refused, name: instructions("name"), expect: [{ code: instructions("code"), path: "/a" }] },
        ] as Json[],
      }),
    ],
    "instructions in members that nobody knows": [
      "spec.shape",
      spec({
        [instructions("member")]: instructions("value"),
        format: instructions("format"),
        version: instructions("version"),
      }),
    ],
    "instructions in keywords that nobody knows": [
      "spec.keyword",
      specOfX({ [instructions("keyword")]: instructions("value"), format: instructions("format") }),
    ],
    "instructions in references": ["spec.reference", specOfX({ $ref: `#/$defs/${instructions("name")}` })],
    "instructions in patterns": ["spec.pattern", specOfX({ ...text({ pattern: `(${instructions("pattern")}` }) })],
    "instructions in rules": [
      "spec.unreachable",
      spec({
        rules: [{ id: "r", check: "allowed-values", at: `/${instructions("place")}`, values: [instructions("value")] }],
      }),
    ],
    "instructions in a document that cannot be read": ["spec.unreadable", `{"a":${instructions("value")}}`],
  },
};

function withTypes(types: readonly string[]): JsonObject {
  return JSON.parse(JSON.stringify(schema), (name, value) =>
    name === "enum" && value.includes("uuid") ? types : value,
  ) as JsonObject;
}

// The same candidate with no field but one, of the first type.
function declared(of: JsonObject): JsonObject {
  return { ...of, outputFields: [{ name: "a", type: "t0", description: "abc" }], sampleRecords: [{ a: "b" }] };
}

function padded(bytes: number): string {
  const json = JSON.stringify(spec());
  return json + " ".repeat(bytes - Buffer.byteLength(json));
}

/** Every hostile spec package with its candidates, and an honest one of each kind. */
export function hostilePackages(): readonly HostilePackage[] {
  const encode = (value: Json) => new TextEncoder().encode(JSON.stringify(value));
  return Object.entries(packages).flatMap(([kind, entries]) =>
    Object.entries(entries).map(([name, [ends, content, bodies = {}]]) => ({
      kind: kind as HostileKind,
      name,
      bytes: typeof content === "string" ? new TextEncoder().encode(content) : encode(content),
      ends,
      bodies: Object.entries(bodies).map(([body, value]) => ({ name: body, bytes: encode(value) })),
    })),
  );
}
