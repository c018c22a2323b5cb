import assert from "node:assert/strict";
import { test } from "node:test";
import type { BuildResult, ProposalPackage, Submission } from "@assay/contract";
import type { BuildOutcome, CompiledSpec, Engine, RegistryView } from "./index.ts";

// The compiler checks this file: every line after @ts-expect-error must not compile.

/** The result of `build` contains a package if, and only if, the candidate is valid. */
export function readPackage(result: BuildOutcome): ProposalPackage | undefined {
  // @ts-expect-error The package can be undefined until `valid` has been checked.
  const unchecked: ProposalPackage = result.proposalPackage;
  if (!result.valid) {
    const none: undefined = result.proposalPackage;
    const invalid: false = result.verdict.valid;
    return invalid || none;
  }
  const key: string = result.idempotencyKey;
  return key === "" ? unchecked : result.proposalPackage;
}

/** The same holds for the answer from the service. */
export function readSubmission(answer: BuildResult): Submission | undefined {
  // @ts-expect-error A result that can be invalid has no submission.
  const unchecked: Submission = answer.submission;
  return answer.valid ? answer.submission : unchecked;
}

/** A compiled spec exposes two members, and a caller cannot create one. */
export function isOpaque(spec: CompiledSpec): boolean {
  // @ts-expect-error All other members are private to the engine.
  const rules = spec.rules;
  // @ts-expect-error Only the engine creates compiled specs.
  const created: CompiledSpec = { document: spec.document, digest: spec.digest };
  return rules === undefined && created === undefined;
}

/** Any value can be a candidate, and optional members can be undefined. */
export function buildAnything(engine: Engine, spec: CompiledSpec, registry: RegistryView, value: unknown): void {
  engine.build({ spec, registry, candidate: value, next: undefined, caller: undefined });
}

test("`if (result.valid)` gives access to the package, and a compiled spec is opaque (the compiler checks both)", () => {
  assert.ok([readPackage, readSubmission, isOpaque, buildAnything].every((use) => typeof use === "function"));
});
