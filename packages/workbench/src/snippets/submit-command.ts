import type { Json, ProposalPackage } from "@assay/contract";
import { curlCommand } from "./curl-command.ts";

/** What it takes to submit a package. */
export interface SubmitOptions {
  readonly submissionUrl: string;
  readonly proposalPackage: ProposalPackage;
  readonly idempotencyKey: string;
}

/** The command that submits a package to its target product. */
export function submitCommand({ submissionUrl, proposalPackage, idempotencyKey }: SubmitOptions): string {
  return curlCommand({
    url: submissionUrl,
    // The key comes from the worker: a line break in it would begin another header.
    headers: /^[\x21-\x7e]{1,255}$/.test(idempotencyKey) ? { "Idempotency-Key": idempotencyKey } : {},
    body: { proposalPackage: proposalPackage as unknown as Json },
  });
}
