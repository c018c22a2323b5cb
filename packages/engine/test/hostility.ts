import type { Json, Verdict } from "@assay/contract";
import { limits } from "@assay/contract";
import { registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { readJson, registryFromSnapshot } from "../src/index.ts";
import { createMeter } from "../src/meter.ts";
import type { CompiledSpec } from "../src/spec/compiled-spec.ts";
import { validate } from "../src/verdict/validate.ts";

export const registry = registryFromSnapshot(registryFile());

/** The bytes of the spec package that hostile bodies are sent to. */
export const datamintBytes: Uint8Array = specFile("datamint/generator-option/1.0.0");

/** That spec package, compiled. */
export const datamint: CompiledSpec = compiled(datamintBytes);

/** A spec package that is in order, compiled. */
export function compiled(bytes: Uint8Array): CompiledSpec {
  const answer = engine.compileSpec(bytes);
  if (answer.kind === "broken") throw new Error(JSON.stringify(answer.problems));
  return answer.spec;
}

/** What became of a body. */
export interface Outcome {
  /** `valid`, `invalid`, or the code with which reading ended. */
  readonly ends: string;
  readonly steps: number;
  readonly candidate?: Json;
  readonly verdict?: Verdict;
  /** What was said to a body that cannot be read. */
  readonly texts: readonly string[];
}

/** Sends a body all the way: read, verdict with fixes. */
export function send(bytes: Uint8Array, spec: CompiledSpec = datamint): Outcome {
  const read = readJson(bytes);
  if (read.kind === "unreadable") return { ends: read.code, steps: 0, texts: [read.message, read.at.path] };
  const candidate = read.value;
  const meter = createMeter(limits.steps);
  const { verdict } = validate({ spec, registry, candidate }, meter);
  const steps = limits.steps - meter.left;
  return { ends: verdict.valid ? "valid" : "invalid", steps, candidate, verdict, texts: [] };
}
