import { setTimeout as wait } from "node:timers/promises";
import { metricOf } from "@assay/testing/services/metric-of";
import type { Fleet } from "@assay/testing/services/start-fleet";

/** From now until no instance says any more that it counts alone, and none says it again for a while. */
export async function secondsDegraded({ instances }: Fleet, quietMs = 3_000, timeoutMs = 120_000): Promise<number> {
  const begin = performance.now();
  let last: number | undefined;
  for (;;) {
    const now = performance.now();
    const alone = await Promise.all(instances.map((instance) => metricOf(instance, "assay_limit_degraded")));
    if (alone.includes(1)) last = performance.now();
    else if (now - (last ?? begin) > quietMs) return last === undefined ? 0 : (last - begin) / 1_000;
    if (now - begin > timeoutMs) throw new Error(`Still degraded after ${timeoutMs} ms: ${JSON.stringify(alone)}`);
    await wait(100);
  }
}
