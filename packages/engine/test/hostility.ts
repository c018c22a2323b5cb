import type { Json, Verdict } from "@assay/contract";
import { limits } from "@assay/contract";
import { registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { honest } from "@assay/testing/corpora/honest-bodies";
import { millisecondsOf } from "@assay/testing/milliseconds-of";
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

/** Sends a body all the way: read, keys for the registry, verdict with fixes. */
export function send(bytes: Uint8Array, spec: CompiledSpec = datamint): Outcome {
  const read = readJson(bytes);
  if (read.kind === "unreadable") return { ends: read.code, steps: 0, texts: [read.message, read.at.path] };
  const candidate = read.value;
  engine.registryKeys(spec, candidate);
  const meter = createMeter(limits.steps);
  const { verdict } = validate({ spec, registry, candidate }, meter);
  const steps = limits.steps - meter.left;
  return { ends: verdict.valid ? "valid" : "invalid", steps, candidate, verdict, texts: [] };
}

/** A body to time, and the spec package that it is sent to. */
export interface Timed {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly spec: CompiledSpec;
}

/** The shortest time of a body, beside those of honest ones at the same moments. */
export interface Times {
  readonly name: string;
  readonly ms: number;
  readonly steps: number;
  /** Of the verdict alone, without reading. */
  readonly microsecondsPerStep: number;
  /** How often an honest body as large as a body can be, or as large as this one, fits into that time. */
  readonly toFull: number;
  readonly toSameSize: number;
}

const encode = (value: Json) => new TextEncoder().encode(JSON.stringify(value));
const full = encode(honest(limits.bodyBytes));

/** Times a body in turn with honest ones, so that a machine that is busy for a while slows all of them. */
export function timesOf({ name, bytes, spec }: Timed, rounds: number): Times {
  const same = encode(honest(Math.max(1_000, bytes.length)));
  const { candidate, steps } = send(bytes, spec);
  let [ms, fullMs, sameMs, verdictMs] = times4(Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round += 1) {
    fullMs = Math.min(
      fullMs,
      millisecondsOf(() => send(full)),
    );
    sameMs = Math.min(
      sameMs,
      millisecondsOf(() => send(same)),
    );
    ms = Math.min(
      ms,
      millisecondsOf(() => send(bytes, spec)),
    );
    if (candidate === undefined) continue;
    verdictMs = Math.min(
      verdictMs,
      millisecondsOf(() => validate({ spec, registry, candidate })),
    );
  }
  const microsecondsPerStep = candidate === undefined ? Number.NaN : (verdictMs * 1_000) / steps;
  return { name, ms, steps, microsecondsPerStep, toFull: ms / fullMs, toSameSize: ms / sameMs };
}

function times4(value: number): [number, number, number, number] {
  return [value, value, value, value];
}
