import assert from "node:assert/strict";
import { test } from "node:test";
import type { BuildResult as BuildAnswer, ProposalPackage, Submission } from "@assay/contract";
import type { BuildResult } from "./index.ts";

// The compiler checks this file: every line after @ts-expect-error must not compile.

/** A built result has its package exactly when it is valid. */
export function packageOf(result: BuildResult): ProposalPackage | undefined {
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
export function submissionOf(answer: BuildAnswer): Submission | undefined {
  // @ts-expect-error A result that may be invalid has no way to be submitted.
  const unchecked: Submission = answer.submission;
  return answer.valid ? answer.submission : unchecked;
}

test("`if (result.valid)` gives the package, as the compiler checks", () => {
  assert.ok([packageOf, submissionOf].every((use) => typeof use === "function"));
});
