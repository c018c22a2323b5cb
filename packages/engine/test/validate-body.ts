import type { Json, Verdict } from "@assay/contract";
import { limits } from "@assay/contract";
import { registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { readJson, registryFromSnapshot } from "../src/index.ts";
import { createMeter } from "../src/meter.ts";
import type { CompiledSpec } from "../src/spec/compiled-spec.ts";
import { validate } from "../src/verdict/validate.ts";

export const registry = registryFromSnapshot(registryFile());

/** The bytes of the spec package that hostile bodies are validated against. */
export const datamintBytes: Uint8Array = specFile("datamint/generator-option/1.0.0");

/** The same spec package, compiled. */
export const datamint: CompiledSpec = compileSpec(datamintBytes);

/** Compiles a spec package that is expected to be accepted. */
export function compileSpec(bytes: Uint8Array): CompiledSpec {
  const answer = engine.compileSpec(bytes);
  if (answer.kind === "broken") throw new Error(JSON.stringify(answer.problems));
  return answer.spec;
}

/** The outcome for one body. */
export interface Outcome {
  /** `valid`, `invalid`, or the code of the error that made the body unreadable. */
  readonly result: string;
  readonly steps: number;
  readonly candidate?: Json;
  readonly verdict?: Verdict;
  /** The texts in the answer if the body cannot be read. */
  readonly texts: readonly string[];
}

/** Reads a body and validates it. */
export function validateBody(bytes: Uint8Array, spec: CompiledSpec = datamint): Outcome {
  const read = readJson(bytes);
  if (read.kind === "unreadable") return { result: read.code, steps: 0, texts: [read.message, read.at.path] };
  const candidate = read.value;
  const meter = createMeter(limits.steps);
  const { verdict } = validate({ spec, registry, candidate }, meter);
  const steps = limits.steps - meter.left;
  return { result: verdict.valid ? "valid" : "invalid", steps, candidate, verdict, texts: [] };
}
