import type { DatabaseSync } from "node:sqlite";
import { Problem } from "../problem.ts";
import { inTransaction } from "./database.ts";
import type { Outcome, Proposal, Proposals, Recorded } from "./proposals.ts";
import type { GeneratorRegistry } from "./registry.ts";
import type { VotingClient } from "./voting-client.ts";

/** What settling needs. */
export interface SettleDeps {
  readonly db: DatabaseSync;
  readonly proposals: Proposals;
  readonly registry: GeneratorRegistry;
  readonly voting: VotingClient;
}

/**
 * Asks the voting service how the vote on a proposal stands. When it has ended, an accepted generator enters the
 * registry and a rejected one frees its id. Only Datamint's own question is believed, so anybody may have it asked.
 */
export async function settleProposal(deps: SettleDeps, id: string): Promise<Proposal> {
  const { proposal } = find(deps.proposals, id);
  if (proposal.state !== "in-ballot" || !proposal.ballot) return proposal;
  const decision = await deps.voting.decisionOf(proposal.ballot.id);
  if (decision === "open") return proposal;
  inTransaction(deps.db, () => {
    const outcome = outcomeOf(decision, proposal, deps.registry);
    const isFirst = deps.proposals.settle(id, outcome);
    if (isFirst && outcome.state === "accepted") deps.registry.register(proposal.generatorId, "active");
  });
  return find(deps.proposals, id).proposal;
}

// Several people may propose one id; the first one that is accepted gets it.
function outcomeOf(decision: Outcome["state"], { generatorId }: Proposal, registry: GeneratorRegistry): Outcome {
  if (decision === "rejected") return { state: "rejected", reason: "vote" };
  return registry.isTaken(generatorId) ? { state: "rejected", reason: "registry.id-taken" } : { state: "accepted" };
}

function find(proposals: Proposals, id: string): Recorded {
  const recorded = proposals.withId(id);
  if (recorded) return recorded;
  throw new Problem("not-found", "No proposal has this id. Use the id from the answer to its submission.");
}
