import { Problem } from "../problem.ts";

/** Where voters find a proposal. */
export interface Ballot {
  readonly id: string;
  readonly url: string;
}

/** What voters are asked. */
interface Question {
  readonly proposalId: string;
  readonly title: string;
  /** The text of `describeProposal`: voters read what the owner read. */
  readonly review: string;
  /** Where the voting service says that the ballot is closed. */
  readonly callbackUrl: string;
  /** The page that says what became of the proposal. */
  readonly proposalUrl: string;
  readonly submittedBy: string;
}

/** How a ballot stands. */
type Decision = "open" | "accepted" | "rejected";

/** The voting service, as Datamint uses it. */
export interface VotingClient {
  /** Opens the ballot of a proposal, or finds the one that is open already. */
  openBallot(question: Question): Promise<Ballot>;
  decisionOf(ballotId: string): Promise<Decision>;
}

/** Asks a voting service, which keeps at most one ballot per proposal. */
export function createVotingClient(votingUrl: string, timeoutMs: number): VotingClient {
  async function ask(path: string, init: RequestInit): Promise<Record<string, unknown>> {
    const url = `${votingUrl}${path}`;
    const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`The voting service answered ${response.status}.`);
    return ((await response.json()) ?? {}) as Record<string, unknown>;
  }

  return {
    async openBallot(question) {
      try {
        const headers = { "content-type": "application/json" };
        const { id, url } = await ask("/ballots", { method: "POST", headers, body: JSON.stringify(question) });
        if (typeof id === "string" && typeof url === "string") return { id, url };
        throw new Error("The voting service did not answer with a ballot.");
      } catch (cause) {
        const detail =
          "Your proposal is valid and recorded, but the voting service did not open its ballot. Send the same request again, with the same Idempotency-Key if there was one, to complete it.";
        throw new Problem("voting-unavailable", detail, { cause });
      }
    },
    async decisionOf(ballotId) {
      try {
        const { state } = await ask(`/ballots/${ballotId}`, { headers: { accept: "application/json" } });
        if (state === "open" || state === "accepted" || state === "rejected") return state;
        throw new Error("The voting service did not answer with the state of a ballot.");
      } catch (cause) {
        throw new Problem("voting-unavailable", "The voting service did not say how the vote ended.", { cause });
      }
    },
  };
}
