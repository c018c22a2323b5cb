import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Compile } from "typebox/compile";
import { type Candidate, crossChecks, type Peer, rules } from "./peer.ts";

const file = import.meta.resolve("@assay/contract/spec-packages/datamint/generator-option/1.0.0.json");
const { candidateSchema } = JSON.parse(readFileSync(fileURLToPath(file), "utf8"));
// What is a rule of its own in a spec package is a part of the schema where a team writes only a schema.
candidateSchema.properties.supportedStrategies.items = { enum: rules.strategies };
const ajvCheck = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(candidateSchema);
const typeboxCheck = Compile(candidateSchema);

/** The schema, then the checks by hand, if the properties that they read have the shape for it. */
function withCrossChecks(problems: readonly string[], candidate: unknown): readonly string[] {
  const { outputFields, sampleRecords, supportedStrategies } = candidate as Candidate;
  const hasShape = [outputFields, sampleRecords, supportedStrategies].every(Array.isArray);
  return hasShape ? [...problems, ...crossChecks(candidate as Candidate)] : problems;
}

export const ajv: Peer = {
  name: "Ajv, with checks by hand",
  check(candidate) {
    if (ajvCheck(candidate)) return withCrossChecks([], candidate);
    const problems = (ajvCheck.errors ?? []).map(({ instancePath, params }) =>
      "additionalProperty" in params ? `${instancePath}/${params.additionalProperty}` : instancePath,
    );
    return withCrossChecks(problems, candidate);
  },
};

export const typebox: Peer = {
  name: "TypeBox, with checks by hand",
  check(candidate) {
    if (typeboxCheck.Check(candidate)) return withCrossChecks([], candidate);
    const problems = typeboxCheck
      .Errors(candidate)
      .flatMap(({ instancePath, params }) =>
        "additionalProperties" in params
          ? (params.additionalProperties as readonly string[]).map((name) => `${instancePath}/${name}`)
          : [instancePath],
      );
    return withCrossChecks(problems, candidate);
  },
};
