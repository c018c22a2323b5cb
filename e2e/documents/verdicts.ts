import type { ValidationResult, Verdict } from "@assay/contract";
import type { CompiledSpec } from "@assay/engine";
import { engine } from "@assay/testing/cases/run-case";

/** A spec package that is in order, compiled. */
export function compileSpec(bytes: Uint8Array): CompiledSpec {
  const answer = engine.compileSpec(bytes);
  if (answer.kind === "broken") throw new Error(JSON.stringify(answer.problems));
  return answer.spec;
}

/** A verdict as text, without what the service adds; what the engine says and what the service says then compare. */
export function toBareVerdict(result: Verdict | ValidationResult): string {
  const { registry, ...verdict } = result;
  return JSON.stringify({ ...verdict, specPackage: undefined, registry: { idStatus: registry.idStatus } });
}
