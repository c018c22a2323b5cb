import type { BuildResult, Json } from "@assay/contract";
import { describeProposal } from "@assay/engine";
import { Problem } from "../../problem.ts";
import { type CallOrigin, loadInput, type ProposalDeps, toResult } from "./validate-proposal.ts";

/** Validates a candidate. If it is valid, builds the package, describes it and explains how to submit it. */
export function buildProposal(body: Json, deps: ProposalDeps, origin: CallOrigin): BuildResult | Problem {
  const proposal = loadInput(body, deps, origin);
  if (proposal instanceof Problem) return proposal;
  const built = deps.engine.build(proposal.input);
  const result = toResult(built.verdict, proposal);
  if (!built.valid) return { valid: false, ...result };
  const { proposalPackage } = built;
  return {
    valid: true,
    ...result,
    proposalPackage,
    ownerReview: describeProposal(proposalPackage, { spec: proposal.input.spec, verdict: built.verdict }),
    submission: {
      method: "POST",
      url: proposal.domain.submissionUrl,
      headers: { "Content-Type": "application/json", "Idempotency-Key": built.idempotencyKey },
      auth: "bearer",
      body: { proposalPackage: "<proposalPackage>" },
    },
  };
}
