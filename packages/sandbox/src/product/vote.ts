import { Problem } from "../problem.ts";
import { describeBallot } from "./ballot-page.ts";
import { countVotes, type Proposal, type Vote, votesToDecide } from "./proposals.ts";
import type { IdRegistry } from "./registry.ts";

/**
 * Counts a vote. Each person has one vote and cannot change it. The deciding vote registers an accepted id, or frees a
 * rejected id.
 */
export function castVote(proposal: Proposal, voter: string, vote: Vote, registry: IdRegistry): Proposal {
  const earlier = proposal.votes.get(voter);
  if (earlier === vote) return proposal;
  if (earlier !== undefined) {
    throw new Problem("already-voted", `You voted ${earlier} on this ballot. A vote cannot be changed.`);
  }
  if (proposal.state !== "in-ballot") {
    throw new Problem("ballot-closed", `This ballot is closed. ${describeBallot(proposal)}`);
  }
  const updated: Proposal = { ...proposal, votes: new Map([...proposal.votes, [voter, vote]]) };
  if (countVotes(updated, vote) < votesToDecide) return updated;
  registry.bumpRevision();
  if (vote === "no") return { ...updated, state: "rejected", reason: "vote" };
  // Several people can propose the same id; the first accepted proposal gets it.
  if (registry.has(updated.generatorId)) return { ...updated, state: "rejected", reason: "registry.id-taken" };
  registry.register(updated.generatorId, "active");
  return { ...updated, state: "accepted" };
}

/** Reads a vote. The key can be in the body, because a form cannot set the Authorization header. */
export function readVote(body: unknown): { readonly vote: Vote; readonly key: string | undefined } {
  const { vote, key } = (body ?? {}) as Record<string, unknown>;
  if (vote !== "yes" && vote !== "no") throw new Problem("bad-request", 'Send {"vote":"yes"} or {"vote":"no"}.');
  return { vote, key: typeof key === "string" ? key.trim() : undefined };
}
