import { type Json, type JsonObject, limits, showHidden } from "@assay/contract";
import { makeMembers, times } from "./build-values.ts";
import { type HostileKind, marker, visibleInstructions } from "./hostile-kinds.ts";
import {
  acceptedTest,
  base,
  list,
  type PackageEntry,
  ref,
  refusedTest,
  spec,
  specForX,
  text,
  x,
} from "./hostile-spec.ts";
import { hostileNames } from "./hostile-values.ts";

const propertyNames = hostileNames.filter((name) => name !== "__proto__" && showHidden(name) === name);

function padSpec(bytes: number): string {
  const json = JSON.stringify(spec());
  return json + " ".repeat(bytes - Buffer.byteLength(json));
}

// A test with a short patch costs as much as its base.
const createPatchTests = ({ name }: JsonObject) =>
  times(62, (i) => ({ name: `patch ${i}`, base: name, patch: times(16, () => replaceId), expect: [] }));
const replaceId = { op: "replace", path: "/generatorId", value: "another-one" };
const wide = {
  ...acceptedTest,
  candidate: { ...(acceptedTest.candidate as JsonObject), more: makeMembers(4_000, (i) => [`name ${i}`, i]) },
} as JsonObject;
const crowded = { ...acceptedTest, registry: times(20_000, (i) => `id-${i}`) } as JsonObject;

/** Spec packages with hostile texts, names, tests or bytes. The first of each kind is honest. */
export const hostileDocuments: { readonly [Kind in HostileKind]?: { readonly [name: string]: PackageEntry } } = {
  "lying tests": {
    "two tests that pass": ["accepted", spec()],
    "a test that accepts an agent": [
      "spec.test-failed",
      spec({ tests: [acceptedTest, { ...refusedTest, expect: [] }, refusedTest] as Json[] }),
    ],
    "64 tests that use up all steps": [
      "spec.too-large",
      specForX(
        list({ type: "string", maxLength: 64, pattern: "[ab]*a[ab]{200}$" }),
        {},
        {
          tests: [
            acceptedTest,
            ...times(63, () => ({
              ...acceptedTest,
              candidate: x(times(60, () => "a".repeat(64))),
              expect: [{ code: "check.budget", path: "" }],
            })),
          ] as Json[],
        },
      ),
    ],
    "62 tests with the registry of one": [
      "spec.too-large",
      spec({ tests: [refusedTest, crowded, ...createPatchTests(crowded)] as Json[] }),
    ],
    "62 patches of a very large candidate": [
      "spec.too-large",
      spec({ tests: [refusedTest, wide, ...createPatchTests(wide)] as Json[] }),
    ],
  },
  oversize: {
    "a long summary": ["accepted", spec({ summary: marker.repeat(2_000) })],
    "256 KiB and one byte": ["spec.too-large", padSpec(limits.specPackage.bytes + 1)],
    "a schema of 33,000 bytes": ["spec.too-large", specForX({ type: "null", $comment: "x".repeat(33_000) })],
  },
  "ambiguous JSON": {
    "an escape in a name": ["accepted", JSON.stringify(spec()).replace('"title"', '"titl\\u0065"')],
    "a member twice": [
      "spec.unreadable",
      JSON.stringify(spec()).replace('"format"', '"owner":{"kinds":["agent"]},"format"'),
    ],
    "a byte order mark": ["spec.unreadable", `\ufeff${JSON.stringify(spec())}`],
    "a number that a double cannot represent": [
      "spec.unreadable",
      JSON.stringify(spec()).replace(":2000,", ":9007199254740993,"),
    ],
  },
  "member names": {
    "a member called constructor": [
      "accepted",
      specForX({ type: "object", properties: { constructor: { type: "integer" } }, additionalProperties: false }),
      { "with the member": x({ constructor: 1 }), "without it": x({}) },
    ],
    "members named like those of Object.prototype": [
      "accepted",
      specForX({
        type: "object",
        properties: makeMembers(propertyNames.length, (i) => [propertyNames[i] ?? "", { type: "integer" }]),
        required: ["toString", "constructor"],
        additionalProperties: false,
      }),
      {
        "good, all of them": x(makeMembers(propertyNames.length, (i) => [propertyNames[i] ?? "", 1])),
        "none of them": x({}),
        "all of them invalid": x(makeMembers(propertyNames.length, (i) => [propertyNames[i] ?? "", []])),
        "all of them with an extra letter": x(makeMembers(propertyNames.length, (i) => [`${propertyNames[i]}s`, 1])),
      },
    ],
    "a member called __proto__": [
      "spec.property-name",
      specForX({ type: "object", properties: { ["__proto__"]: { type: "integer" } }, additionalProperties: false }),
    ],
    "definitions and patterns with hostile names": [
      "accepted",
      specForX(
        {
          type: "object",
          maxProperties: 9,
          additionalProperties: false,
          patternProperties: {
            "^__proto__$": ref("__proto__"),
            "constructor|/|~": ref("a~1b~0c"),
            "\\u202e": ref("toString"),
          },
        },
        { ["__proto__"]: { type: "integer" }, "a/b~c": { type: "integer" }, toString: { type: "integer" } },
      ),
      {
        good: x({ ["__proto__"]: 1, constructor: 2 }),
        invalid: x({ ["__proto__"]: "", constructor: "", "/": "", "\u202e": "" }),
      },
    ],
  },
  texts: {
    "texts in many scripts": ["accepted", spec({ title: "Générateurs", summary: "Смысл — 日本語" })],
    "instructions in every text": [
      "accepted",
      specForX(
        {
          ...text({ enum: [visibleInstructions("enum")] }),
          title: visibleInstructions("title"),
          description: visibleInstructions("description"),
          $comment: visibleInstructions("comment"),
          examples: [visibleInstructions("example")],
          default: visibleInstructions("default"),
        },
        {},
        {
          title: visibleInstructions("title"),
          summary: visibleInstructions("summary"),
          owner: { kinds: ["human"], why: visibleInstructions("why of the owner") },
          generatorId: { compare: "ascii-lower-separators", why: visibleInstructions("why of the id") },
          rules: (base.rules as readonly JsonObject[]).map((rule) => ({
            ...rule,
            why: visibleInstructions("why of a rule"),
          })),
          tests: [{ ...acceptedTest, name: visibleInstructions("test") }, refusedTest] as Json[],
        },
      ),
      {
        "everything invalid": {
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
      specForX({
        type: "object",
        properties: { [visibleInstructions("name")]: text({ pattern: `^${marker.repeat(120)}$` }) },
        required: [visibleInstructions("name")],
        maxProperties: 3,
        additionalProperties: { type: "string", maxLength: 9, pattern: `^${marker.repeat(120)}$` },
      }),
      { "without it": x({}), "an invalid value": x({ [visibleInstructions("name")]: "", a: "b" }) },
    ],
    "instructions in a test that fails": [
      "spec.test-failed",
      spec({
        tests: [
          acceptedTest,
          {
            ...refusedTest,
            name: visibleInstructions("name"),
            expect: [{ code: "field.missing", path: `/${visibleInstructions("path")}` }],
          },
        ] as Json[],
      }),
    ],
  },
};
