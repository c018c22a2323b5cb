import { type Json, type JsonObject, limits } from "@assay/contract";
import { fillBytes, makeMembers, times } from "./build-values.ts";
import { candidate } from "./honest-candidates.ts";
import type { HostileKind } from "./hostile-kinds.ts";
import {
  acceptedTest,
  list,
  many,
  map,
  type PackageEntry,
  ref,
  refusedTest,
  schema,
  spec,
  specForX,
  text,
  x,
} from "./hostile-spec.ts";

const full = limits.bodyBytes;
const similarName = (i: number) => `f${"x".repeat(28)}${i.toString(36).padStart(2, "0")}${"y".repeat(28)}`;

function replaceTypes(types: readonly string[]): JsonObject {
  return JSON.parse(JSON.stringify(schema), (name, value) =>
    name === "enum" && value.includes("uuid") ? types : value,
  ) as JsonObject;
}

// Reduces a candidate to a single field of the first type.
function keepOneField(original: JsonObject): JsonObject {
  const outputFields = [{ name: "a", type: "t0", description: "abc" }];
  return { ...original, outputFields, supportedStrategies: ["fast"], sampleRecords: [{ a: "b" }] };
}

/** Spec packages that let a candidate have a huge number of errors. The first of each kind is honest. */
export const hostileFloods: { readonly [Kind in HostileKind]?: { readonly [name: string]: PackageEntry } } = {
  "deep nesting": {
    "an array of arrays": ["accepted", specForX(list(list({ type: "integer" }))), { "one item in each": x([[1]]) }],
    "28 levels by references": [
      "accepted",
      specForX(
        ref("l0"),
        makeMembers(28, (i) => [`l${i}`, i === 27 ? { type: "integer" } : list(ref(`l${i + 1}`))]),
      ),
      {
        "good, as many arrays as fit": fillBytes(full, (n) =>
          x(times(n, () => times(24, (i) => i).reduce((inner: Json) => [inner], []))),
        ),
        "as many misplaced strings as fit": fillBytes(full, (n) =>
          x(times(n, () => times(20, (i) => i).reduce((a: Json) => [a], "a"))),
        ),
      },
    ],
    "thirteen levels of subschemas": [
      "spec.too-large",
      specForX(times(13, (i) => i).reduce((inner: JsonObject) => list(inner), text())),
    ],
    "a default with 70 levels": [
      "spec.unreadable",
      JSON.stringify(spec()).replace('"format"', `"deep":${"[".repeat(70)}${"]".repeat(70)},"format"`),
    ],
  },
  "wide maps": {
    "a map of eight": ["accepted", specForX(map(text(), { maxProperties: 8 })), { "one text": x({ a: "b" }) }],
    "a map of a billion": [
      "accepted",
      specForX(map({ type: "integer" }, { maxProperties: 1e9 })),
      {
        "good, as many as fit": fillBytes(full, (n) => x(makeMembers(n, (i) => [i.toString(36), 1]))),
        "as many invalid values as fit": fillBytes(full, (n) => x(makeMembers(n, (i) => [i.toString(36), ""]))),
      },
    ],
    "250 missing members in each item": [
      "accepted",
      specForX(list(map({ type: "null" }, { required: times(250, (i) => `p${i}`), maxProperties: 250 }))),
      { "empty objects": many({}) },
    ],
  },
  "error flood": {
    "an array of small numbers": [
      "accepted",
      specForX(list({ type: "integer", maximum: 9 })),
      { "three of them": x([1, 2, 3]) },
    ],
    "ten keywords that fail": [
      "accepted",
      specForX(
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
    "64 rules for the same array": [
      "accepted",
      specForX(
        list(text()),
        {},
        { rules: times(64, (i) => ({ id: `r${i}`, check: "allowed-values", at: "/x/*", values: ["a"] })) },
      ),
      {
        "allowed values": many("a"),
        "forbidden values": many("b"),
        "different values": fillBytes(full, (n) => x(times(n, (i) => i.toString(36)))),
      },
    ],
    "thousands of unknown keywords": ["spec.keyword", specForX(makeMembers(5_000, (i) => [`k${i}`, i]))],
  },
  "fix flood": {
    "names of 60 characters": [
      "accepted",
      specForX({
        type: "object",
        properties: makeMembers(4, (i) => [similarName(i), { type: "integer" }]),
        additionalProperties: false,
      }),
      { "one of them": x({ [similarName(1)]: 1 }) },
    ],
    "200 names of 60 characters in each item": [
      "accepted",
      specForX(
        list({
          type: "object",
          properties: makeMembers(200, (i) => [similarName(i), { type: "integer" }]),
          required: times(200, similarName),
          additionalProperties: false,
        }),
      ),
      {
        "16 unrelated names in each": fillBytes(full, (n) =>
          x(times(n, () => makeMembers(16, (i) => [`q${similarName(i).slice(3)}qq`, 1]))),
        ),
        "16 misspelled names in each": fillBytes(full, (n) =>
          x(times(n, () => makeMembers(16, (i) => [`${similarName(i)}y`, 1]))),
        ),
        "one unrelated name in each": many({ ["q".repeat(60)]: 1 }),
      },
    ],
    "1,000 type aliases": [
      "accepted",
      spec({
        fieldTypes: makeMembers(64, (t) => [
          `t${t}`,
          { schema: text(), aliases: times(16, (a) => similarName(t * 16 + a)) },
        ]),
        candidateSchema: replaceTypes(times(64, (t) => `t${t}`)),
        tests: [
          { ...acceptedTest, candidate: keepOneField(acceptedTest?.candidate as JsonObject) },
          { ...refusedTest, candidate: keepOneField(refusedTest?.candidate as JsonObject) },
        ] as Json[],
      }),
      {
        "64 types, each with three incorrect letters": candidate({
          outputFields: times(64, (i) => ({
            name: `f${i}`,
            type: `q${similarName(i).slice(3)}qq`,
            description: "abc",
          })),
        }),
        "64 types, each with one incorrect letter": candidate({
          outputFields: times(64, (i) => ({ name: `f${i}`, type: `${similarName(i)}y`, description: "abc" })),
        }),
      },
    ],
    "256 values of 60 characters": [
      "accepted",
      specForX(list({ type: "string", enum: times(256, similarName) })),
      {
        "three incorrect letters in each": fillBytes(full, (n) => x(times(n, (i) => `q${similarName(i).slice(3)}qq`))),
        "one incorrect letter in each": fillBytes(full, (n) => x(times(n, (i) => `${similarName(i % 256)}y`))),
      },
    ],
  },
  normalization: {
    "one text": [
      "accepted",
      specForX(text(), {}, { normalize: [{ at: "/x", ops: ["nfc", "trim"] }] }),
      { "surrounding spaces": x(" a ") },
    ],
    "a long array of texts": [
      "accepted",
      specForX(list(text()), {}, { normalize: [{ at: "/x/*", ops: ["nfc", "newlines", "trim"] }] }),
      { "good, short": many(""), "good, with spaces": many(" é "), numbers: many(0) },
    ],
    "a long array to sort": [
      "accepted",
      specForX(list(text()), {}, { normalize: [{ at: "/x", ops: ["sort"] }] }),
      {
        "good, unordered": fillBytes(full, (n) => x(times(n, (i) => ((i * 7919) % 10_007).toString(36)))),
        "good, in reverse order": fillBytes(full, (n) => x(times(n, (i) => `${90_000 - i}`))),
      },
    ],
    "64 normalizations of the same texts": [
      "spec.normalization",
      specForX(list(text()), {}, { normalize: times(64, () => ({ at: "/x/*", ops: ["nfc", "newlines", "trim"] })) }),
    ],
  },
};
