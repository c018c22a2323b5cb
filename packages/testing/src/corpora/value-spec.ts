import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { specFile } from "../cases/golden-cases.ts";

/** Creates a spec package whose field type `t` has the given schema. Sample values must also match `anything`. */
export function valueSpec(schema: JsonSchema, anything: JsonSchema = true): Uint8Array {
  const records = {
    type: "array",
    maxItems: 1,
    items: { type: "object", maxProperties: 1, additionalProperties: anything },
  };
  const refusal = [{ code: "owner.kind-not-allowed", path: "/owner/kind" }];
  return specFile("datamint/generator-option/1.0.0", [
    ...[6, 5, 4].map((index) => ({ op: "remove" as const, path: `/rules/${index}` })),
    { op: "replace", path: "/fieldTypes", value: { t: { schema } } },
    { op: "replace", path: "/candidateSchema/properties/outputFields/items/properties/type/enum", value: ["t"] },
    { op: "replace", path: "/candidateSchema/properties/sampleRecords", value: records },
    {
      op: "replace",
      path: "/tests",
      value: [
        { name: "a person", registry: [], candidate: createCandidate([], "human"), expect: [] },
        { name: "an agent", registry: [], candidate: createCandidate([], "agent"), expect: refusal },
      ],
    },
  ]);
}

/** Creates a candidate for this spec package, with the value in its only sample record. */
export function valueCandidate(value: Json): Json {
  return createCandidate([{ v: value }], "human");
}

function createCandidate(sampleRecords: readonly JsonObject[], kind: string): Json {
  return {
    owner: { kind, id: "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27" },
    generatorId: "one-value",
    generatorName: "One value",
    description: "A generator whose records have a single field.",
    outputFields: [{ name: "v", type: "t", description: "The value." }],
    supportedStrategies: ["fast"],
    sampleRecords,
  };
}
