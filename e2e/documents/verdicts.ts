import { hash } from "node:crypto";
import type { ValidationResult, Verdict } from "@assay/contract";
import { type CompiledSpec, createEngine } from "@assay/engine";
import { cel } from "@assay/engine/cel";

/** The engine with which a test judges for itself. */
export const engine = createEngine({ sha256: (text) => hash("sha256", text), cel });

/** A spec package that is in order, compiled. */
export function compiled(bytes: Uint8Array): CompiledSpec {
  const answer = engine.compileSpec(bytes);
  if (answer.kind === "broken") throw new Error(JSON.stringify(answer.problems));
  return answer.spec;
}

/** A verdict as text, without what the service adds; what the engine says and what the service says then compare. */
export function bare(result: Verdict | ValidationResult): string {
  const { registry, ...verdict } = result;
  return JSON.stringify({ ...verdict, specPackage: undefined, registry: { idStatus: registry.idStatus } });
}
