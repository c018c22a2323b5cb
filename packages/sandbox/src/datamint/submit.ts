import type { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import type { ProposalPackage, Verdict } from "@assay/contract";
import type { Caller } from "../identify.ts";
import { Problem } from "../problem.ts";
import { checkOwner } from "./check-owner.ts";
import { inTransaction } from "./database.ts";
import { judgePackage } from "./judge-package.ts";
import type { Proposal, Proposals, Recorded } from "./proposals.ts";
import { readSubmission } from "./read-submission.ts";
import type { GeneratorRegistry } from "./registry.ts";
import type { SpecPackages } from "./spec-packages.ts";
import type { VotingClient } from "./voting-client.ts";

/** What submitting needs. */
export interface SubmitDeps {
  readonly db: DatabaseSync;
  readonly specPackages: SpecPackages;
  readonly registry: GeneratorRegistry;
  readonly proposals: Proposals;
  readonly voting: VotingClient;
  /** Where the voting service says that the ballot of this proposal is closed. */
  readonly callbackUrl: (proposalId: string) => string;
  /** The page of a proposal. */
  readonly pageUrl: (proposalId: string) => string;
  readonly now: () => Date;
}

/** A request to submit. */
export interface Submission {
  readonly caller: Caller;
  readonly idempotencyKey: string | undefined;
  readonly body: Uint8Array;
}

/** What came of it; everything else is thrown as a problem. */
export type Submitted =
  | { readonly kind: "created"; readonly proposal: Proposal }
  | { readonly kind: "repeated"; readonly proposal: Proposal }
  | { readonly kind: "invalid"; readonly verdict: Verdict };

/**
 * Validates and records a proposal in one transaction, then opens its ballot. When the voting service fails, the record
 * stays and waits: a repeated request opens the ballot under the same proposal id, so there is never a second one.
 * Only the owner of a proposal submits it. A request is repeated when its key was used before, or when the caller has an open proposal with the same package.
 */
export async function submit(deps: SubmitDeps, submission: Submission): Promise<Submitted> {
  const outcome = inTransaction(deps.db, () => findOrRecord(deps, submission));
  if (outcome.kind === "invalid") return outcome;
  const { proposal, review } = outcome.recorded;
  if (proposal.ballot) return { kind: "repeated", proposal };
  const { id: proposalId, generatorName: title } = proposal;
  const callbackUrl = deps.callbackUrl(proposalId);
  const ballot = await deps.voting.openBallot({
    ...{ proposalId, title, review, callbackUrl },
    proposalUrl: deps.pageUrl(proposalId),
    submittedBy: submission.caller.id,
  });
  const first = deps.proposals.attachBallot(proposalId, ballot);
  return { kind: first ? "created" : "repeated", proposal: { ...proposal, state: "in-ballot", ballot } };
}

type Outcome =
  | { readonly kind: "recorded"; readonly recorded: Recorded }
  | { readonly kind: "invalid"; readonly verdict: Verdict };

function findOrRecord(deps: SubmitDeps, { caller: submitter, idempotencyKey, body }: Submission): Outcome {
  const caller = submitter.id;
  const submitted = readSubmission(body, deps.specPackages.current().document);
  const sameKey = deps.proposals.withKey({ caller, idempotencyKey });
  const isRepeated = sameKey !== undefined && isSame(sameKey, submitted);
  // With the same digest, it is the package of that key, changed afterwards: `judgePackage` says so.
  if (sameKey && !isRepeated && sameKey.proposal.digest !== submitted.digest) {
    const detail =
      "This Idempotency-Key was used with a different package. Send that package again, or use the key from the answer that built this one.";
    throw new Problem("idempotency-conflict", detail);
  }
  const recorded = isRepeated ? sameKey : openProposalOf(submitted, caller, deps.proposals);
  if (recorded) return { kind: "recorded", recorded };

  const verdict = judgePackage(submitted, { ...deps, registry: deps.registry.view() });
  if (!verdict.valid) return { kind: "invalid", verdict };
  checkOwner(submitted, submitter);
  const submittedAt = deps.now().toISOString();
  return { kind: "recorded", recorded: deps.proposals.record({ caller, idempotencyKey }, submitted, submittedAt) };
}

// The digest finds it, and the content proves it: nobody has checked yet that the two belong together.
function openProposalOf(submitted: ProposalPackage, caller: string, proposals: Proposals): Recorded | undefined {
  const open = proposals.openWithDigest(caller, submitted.digest);
  return open && isSame(open, submitted) ? open : undefined;
}

// JSON.stringify, which recorded it, writes -0 as 0.
function isSame({ proposalPackage }: Recorded, submitted: ProposalPackage): boolean {
  return isDeepStrictEqual(proposalPackage, JSON.parse(JSON.stringify(submitted)));
}
