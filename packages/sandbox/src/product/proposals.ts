import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ProposalPackage } from "@assay/contract";
import type { ReviewSection } from "@assay/engine";

/** The side that first has this many votes wins, so three voters are always enough. */
export const votesToDecide = 2;

/** What a voter can say. */
export type Vote = "yes" | "no";

/** A recorded submission and its ballot. */
export interface Proposal {
  readonly id: string;
  /** Who submitted it. */
  readonly caller: string;
  readonly idempotencyKey: string | undefined;
  readonly proposalPackage: ProposalPackage;
  /** The id that is proposed. */
  readonly generatorId: string;
  /** What its owner has read and its voters read. */
  readonly review: readonly ReviewSection[];
  readonly submittedAt: string;
  readonly state: "in-ballot" | "accepted" | "rejected";
  /** Why it was rejected: by its voters, or because its id was registered before they had decided. */
  readonly reason?: "vote" | "registry.id-taken";
  readonly votes: ReadonlyMap<string, Vote>;
}

/** The proposal of which a submission is a repetition, or that its key belongs to another package. */
type EarlierProposal = Proposal | "conflict" | undefined;

/** The proposals that the product recorded. Nothing in it waits, so what a caller finds is still so when it records. */
export interface Proposals {
  findRepeated(caller: string, idempotencyKey: string | undefined, submitted: ProposalPackage): EarlierProposal;
  record(proposal: Omit<Proposal, "id" | "state" | "votes" | "generatorId">): Proposal;
  replace(proposal: Proposal): void;
  find(id: string): Proposal | undefined;
  /** In the order in which they were submitted. */
  list(): readonly Proposal[];
}

/** Creates an empty list of proposals. */
export function createProposals(): Proposals {
  const proposals = new Map<string, Proposal>();

  return {
    findRepeated(caller, idempotencyKey, submitted) {
      const own = [...proposals.values()].filter((proposal) => proposal.caller === caller);
      const isSame = ({ proposalPackage }: Proposal) => isDeepStrictEqual(proposalPackage, submitted);
      const sameKey = own.find(
        (proposal) => idempotencyKey !== undefined && proposal.idempotencyKey === idempotencyKey,
      );
      if (sameKey) return isSame(sameKey) ? sameKey : "conflict";
      return own.find((proposal) => proposal.state === "in-ballot" && isSame(proposal));
    },
    record(submission) {
      const { generatorId } = submission.proposalPackage.candidate as { readonly generatorId: string };
      const proposal: Proposal = { ...submission, id: randomUUID(), generatorId, state: "in-ballot", votes: new Map() };
      proposals.set(proposal.id, proposal);
      return proposal;
    },
    replace: (proposal) => void proposals.set(proposal.id, proposal),
    find: (id) => proposals.get(id),
    list: () => [...proposals.values()],
  };
}

/** How many voters said this. */
export function countVotes({ votes }: Proposal, vote: Vote): number {
  return [...votes.values()].filter((other) => other === vote).length;
}
