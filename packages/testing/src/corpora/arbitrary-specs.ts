import type { Json, JsonObject } from "@assay/contract";
import fc from "fast-check";
import {
  anyPlaceMutators,
  type Mutator,
  type Place,
  pickPlace,
  readPlace,
  writePlace,
} from "../candidates/mutate-json.ts";
import { specFile } from "../cases/golden-cases.ts";
import { createRandom } from "../seeded-random.ts";
import { anyJson, hostileNames, hostileTexts } from "./hostile-values.ts";

// Only two tests (one accepted, one refused) and a few types, because every mutant has to be compiled.
const base = specFile("datamint/generator-option/1.0.0", [
  ...[9, 8, 7, 6, 5, 4, 3, 1].map((index) => ({ op: "remove" as const, path: `/tests/${index}` })),
  ...["number", "date-time", "email", "uuid"].map((type) => ({ op: "remove" as const, path: `/fieldTypes/${type}` })),
  {
    op: "replace",
    path: "/candidateSchema/properties/outputFields/items/properties/type/enum",
    value: ["string", "integer", "boolean", "date"],
  },
]);

/** A valid spec package with a few random changes, as text. Most results are broken. */
export const mutatedSpecs: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.nat(), anyJson), { minLength: 1, maxLength: 4 })
  .map((changes) => {
    const spec = JSON.parse(new TextDecoder().decode(base)) as Json;
    for (const [seed, value] of changes) {
      const random = createRandom(seed);
      random.pick(mutators)(spec, random, value);
    }
    return JSON.stringify(spec);
  });

const keywords: readonly (readonly [string, Json])[] = [
  ["$ref", "#"],
  ["$ref", "#/$defs/none"],
  ["$ref", "#/properties/owner"],
  ["$ref", "#/properties/generatorName"],
  ["$ref", "#/default"],
  ["$ref", "#/properties/__proto__"],
  ["$ref", "#/%70roperties/description"],
  ["$ref", "https://example.com/schema"],
  ["$defs", { a: { $ref: "#/$defs/b" }, b: { type: "string", maxLength: 5 }, "": true, "é/~": { type: "integer" } }],
  ["$id", "urn:x"],
  ["$dynamicRef", "#a"],
  ["oneOf", [true, false]],
  [
    "oneOf",
    ["toString", "__proto__", "b"].map((tag) => ({
      type: "object",
      required: ["k"],
      properties: { k: { const: tag } },
    })),
  ],
  ["oneOf", ["a", "b"].map((tag) => ({ type: "object", required: ["k"], properties: { k: { const: tag } } }))],
  ["oneOf", ["a", "b"].map((tag) => ({ $ref: `#/$defs/${tag}` }))],
  [
    "$defs",
    Object.fromEntries(
      ["a", "b"].map((tag) => [tag, { type: "object", required: ["k"], properties: { k: { enum: [tag] } } }]),
    ),
  ],
  ["anyOf", [{ type: "string", maxLength: 3 }, { type: "integer" }]],
  ["anyOf", []],
  ["allOf", [{ type: "string" }, { maxLength: 3 }]],
  ["not", { const: "human" }],
  ["if", { required: ["toString"] }],
  ["then", false],
  ["else", { maxProperties: 3 }],
  ["patternProperties", { "^(a+)+$": true, "[": false, "^x": { type: "integer" } }],
  ["unevaluatedProperties", false],
  ["additionalProperties", { type: "string", maxLength: 3 }],
  ["additionalProperties", true],
  ["propertyNames", { pattern: "^[a-z]+$", maxLength: 3 }],
  ["dependentRequired", { owner: ["toString"], ["__proto__"]: ["owner"] }],
  ["dependentSchemas", { generatorId: { required: ["constructor"] } }],
  ["contains", { const: "fast" }],
  ["minContains", 2],
  ["prefixItems", [{ const: "fast" }, false]],
  ["uniqueItems", true],
  ["const", { a: [1, { b: null }] }],
  ["enum", ["human", 5, null, { ["__proto__"]: 1 }]],
  ["enum", []],
  ["pattern", "^(?<a>x)\\k<a>$"],
  ["pattern", "^[\\s\\S]*$"],
  ["pattern", "(".repeat(500)],
  ["format", "hostname"],
  ["format", "uri"],
  ["multipleOf", 1e-300],
  ["multipleOf", 0],
  ["minimum", 1e308],
  ["maxLength", 1e300],
  ["maxItems", 0],
  ["minItems", 9_007_199_254_740_991],
  ["maxProperties", -1],
  ["required", ["owner", "generatorId", "__proto__"]],
  ["type", ["string", "null"]],
  ["type", "function"],
  ["default", { $ref: "#" }],
  ["$comment", "*/ throw 1 /*"],
  ["description", "\u2028'];throw 1//"],
  ["x-assay-meter", -1],
];

