import { hash } from "node:crypto";
import type { Diagnostic, JsonObject, ValidationResult, Verdict } from "@assay/contract";
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
  const {
    upcoming,
    evidence,
    submission: _submission,
    registry = { generatorId: evidence.registry.generatorId },
    ...verdict
  } = result as ValidationResult & Partial<Pick<Verdict, "registry">> & { readonly submission?: JsonObject };
  return JSON.stringify({
    ...verdict,
    registry,
    diagnostics: withoutLinks(verdict.diagnostics),
    ...(upcoming && { upcoming: { ...upcoming, diagnostics: withoutLinks(upcoming.diagnostics) } }),
  });
}

function withoutLinks(diagnostics: readonly (Diagnostic & { readonly docs?: string })[]): readonly Diagnostic[] {
  return diagnostics.map(({ docs: _, ...diagnostic }) => diagnostic);
}
