import type { BuildResult, Json, Submission } from "@assay/contract";
import type { Deadline } from "../shared/ports.ts";
import type { Candidates } from "./read-envelope.ts";
import { type ProposalDeps, prepare, toResult } from "./validate-proposal.ts";

/** Validates a candidate and, exactly if it is valid, builds the package and tells how to submit it. */
export async function buildProposal(
  body: Json,
  deps: ProposalDeps,
  deadline: Deadline,
  candidates?: Candidates,
): Promise<BuildResult> {
  const question = await prepare(body, deps, deadline, candidates);
  const { verdict, proposalPackage, idempotencyKey } = deps.engine.build(question.assessment);
  const result = toResult(verdict, question, deps);
  if (!proposalPackage || idempotencyKey === undefined) return result;
  return { ...result, proposalPackage, submission: submissionOf(question.domain.submissionUrl, idempotencyKey) };
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