const rules: readonly Json[] = [
  { id: "a", check: "unique-by", at: "/outputFields", by: "/type", severity: "warning" },
  { id: "b", check: "unique-by", at: "/sampleRecords", by: "/member", severity: "info" },
  { id: "h", check: "sum-equals", at: "/sampleRecords", of: "/age", total: 1e308, severity: "info" },
  { id: "i", check: "sum-equals", at: "/__proto__", total: -0 },
  { id: "c", check: "allowed-values", at: "/outputFields/*/name", values: ["member", "toString", null] },
  { id: "d", check: "allowed-values", at: "/__proto__/constructor", values: [1] },
  { id: "e", check: "records-match-fields", at: "/sampleRecords", fieldsAt: "/outputFields", missing: "allow" },
  { id: "f", check: "records-match-fields", at: "", fieldsAt: "/*/*", missing: "error" },
  { id: "candidate-schema", check: "unique-by", at: "/supportedStrategies", by: "/" },
  { id: "g", check: "cel", at: "", assert: "true", message: "always" },
];

const mutators: readonly Mutator[] = [
  ...anyPlaceMutators,
  (spec, random) => putMember(pickSchemaHolder(spec, random), random.pick(keywords)),
  (spec, random) => putMember(pickSchemaHolder(spec, random), random.pick(keywords)),
  (spec, random) => putMember(pickSchemaHolder(spec, random), random.pick(keywords)),
  (spec, random, value) => putMember(pickSchemaHolder(spec, random), [random.pick(hostileNames), value]),
  (spec, random, value) => putMember(pickObject(spec, random), [random.pick(hostileNames), value]),
  (spec, random) => {
    const place = pickPlace(spec, random, (each) => typeof readPlace(each) === "number");
    if (place) writePlace(place, random.pick([0, 1, 2, 40, 1e9, 1e300, -1, 0.5]));
  },
  (spec, random) => {
    const place = pickPlace(spec, random, (each) => typeof readPlace(each) === "string");
    if (place) writePlace(place, random.pick(hostileTexts));
  },
  (spec, random) => {
    const list = readMember(spec, "rules");
    if (Array.isArray(list)) list.push(structuredClone(random.pick(rules)));
  },
  (spec, random) => {
    const list = readMember(spec, "normalize");
    const at = random.pick([
      "/outputFields/*/name",
      "/generatorId",
      "/owner/id",
      "/*",
      "/sampleRecords/*/member",
      "/__proto__",
    ]);
    if (Array.isArray(list)) list.push({ at, ops: random.pick([["sort"], ["nfc", "newlines", "trim"], ["trim"]]) });
  },
];

// Recognizes a schema by a `type`, a `description` or a `maxLength`. Other objects with one of these can be picked too.
function pickSchemaHolder(spec: Json, random: Parameters<Mutator>[1]): Place["holder"] | undefined {
  const place = pickPlace(
    readMember(spec, random.pick(["candidateSchema", "candidateSchema", "fieldTypes"])),
    random,
    ({ name }) => ["type", "description", "maxLength"].includes(name),
  );
  return place?.holder;
}

function pickObject(spec: Json, random: Parameters<Mutator>[1]): Place["holder"] | undefined {
  return pickPlace(spec, random, ({ holder }) => !Array.isArray(holder))?.holder;
}

function putMember(holder: Place["holder"] | undefined, [name, value]: readonly [string, Json]): void {
  if (holder && !Array.isArray(holder)) writePlace({ holder, name }, structuredClone(value));
}

function readMember(spec: Json, name: string): Json & Json[] {
  return ((spec as JsonObject)[name] ?? null) as never;
}
