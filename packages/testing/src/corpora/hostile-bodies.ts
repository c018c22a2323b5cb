import { type Json, type JsonObject, limits } from "@assay/contract";
import { countBytes, fillBytes, makeMembers, times } from "./build-values.ts";
import { candidate, field, honestCandidate } from "./honest-candidates.ts";
import { type BodyResult, hostileJson } from "./hostile-json.ts";
import { type HostileKind, instructions, long, marker } from "./hostile-kinds.ts";
import { hostileNames, hostileTexts } from "./hostile-values.ts";

/** A body that an attacker sends to make the engine work too long or give a harmful answer. */
export interface HostileBody {
  readonly kind: HostileKind;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The expected outcome. */
  readonly expected: BodyResult;
}

const full = limits.bodyBytes;
const shortName = (i: number) => `${i.toString(36)}z`;
// Names of about 60 characters that differ only in the middle, so that comparing them takes as long as possible.
const similarName = (i: number) => `f${"x".repeat(28)}${i.toString(36).padStart(2, "0")}${"y".repeat(28)}`;
const types = ["string", "integer", "number", "boolean", "date", "date-time", "email", "uuid"];

function nest(depth: number, inner: Json, wrap: (inner: Json) => Json): Json {
  return times(depth, (i) => i).reduce((value: Json) => wrap(value), inner);
}

function createSamples(type: string, value: (record: number) => Json): JsonObject {
  const sampleRecords = times(100, (record) => ({ value: value(record) }));
  return candidate({ outputFields: [field("value", type)], sampleRecords });
}

function createSimilarFields(record: JsonObject): JsonObject {
  const outputFields = times(64, (i) => ({
    name: similarName(i),
    type: types[i % 8] as string,
    description: `F${i} is it`,
  }));
  return candidate({ outputFields, sampleRecords: times(100, () => record) });
}

