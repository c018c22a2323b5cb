import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ProposalPackage } from "@assay/contract";
import type { ReviewSection } from "@assay/engine";

/** The first side with this many votes wins, so three voters always decide a ballot. */
export const votesToDecide = 2;

export type Vote = "yes" | "no";

/** A recorded submission and its ballot. */
export interface Proposal {
  readonly id: string;
  /** The caller who submitted the proposal. */
  readonly callerId: string;
  readonly idempotencyKey: string | undefined;
  readonly proposalPackage: ProposalPackage;
  /** The proposed id. */
  readonly generatorId: string;
  /** The review that the owner confirmed and that voters read. */
  readonly review: readonly ReviewSection[];
  readonly submittedAt: string;
  readonly state: "awaiting-owner" | "in-ballot" | "accepted" | "rejected";
  /** Why the proposal was rejected: by vote, or because its id was registered before the vote was decided. */
  readonly reason?: "vote" | "registry.id-taken";
  readonly votes: ReadonlyMap<string, Vote>;
}

/** The proposal that a submission repeats; `conflict` if its Idempotency-Key was used with a different package. */
type RepeatLookup = Proposal | "conflict" | undefined;

/** The recorded proposals. All methods are synchronous, so nothing changes between `findRepeated` and `record`. */
export interface Proposals {
  findRepeated(callerId: string, idempotencyKey: string | undefined, submitted: ProposalPackage): RepeatLookup;
  record(proposal: Omit<Proposal, "id" | "state" | "votes" | "generatorId">): Proposal;
  replace(proposal: Proposal): void;
  find(id: string): Proposal | undefined;
  /** Lists the proposals in the order of their submission. */
  list(): readonly Proposal[];
}

/** Creates an empty list of proposals, each of which begins in the given state. */
export function createProposals(firstState: Proposal["state"]): Proposals {
  const proposals = new Map<string, Proposal>();

  return {
    findRepeated(callerId, idempotencyKey, submitted) {
      const byCaller = [...proposals.values()].filter((proposal) => proposal.callerId === callerId);
      const isSame = ({ proposalPackage }: Proposal) => isDeepStrictEqual(proposalPackage, submitted);
      const proposalWithKey = byCaller.find(
        (proposal) => idempotencyKey !== undefined && proposal.idempotencyKey === idempotencyKey,
      );
      if (proposalWithKey) return isSame(proposalWithKey) ? proposalWithKey : "conflict";
      return byCaller.find((proposal) => /^(awaiting-owner|in-ballot)$/.test(proposal.state) && isSame(proposal));
    },
    record(submission) {
      const { generatorId } = submission.proposalPackage.candidate as { readonly generatorId: string };
      const proposal: Proposal = { ...submission, id: randomUUID(), generatorId, state: firstState, votes: new Map() };
      proposals.set(proposal.id, proposal);
      return proposal;
    },
    replace: (proposal) => void proposals.set(proposal.id, proposal),
    find: (id) => proposals.get(id),
    list: () => [...proposals.values()],
  };
}

/** Counts the votes for one side. */
export function countVotes({ votes }: Proposal, vote: Vote): number {
  return [...votes.values()].filter((other) => other === vote).length;
}
