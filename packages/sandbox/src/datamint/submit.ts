import type { DatabaseSync } from "node:sqlite";
import type { DiagnosticCode, Verdict } from "@assay/contract";
import { sha256 } from "../engine.ts";
import { Problem } from "../problem.ts";
import { inTransaction } from "./database.ts";
import { judgePackage } from "./judge-package.ts";
import type { OpenBallot } from "./open-ballot.ts";
import type { Proposal, Proposals, Recorded } from "./proposals.ts";
import { readSubmission } from "./read-submission.ts";
import type { GeneratorRegistry } from "./registry.ts";
import type { SpecPackages } from "./spec-packages.ts";

/** What submitting needs. */
export interface SubmitDeps {
  readonly db: DatabaseSync;
  readonly specPackages: SpecPackages;
  readonly registry: GeneratorRegistry;
  readonly proposals: Proposals;
  readonly openBallot: OpenBallot;
  readonly now: () => Date;
  readonly withoutCheck: DiagnosticCode | undefined;
}

/** A request to submit. */
export interface Submission {
  readonly caller: string;
  readonly idempotencyKey: string | undefined;
  readonly body: Uint8Array;
}

/** What came of it; everything else is thrown as a problem. */
export type Submitted =
  | { readonly kind: "accepted"; readonly proposal: Proposal }
  | { readonly kind: "repeated"; readonly proposal: Proposal }
  | { readonly kind: "invalid"; readonly verdict: Verdict };

/**
 * Judges and records a proposal in one transaction, then opens its ballot. When the voting service fails, the record
 * stays and waits: a repeated request opens the ballot under the same proposal id, so there is never a second one.
 */
export async function submit(deps: SubmitDeps, submission: Submission): Promise<Submitted> {
  const outcome = inTransaction(deps.db, () => findOrRecord(deps, submission));
  if (outcome.kind === "invalid") return outcome;
  const { proposal, title, review } = outcome.recorded;
  if (proposal.ballot) return { kind: "repeated", proposal };
  const ballot = await deps.openBallot({ proposalId: proposal.id, title, review });
  const first = deps.proposals.attachBallot(proposal.id, ballot);
  return { kind: first ? "accepted" : "repeated", proposal: { ...proposal, state: "in-ballot", ballot } };
}

type Outcome =
  | { readonly kind: "recorded"; readonly recorded: Recorded }
  | { readonly kind: "invalid"; readonly verdict: Verdict };

function findOrRecord(deps: SubmitDeps, { caller, idempotencyKey, body }: Submission): Outcome {
  const identity = { caller, idempotencyKey, bodyHash: sha256(body) };
  const found = deps.proposals.find(identity);
  if (found && found.bodyHash !== identity.bodyHash) {
    const detail =
      "This Idempotency-Key was used with a different body. Send the same body again, or choose a new key.";
    throw new Problem("idempotency-conflict", detail);
  }
  if (found) return { kind: "recorded", recorded: found };

  const submitted = readSubmission(body, deps.specPackages.current().document);
  const verdict = judgePackage(submitted, { ...deps, registry: deps.registry.view() });
  if (!verdict.valid) return { kind: "invalid", verdict };
  return { kind: "recorded", recorded: deps.proposals.record(identity, submitted, deps.now().toISOString()) };
}
