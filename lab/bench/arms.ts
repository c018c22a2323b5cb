import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type CompiledSpec,
  createEngine,
  describeProposal,
  type Engine,
  type RegistryView,
  readJson,
  registryFromSnapshot,
  type ValidateInput,
} from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { Ajv2020 } from "ajv/dist/2020.js";

export const engine: Engine = createEngine({ sha256: (text) => hash("sha256", text), cel });
/** The published package, which includes expressions written by its product team. */
export const spec: CompiledSpec = compile("1.0.0");
export const next: CompiledSpec = compile("2.0.0");
const entries = [{ id: "person-basic", state: "active" }] as const;
export const registry: RegistryView = registryFromSnapshot({ revision: "1", entries, pending: [] });

export const candidateSchema: object = JSON.parse(readSpec("1.0.0").toString("utf8")).candidateSchema;
const options = { strict: false, validateFormats: false };
/** The check that a team could write in three lines. It stops at the first error. */
const checkWithAjv = new Ajv2020(options).compile(candidateSchema);
/** The same, but it finds all errors. */
export const checkAllWithAjv: (candidate: unknown) => boolean = new Ajv2020({ ...options, allErrors: true }).compile(
  candidateSchema,
);

/** Creates the arms for a valid candidate: the floor, and the calls that the service makes. */
export function createArms(text: string) {
  const bytes = Buffer.from(text);
  const input = { spec, registry, candidate: read(bytes), isJson: true };
  assert(checkWithAjv(input.candidate) && engine.validate(input).valid);
  return {
    floor: () => checkWithAjv(JSON.parse(text)),
    validate: () => engine.validate({ ...input, candidate: read(bytes) }),
    build() {
      const { verdict, proposalPackage } = engine.build({ ...input, candidate: read(bytes) });
      assert(proposalPackage);
      return describeProposal(proposalPackage, { spec, verdict });
    },
  };
}

export function read(bytes: Uint8Array): ValidateInput["candidate"] {
  const answer = readJson(bytes);
  assert(answer.kind === "ok");
  return answer.value;
}

function compile(version: string): CompiledSpec {
  const compiled = engine.compileSpec(readSpec(version));
  assert(compiled.kind === "ok");
  return compiled.spec;
}

function readSpec(version: string): Buffer {
  const file = import.meta.resolve(`@assay/contract/spec-packages/datamint/generator-option/${version}.json`);
  return readFileSync(fileURLToPath(file));
}
