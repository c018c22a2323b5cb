import type { ValidationResult, Verdict } from "@assay/contract";
import type { CompiledSpec } from "@assay/engine";
import { engine } from "@assay/testing/cases/run-case";

/** Compiles a valid spec package. */
export function compileSpec(bytes: Uint8Array): CompiledSpec {
  const answer = engine.compileSpec(bytes);
  if (answer.kind === "broken") throw new Error(JSON.stringify(answer.problems));
  return answer.spec;
}

/** Writes a verdict as text without what the service adds, to compare verdicts of the engine and the service. */
export function toBareVerdict(result: Verdict | ValidationResult): string {
  const { registry, ...verdict } = result;
  return JSON.stringify({ ...verdict, specPackage: undefined, registry: { idStatus: registry.idStatus } });
}
