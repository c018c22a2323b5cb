import { Problem } from "../problem.ts";
import { describeBallot } from "./pages.ts";
import { countVotes, type Proposal, type Vote, votesToDecide } from "./proposals.ts";
import type { IdRegistry } from "./registry.ts";

/**
 * Counts a vote: one for each person, which nobody changes. With the last one that is needed, an accepted id enters the
 * registry and a rejected one is free.
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
  const voted: Proposal = { ...proposal, votes: new Map([...proposal.votes, [voter, vote]]) };
  if (countVotes(voted, vote) < votesToDecide) return voted;
  registry.bumpRevision();
  if (vote === "no") return { ...voted, state: "rejected", reason: "vote" };
  // Several people may propose one id; the first one that is accepted gets it.
  if (registry.has(voted.generatorId)) return { ...voted, state: "rejected", reason: "registry.id-taken" };
  registry.register(voted.generatorId, "active");
  return { ...voted, state: "accepted" };
}

/** Reads a vote; a form has no header for the key, so it is in the body. */
export function readVote(body: unknown): { readonly vote: Vote; readonly key: string | undefined } {
  const { vote, key } = (body ?? {}) as Record<string, unknown>;
  if (vote !== "yes" && vote !== "no") throw new Problem("bad-request", 'Send {"vote":"yes"} or {"vote":"no"}.');
  return { vote, key: typeof key === "string" ? key.trim() : undefined };
}
