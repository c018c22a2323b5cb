import type { InvalidVerdict, JsonObject, ProposalPackage, ValidVerdict } from "@assay/contract";
import { toCanonicalForm } from "../json/canonical-json.ts";
import type { Sha256 } from "../sha256.ts";
import { validate } from "../verdict/validate.ts";
import type { ValidateInput } from "../verdict/validate-input.ts";

/** A verdict and, if it is valid, the package to submit. */
export type BuildOutcome =
  | {
      readonly valid: true;
      readonly verdict: ValidVerdict;
      readonly proposalPackage: ProposalPackage;
      /** The value for the `Idempotency-Key` header. The same package always gets the same key. */
      readonly idempotencyKey: string;
    }
  | {
      readonly valid: false;
      readonly verdict: InvalidVerdict;
      readonly proposalPackage?: never;
      readonly idempotencyKey?: never;
    };

/** Computes the digest of a package from its content. The digest in the package itself is ignored. */
export function packageDigest({ digest: _, ...content }: ProposalPackage, sha256: Sha256): string {
  return `sha256:${sha256(toCanonicalForm(content).text)}`;
}

/** Validates a candidate and packages it. The same candidate and spec package always give the same bytes. */
export function build(input: ValidateInput, sha256: Sha256): BuildOutcome {
  const { verdict, candidate, isCorrected } = validate(input);
  if (!verdict.valid) return { valid: false, verdict };
  // Every correction is an error, so only what was submitted and checked is packaged.
  if (isCorrected) throw new Error("A corrected candidate must not be valid.");
  const { document, digest: specDigest } = input.spec;
  const content = {
    format: "proposal-package/v1",
    targetProduct: document.targetProduct,
    domainId: document.domainId,
    specPackage: { version: document.version, digest: specDigest },
    // A valid candidate is an object, because every candidate schema requires it.
    candidate: candidate as JsonObject,
  } as const;
  const { text, copy } = toCanonicalForm(content);
  const hash = sha256(text);
  const proposalPackage = { ...content, candidate: copy.candidate, digest: `sha256:${hash}` };
  return { valid: true, verdict, proposalPackage, idempotencyKey: `assay-${hash}` };
}
