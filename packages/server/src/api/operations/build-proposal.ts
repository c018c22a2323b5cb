import type { BuildResult, Json, Submission } from "@assay/contract";
import { describeProposal } from "@assay/engine";
import { Problem } from "../../problem.ts";
import type { CallOrigin } from "./call-origin.ts";
import { loadInput, type ProposalDeps, toResult } from "./validate-proposal.ts";

/** Validates a candidate and, exactly if it is valid, builds the package, describes it and tells how to submit it. */
export function buildProposal(body: Json, deps: ProposalDeps, { caller }: CallOrigin): BuildResult | Problem {
  const proposal = loadInput(body, deps);
  if (proposal instanceof Problem) return proposal;
  const built = deps.engine.build(proposal.input);
  const result = toResult(built.verdict, proposal, deps);
  if (!built.valid) return { valid: false, ...result };
  const { proposalPackage } = built;
  const ownerReview = describeProposal(proposalPackage, { spec: proposal.input.spec, verdict: built.verdict });
  const submission = submissionOf(proposal.domain.submissionUrl, built.idempotencyKey, caller);
  return { valid: true, ...result, proposalPackage, ownerReview, submission };
}

// An agent that the identity service calls for has no key, an access token is for Assay alone, and the target product accepts
// nothing but keys.
const credentials: { readonly [caller in CallOrigin["caller"]]: string } = {
  key: "Authorization: Bearer <the key of this call>",
  token:
    "Authorization: Bearer <a key (ai_...) of the person you work for; the access token of this call is not valid there: without a key, hand the package to the person>",
  agent: "Authorization: Bearer <a key (ai_...) of the person you work for>",
  anonymous: "Authorization: Bearer <a key (ai_...) of the person who submits>",
};

function submissionOf(url: string, idempotencyKey: string, caller: CallOrigin["caller"]): Submission {
  return {
    method: "POST",
    url,
    headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
    credential: credentials[caller],
    body: '{ "proposalPackage": <the value of proposalPackage in this answer> }',
  };
}
