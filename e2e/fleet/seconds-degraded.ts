import { setTimeout as wait } from "node:timers/promises";
import type { Fleet } from "./start-fleet.ts";

/** From now until no instance says any more that it counts alone, and none says it again for a while. */
export async function secondsDegraded({ instances }: Fleet, quietMs = 3_000, patienceMs = 30_000): Promise<number> {
  const begin = performance.now();
  let last: number | undefined;
  for (;;) {
    const now = performance.now();
    const metrics = await Promise.all(
      instances.map(async ({ operatorUrl }) => (await fetch(`${operatorUrl}/metrics`)).text()),
    );
    if (metrics.some((text) => text.includes("\nassay_limit_degraded 1\n"))) last = performance.now();
    else if (now - (last ?? begin) > quietMs) return last === undefined ? 0 : (last - begin) / 1_000;
    if (now - begin > patienceMs) throw new Error(`Still degraded after ${patienceMs} ms.`);
    await wait(100);
  }
}
