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
}

/** Opens the ballot of a proposal, or finds the one that is open already. */
export type OpenBallot = (question: Question) => Promise<Ballot>;

/** Opens ballots in a voting service, which keeps at most one per proposal. */
export function createOpenBallot(votingUrl: string, timeoutMs: number): OpenBallot {
  return async (question) => {
    try {
      const response = await fetch(`${votingUrl}/ballots`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(question),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`The voting service answered ${response.status}.`);
      return readBallot(await response.json());
    } catch (cause) {
      const detail =
        "Your proposal is valid and recorded, but the voting service did not open its ballot. Send the same request again, with the same Idempotency-Key if there was one, to complete it.";
      throw new Problem("voting-unavailable", detail, { cause });
    }
  };
}

function readBallot(value: unknown): Ballot {
  const { id, url } = (value ?? {}) as Record<string, unknown>;
  if (typeof id === "string" && typeof url === "string") return { id, url };
  throw new Error("The voting service did not answer with a ballot.");
}
