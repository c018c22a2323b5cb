import type { JsonObject, ProposalPackage, Verdict } from "@assay/contract";
import { canonicalForm } from "../json/canonical-json.ts";
import type { Sha256 } from "../sha256.ts";
import { type ValidateInput, validate } from "../verdict/validate.ts";

/** A verdict and, exactly when it is valid, the package to submit. */
export type BuildResult =
  | {
      readonly verdict: Verdict & { readonly valid: true };
      readonly proposalPackage: ProposalPackage;
      readonly idempotencyKey: string;
    }
  | { readonly verdict: Verdict; readonly proposalPackage?: never; readonly idempotencyKey?: never };

/** Validates a candidate and packages it: the same candidate under the same spec package gives the same bytes. */
export function build(input: ValidateInput, sha256: Sha256): BuildResult {
  const { verdict, candidate } = validate(input);
  if (!isValid(verdict)) return { verdict };
  const { document, digest: specDigest } = input.spec;
  const content = {
    format: "proposal-package/v1",
    targetProduct: document.targetProduct,
    domainId: document.domainId,
    specPackage: { version: document.version, digest: specDigest },
    // A valid candidate is an object: every candidate schema says so.
    candidate: candidate as JsonObject,
  } as const;
  const { text, copy } = canonicalForm(content);
  const hash = sha256(text);
  const proposalPackage = { ...content, candidate: copy.candidate, digest: `sha256:${hash}` };
  return { verdict, proposalPackage, idempotencyKey: `assay-${hash}` };
}

function isValid(verdict: Verdict): verdict is Verdict & { readonly valid: true } {
  return verdict.valid;
}
