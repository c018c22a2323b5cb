import type { Callers } from "@assay/testing/services/callers";
import type { Fleet } from "@assay/testing/services/start-fleet";
import { waitUntil } from "@assay/testing/wait-until";
import { statusesOf } from "../../e2e/fleet/simultaneous.ts";

/**
 * How long it takes until every instance counts with the others again. An instance that counts for itself lets fewer
 * calls of a client pass than the limit, so a new client calls one instance until it has all of its calls.
 */
export async function msUntilExact({ instances }: Fleet, callers: Callers): Promise<number> {
  const begin = performance.now();
  await Promise.all(
    instances.map(async ({ url }, index) => {
      const ask = () => passedOfNewClient(url, callers, `10.${200 + index}`);
      await waitUntil(`${url} counts with the others`, ask, { isDone: (passed) => passed === 20 });
    }),
  );
  return performance.now() - begin;
}

async function passedOfNewClient(url: string, callers: Callers, network: string): Promise<number> {
  newest += 1;
  const client = `${network}.${Math.floor(newest / 256)}.${newest % 256}`;
  const answers = await Promise.all(Array.from({ length: 25 }, () => callers.call(url, { client })));
  return statusesOf(answers)[200] ?? 0;
}
let newest = 0;