/** Bodies as JSON values, by kind of attack. The first of each kind is honest and valid. */
const values: { readonly [Kind in HostileKind]?: { readonly [name: string]: Json } } = {
  "unique items": {
    "two strategies": candidate({ supportedStrategies: ["realistic", "fast"] }),
    "one strategy eight times": candidate({ supportedStrategies: times(8, () => "fast") }),
    "one strategy many times": fillBytes(full, (n) => candidate({ supportedStrategies: times(n, () => "fast") })),
  },
  patterns: {
    "a generator id of 64 characters": candidate({ generatorId: `a${"-a".repeat(31)}a` }),
    "a generator id that occupies a backtracking engine for years": candidate({ generatorId: `${"a-".repeat(500)}!` }),
    "a generator id that fills the body": fillBytes(full, (n) => candidate({ generatorId: "a-".repeat(n) })),
    "64 long field names that match except for the last character": fillBytes(full, (n) =>
      candidate({ outputFields: times(64, (i) => field(`${"aB_0".repeat(n)}${i}!`, "string")) }),
    ),
  },
  formats: {
    "a date in each record": createSamples("date", (i) => `20${10 + (i % 80)}-02-28`),
    "an owner id that fills the body": fillBytes(full, (n) =>
      candidate({ owner: { kind: "human", id: "3f0c6f0e-".repeat(n) } }),
    ),
    "100 email addresses with many dots": createSamples("email", (i) => `${"a.".repeat(120)}${i}`),
    "100 quoted email addresses": createSamples("email", () => `"${'\\"'.repeat(120)}"@[1.2.3.4`),
  },
  "deep nesting": {
    "one level of each": candidate(),
    "31 objects inside an unknown member": candidate({ q: nest(31, "x".repeat(60_000), (a) => ({ a })) }),
    "31 arrays around each sample value": fillBytes(full, (n) =>
      candidate({ sampleRecords: times(n, () => ({ member: nest(29, 1, (a) => [a]) })) }),
    ),
  },
  "wide maps": {
    "a record with 64 members": candidate({
      outputFields: times(64, (i) => field(`f${i}`, "integer")),
      sampleRecords: times(3, (r) => makeMembers(64, (i) => [`f${i}`, r + i])),
    }),
    "one record with thousands of members": fillBytes(full, (n) =>
      candidate({ sampleRecords: [makeMembers(n, (i) => [shortName(i), 1])] }),
    ),
    "an owner with thousands of members": fillBytes(full, (n) =>
      candidate({ owner: { kind: "human", ...makeMembers(n, (i) => [shortName(i), 1]) } }),
    ),
    "a record with 26 fixable values and thousands of unknown members": fillBytes(full, (n) =>
      candidate({
        outputFields: times(26, (i) => field(`f${i}`, "integer")),
        sampleRecords: [{ ...makeMembers(26, (i) => [`f${i}`, "1"]), ...makeMembers(n, (i) => [shortName(i), 1]) }],
      }),
    ),
  },
  "error flood": {
    "an ordinary candidate": candidate(),
    "thousands of unknown members": fillBytes(full, (n) => candidate(makeMembers(n, (i) => [shortName(i), 1]))),
    "unknown members in each field": fillBytes(full, (n) =>
      candidate({
        outputFields: times(64, (f) => ({ ...field(`f${f}`, "string"), ...makeMembers(n, (i) => [shortName(i), 1]) })),
      }),
    ),
    "everything missing in 20,000 fields": fillBytes(full, (n) => candidate({ outputFields: times(n, () => ({})) })),
  },
  "fix flood": {
    "names of 60 characters": candidate({
      outputFields: times(64, (i) => ({ name: similarName(i), type: "integer", description: `F${i} is it` })),
      sampleRecords: times(10, () => makeMembers(64, (i) => [similarName(i), i])),
    }),
    "64 fields with every member misspelled": candidate({
      outputFields: times(64, (i) => ({ nme: `f${i}`, tpye: "int", descripton: `What it is ${i}` })),
    }),
    "eight misspelled names in each record": createSimilarFields(makeMembers(8, (i) => [`${similarName(i)}y`, "1"])),
    "a fixable mistake of each kind in a large candidate": {
      ...honestCandidate(60_000),
      generatorId: "Loyalty_Card",
      generator_name: "Loyalty card",
      generatorName: 7,
      supportedStrategies: ["fast ", "realstic", "fast"],
      ...makeMembers(12, (i) => [`extra${i}`, i]),
    },
  },
  normalization: {
    "a description with surrounding whitespace": candidate({ description: `  ${"A generator. ".repeat(100)}\r\n ` }),
    "combining marks that have to be reordered": fillBytes(full, (n) =>
      candidate({ description: `a${"\u0301".repeat(n)}${"\u0327".repeat(n)}` }),
    ),
    "a sample field named with combining marks, next to 64 fields": fillBytes(full, (n) =>
      candidate({
        outputFields: times(64, (i) => field(`f${i}`, "string")),
        sampleRecords: [{ [`${"\u0301".repeat(n)}${"\u0327".repeat(n)}`]: "a" }],
      }),
    ),
    "characters that triple in size": fillBytes(full, (n) => candidate({ description: "\u{1d160}".repeat(n) })),
  },
  oversize: {
    "100 records": { ...honestCandidate(60_000) },
    "101 records": candidate({ sampleRecords: times(101, () => ({ member: "A" })) }),
    "a description that fills the body": fillBytes(full, (n) => candidate({ description: "x".repeat(n) })),
  },
  "member names": {
    "a field called constructor": candidate({
      outputFields: [field("constructor", "string"), field("toString", "integer")],
      sampleRecords: times(3, (r) => ({ constructor: "a", toString: r })),
    }),
    "every hostile name at the root": candidate(makeMembers(hostileNames.length, (i) => [hostileNames[i] ?? "", 1])),
    "every hostile name in a record": candidate({
      sampleRecords: [makeMembers(hostileNames.length, (i) => [hostileNames[i] ?? "", []])],
    }),
    "a name of 60,000 characters": candidate({ [marker.repeat(60_000)]: 1 }),
  },
  texts: {
    "several scripts": candidate({ generatorName: "Crème brûlée 日本語", rationaleNotes: "Смысл — δοκιμή" }),
    "instructions in every member": candidate({
      owner: { kind: instructions("kind"), id: instructions("id") },
      generatorId: instructions("generatorId"),
      generatorName: instructions("generatorName"),
      description: instructions("description"),
      outputFields: times(8, (i) => ({
        name: instructions(`name ${i}`),
        type: instructions("type"),
        description: "a",
      })),
      supportedStrategies: [instructions("strategy")],
      sampleRecords: [{ [instructions("sample")]: instructions("value") }],
      [instructions("member")]: instructions("value"),
    }),
    "a long text in every member": candidate({
      owner: { kind: long, id: long, [long]: long },
      generatorId: long,
      generatorName: long,
      description: long.repeat(20),
      outputFields: [{ name: long, type: long, description: long.repeat(4), [long]: long }],
      supportedStrategies: [long],
      sampleRecords: [{ [long]: long, member: long, age: long }],
      [long]: { [long]: [long] },
    }),
    ...Object.fromEntries(
      hostileTexts
        .map((text, i) => [
          `hostile text ${i} in every member`,
          candidate({
            owner: { kind: text, id: text },
            generatorId: text,
            generatorName: `${text}${text}`,
            description: text,
            outputFields: [{ name: text, type: text, description: `${text} ${text}` }, field(text, text)],
            supportedStrategies: [text],
            sampleRecords: [{ member: text, [text]: text }],
            [text]: text,
          }),
        ])
        .filter(([, value]) => countBytes(value as Json) <= full),
    ),
  },
};

/** Returns every hostile body for the spec package Datamint 1.0.0, and an honest one of each kind. */
export function hostileBodies(): readonly HostileBody[] {
  const encode = (text: string) => new TextEncoder().encode(text);
  return [
    ...Object.entries(values).flatMap(([kind, bodies]) =>
      Object.entries(bodies).map(([name, value], index) => ({
        kind: kind as HostileKind,
        name,
        bytes: encode(JSON.stringify(value)),
        expected: index === 0 ? ("valid" as const) : ("invalid" as const),
      })),
    ),
    ...Object.entries(hostileJson).map(([name, [expected, text]]) => ({
      kind: "ambiguous JSON" as const,
      name,
      bytes: typeof text === "string" ? encode(text) : text,
      expected,
    })),
  ];
}
