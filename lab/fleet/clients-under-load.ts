import type { Answer, Callers } from "@assay/testing/services/callers";
import type { Fleet } from "@assay/testing/services/start-fleet";
import { bearer } from "../../e2e/auth/service.ts";
import { createEnvelope } from "../../e2e/http/service.ts";

const envelope = JSON.stringify(createEnvelope());

/** Clients of every kind, who call in turn. */
export async function createClients({ url, sandbox: { identity } }: Fleet, callers: Callers, network: string) {
  const { key } = await identity.createKey(await identity.createPerson("Somebody"));
  const passed = new Map<string, number>();

  // Every other call is of one of ten clients who are always over their limit; the rest is of clients who come, make
  // thirty calls and go. Every tenth call is a candidate to validate.
  function pickClient(turn: number): string {
    const half = Math.floor(turn / 2);
    return turn % 2 === 0
      ? `${network}.0.${half % 10}`
      : `${network}.${1 + (Math.floor(half / 7_500) % 250)}.${Math.floor(half / 30) % 250}`;
  }

  return {
    async call(turn: number): Promise<Answer> {
      const client = pickClient(turn);
      const sent = turn % 10 === 5 ? { path: "/api/validate", body: envelope, headers: bearer(key) } : {};
      const answer = await callers.call(url, { ...sent, client });
      if (answer.status < 300) passed.set(client, (passed.get(client) ?? 0) + 1);
      return answer;
    },
    /** How many calls of a client passed so far; of the one that got most. */
    countMaxPassed: () => Math.max(0, ...passed.values()),
  };
}
