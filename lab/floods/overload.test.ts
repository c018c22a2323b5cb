import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { figure } from "@assay/testing/figure";
import { isFullScale, scaled } from "@assay/testing/scale";
import { longSilenceMs } from "@assay/testing/services/long-timeouts";
import { processorSeconds } from "@assay/testing/services/processor-seconds";
import { startRedis } from "@assay/testing/services/redis-server";
import { startFleet } from "@assay/testing/services/start-fleet";
import { createClient } from "../../e2e/fleet/clients.ts";
import { addresses } from "./flood.ts";

// Three times the honest load: three times as many callers as the instances together have connections behind HAProxy.
const callers = { peak: 2 * 64, overload: 3 * 2 * 64 };
const roundMs = scaled({ quick: 2_000, ci: 3_000, full: 8_000 });
const rounds = scaled({ quick: 1, ci: 1, full: 5 });

const everything = new AsyncDisposableStack();
after(() => everything.disposeAsync());
const redis = everything.use(await startRedis());
const store = { urls: [redis.url], silenceMs: longSilenceMs };
const limit = { calls: 1_000_000, windowSeconds: 1 };
const fleet = everything.use(await startFleet({ instances: 2, store, limit, haproxyFor: {} }));
// Each call comes from another address, so that neither the table nor the limit refuses it.
const pool = addresses("127.2", 20_000);
let turn = 0;

for (const isFresh of [false, true]) {
  const how = isFresh ? "new connections" : "kept connections";
  test(`at three times the load on ${how}, as many calls are answered for the same processor time`, async () => {
    const ratios: number[] = [];
    await run(callers.peak, false);
    for (let round = 0; round < rounds; round += 1) {
      const peak = await run(callers.peak, false);
      const overload = await run(callers.overload, isFresh);
      console.log(`${how}: peak ${JSON.stringify(peak)}, overload ${JSON.stringify(overload)}`);
      assert.ok(overload.other === 0, JSON.stringify(overload));
      ratios.push(overload.perSecond / peak.perSecond);
    }
    const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? Number.NaN;
    figure(`answered calls per processor time at three times the load, x peak, ${how}`, median.toFixed(2), 0.8);
    if (isFullScale) assert.ok(median >= 0.8, `${median}`);
  });
}

/** So many callers for a while, each sending its next call when the last is answered, or refused and told to wait. */
async function run(count: number, isFresh: boolean) {
  const before = processorTime();
  const until = performance.now() + roundMs;
  const seen = { answered: 0, refused: 0, other: 0 };
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (performance.now() < until) {
        using client = createClient(fleet.url, nextAddress(), 1);
        for (let call = 0; call < (isFresh ? 1 : 15) && performance.now() < until; call += 1) {
          const result = await client.call().then(
            ({ status }) => status,
            () => 0,
          );
          if (result === 200) seen.answered += 1;
          else if (result === 503) seen.refused += 1;
          else seen.other += 1;
          if (result === 503) await wait(100);
        }
      }
    }),
  );
  const seconds = processorTime() - before;
  return { ...seen, perSecond: Math.round(seen.answered / seconds) };
}

function nextAddress(): string {
  turn += 1;
  return pool[turn % pool.length] as string;
}

function processorTime(): number {
  return fleet.instances.reduce((sum, { pid }) => sum + processorSeconds(pid), 0);
}
