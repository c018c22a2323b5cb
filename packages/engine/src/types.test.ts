import assert from "node:assert/strict";
import { test } from "node:test";
import type { BuildResult, ProposalPackage, Submission } from "@assay/contract";
import type { BuildOutcome, CompiledSpec, Engine, RegistryView } from "./index.ts";

// The compiler checks this file: every line after @ts-expect-error must not compile.

/** A built result has its package exactly when it is valid. */
export function readPackage(result: BuildOutcome): ProposalPackage | undefined {
  // @ts-expect-error Nothing is known about the package before `valid` is.
  const unchecked: ProposalPackage = result.proposalPackage;
  if (!result.valid) {
    const none: undefined = result.proposalPackage;
    const invalid: false = result.verdict.valid;
    return invalid || none;
  }
  const key: string = result.idempotencyKey;
  return key === "" ? unchecked : result.proposalPackage;
}

/** The same for the answer of the service. */
export function readSubmission(answer: BuildResult): Submission | undefined {
  // @ts-expect-error A result that may be invalid has no way to be submitted.
  const unchecked: Submission = answer.submission;
  return answer.valid ? answer.submission : unchecked;
}

/** A compiled spec shows two members, and cannot be made up. */
export function isOpaque(spec: CompiledSpec): boolean {
  // @ts-expect-error The rest belongs to the engine.
  const rules = spec.rules;
  // @ts-expect-error Only compileSpec makes one.
  const made: CompiledSpec = { document: spec.document, digest: spec.digest };
  return rules === undefined && made === undefined;
}

/** Whatever comes in is a candidate, and members that may be left out may be undefined. */
export function buildAnything(engine: Engine, spec: CompiledSpec, registry: RegistryView, value: unknown): void {
  engine.build({ spec, registry, candidate: value, next: undefined, caller: undefined });
}

test("`if (result.valid)` gives the package, and a compiled spec is opaque (the compiler checks)", () => {
  assert.ok([readPackage, readSubmission, isOpaque, buildAnything].every((use) => typeof use === "function"));
});
