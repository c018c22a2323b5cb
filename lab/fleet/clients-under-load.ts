import type { Answer, Callers } from "@assay/testing/services/callers";
import type { Fleet } from "@assay/testing/services/start-fleet";
import { bearer } from "../../e2e/auth/start-service-with-identity.ts";
import { createEnvelope } from "../../e2e/http/create-envelope.ts";

const envelope = JSON.stringify(createEnvelope());

/** Creates clients that take turns calling. Some of them are always over their limit. */
export async function createClients({ url, sandbox: { identity } }: Fleet, callers: Callers, network: string) {
  const { key } = await identity.createKey(await identity.createPerson("Ada"));
  const passed = new Map<string, number>();

  // Every second call comes from one of ten clients that are always over their limit. The other calls come from clients
  // that make thirty calls each and then stop.
  function pickClient(index: number): string {
    const half = Math.floor(index / 2);
    return index % 2 === 0
      ? `${network}.0.${half % 10}`
      : `${network}.${1 + (Math.floor(half / 7_500) % 250)}.${Math.floor(half / 30) % 250}`;
  }

  return {
    /** Sends a call. Every tenth call validates a candidate. */
    async call(index: number): Promise<Answer> {
      const client = pickClient(index);
      const content = index % 10 === 5 ? { path: "/api/validate", body: envelope, headers: bearer(key) } : {};
      const answer = await callers.call(url, { ...content, client });
      if (answer.status < 300) passed.set(client, (passed.get(client) ?? 0) + 1);
      return answer;
    },
    /** The maximum number of calls that passed for any client. */
    countMaxPassed: () => Math.max(0, ...passed.values()),
  };
}
