import type { BuildResult, Json, Submission } from "@assay/contract";
import type { Deadline } from "../shared/ports.ts";
import type { AcceptedCandidates } from "./read-envelope.ts";
import { loadInput, type ProposalDeps, toResult } from "./validate-proposal.ts";

/** Validates a candidate and, exactly if it is valid, builds the package and tells how to submit it. */
export async function buildProposal(
  body: Json,
  deps: ProposalDeps,
  deadline: Deadline,
  candidates?: AcceptedCandidates,
): Promise<BuildResult> {
  const proposal = await loadInput(body, deps, deadline, candidates);
  const built = deps.engine.build(proposal.input);
  const result = toResult(built.verdict, proposal, deps);
  if (!built.valid) return { valid: false, ...result };
  const submission = submissionOf(proposal.domain.submissionUrl, built.idempotencyKey);
  return { valid: true, ...result, proposalPackage: built.proposalPackage, submission };
}

function submissionOf(url: string, idempotencyKey: string): Submission {
  return {
    method: "POST",
    url,
    headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
    credential: "Authorization: Bearer, the same key",
    bodyMember: "proposalPackage",
  };
}
