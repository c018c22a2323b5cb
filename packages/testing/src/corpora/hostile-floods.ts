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

// The same candidate with no field but one, of the first type.
function declareFields(of: JsonObject): JsonObject {
  const outputFields = [{ name: "a", type: "t0", description: "abc" }];
  return { ...of, outputFields, supportedStrategies: ["fast"], sampleRecords: [{ a: "b" }] };
}

/** Packages under which much can be wrong at once; the first of each kind is honest. */
export const hostileFloods: { readonly [Kind in HostileKind]?: { readonly [name: string]: PackageEntry } } = {
  "deep nesting": {
    "a list of lists": ["accepted", specForX(list(list({ type: "integer" }))), { "one of each": x([[1]]) }],
    "28 levels by references": [
      "accepted",
      specForX(
        ref("l0"),
        makeMembers(28, (i) => [`l${i}`, i === 27 ? { type: "integer" } : list(ref(`l${i + 1}`))]),
      ),
      {
        "good, as many lists as fit": fillBytes(full, (n) =>
          x(times(n, () => times(24, (i) => i).reduce((inner: Json) => [inner], []))),
        ),
        "a list of everything else": fillBytes(full, (n) =>
          x(times(n, () => times(20, (i) => i).reduce((a: Json) => [a], "a"))),
        ),
      },
    ],
    "thirteen levels of subschemas": [
      "spec.too-large",
      specForX(times(13, (i) => i).reduce((inner: JsonObject) => list(inner), text())),
    ],
    "a default of 70 levels": [
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
        "as many wrong ones as fit": fillBytes(full, (n) => x(makeMembers(n, (i) => [i.toString(36), ""]))),
      },
    ],
    "250 members missing, in each item of a list": [
      "accepted",
      specForX(list(map({ type: "null" }, { required: times(250, (i) => `p${i}`), maxProperties: 250 }))),
      { "empty ones": many({}) },
    ],
  },
  "error flood": {
    "a list of small numbers": [
      "accepted",
      specForX(list({ type: "integer", maximum: 9 })),
      { "three of them": x([1, 2, 3]) },
    ],
    "ten ways to be wrong": [
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
    "64 rules for the same list": [
      "accepted",
      specForX(
        list(text()),
        {},
        { rules: times(64, (i) => ({ id: `r${i}`, check: "allowed-values", at: "/x/*", values: ["a"] })) },
      ),
      {
        "allowed ones": many("a"),
        "bad ones": many("b"),
        "different ones": fillBytes(full, (n) => x(times(n, (i) => i.toString(36)))),
      },
    ],
    "thousands of keywords that nobody knows": ["spec.keyword", specForX(makeMembers(5_000, (i) => [`k${i}`, i]))],
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
    "200 names of 60 characters, in each item of a list": [
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
        "16 strangers in each": fillBytes(full, (n) =>
          x(times(n, () => makeMembers(16, (i) => [`q${similarName(i).slice(3)}qq`, 1]))),
        ),
        "16 slips in each": fillBytes(full, (n) =>
          x(times(n, () => makeMembers(16, (i) => [`${similarName(i)}y`, 1]))),
        ),
        "one stranger in each": many({ ["q".repeat(60)]: 1 }),
      },
    ],
    "1,000 aliases of types": [
      "accepted",
      spec({
        fieldTypes: makeMembers(64, (t) => [
          `t${t}`,
          { schema: text(), aliases: times(16, (a) => similarName(t * 16 + a)) },
        ]),
        candidateSchema: replaceTypes(times(64, (t) => `t${t}`)),
        tests: [
          { ...acceptedTest, candidate: declareFields(acceptedTest?.candidate as JsonObject) },
          { ...refusedTest, candidate: declareFields(refusedTest?.candidate as JsonObject) },
        ] as Json[],
      }),
      {
        "64 types three slips away": candidate({
          outputFields: times(64, (i) => ({
            name: `f${i}`,
            type: `q${similarName(i).slice(3)}qq`,
            description: "abc",
          })),
        }),
        "64 types one slip away": candidate({
          outputFields: times(64, (i) => ({ name: `f${i}`, type: `${similarName(i)}y`, description: "abc" })),
        }),
      },
    ],
    "256 values of 60 characters": [
      "accepted",
      specForX(list({ type: "string", enum: times(256, similarName) })),
      {
        "three slips away": fillBytes(full, (n) => x(times(n, (i) => `q${similarName(i).slice(3)}qq`))),
        "one slip away": fillBytes(full, (n) => x(times(n, (i) => `${similarName(i % 256)}y`))),
      },
    ],
  },
  normalization: {
    "one text": [
      "accepted",
      specForX(text(), {}, { normalize: [{ at: "/x", ops: ["nfc", "trim"] }] }),
      { "blanks around it": x(" a ") },
    ],
    "a long list of texts": [
      "accepted",
      specForX(list(text()), {}, { normalize: [{ at: "/x/*", ops: ["nfc", "newlines", "trim"] }] }),
      { "good, short": many(""), "good, with blanks": many(" é "), "none at all": many(0) },
    ],
    "a long list to sort": [
      "accepted",
      specForX(list(text()), {}, { normalize: [{ at: "/x", ops: ["sort"] }] }),
      {
        "good, in no order": fillBytes(full, (n) => x(times(n, (i) => ((i * 7919) % 10_007).toString(36)))),
        "good, backwards": fillBytes(full, (n) => x(times(n, (i) => `${90_000 - i}`))),
      },
    ],
    "64 times the same texts": [
      "spec.normalization",
      specForX(list(text()), {}, { normalize: times(64, () => ({ at: "/x/*", ops: ["nfc", "newlines", "trim"] })) }),
    ],
  },
};
