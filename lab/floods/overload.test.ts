import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { figure } from "@assay/testing/figure";
import { isFullScale, pickForScale } from "@assay/testing/scale";
import { longSilenceMs } from "@assay/testing/services/long-timeouts";
import { processorSeconds } from "@assay/testing/services/processor-seconds";
import { startRedis } from "@assay/testing/services/redis-server";
import { startFleet } from "@assay/testing/services/start-fleet";
import { bearer } from "../../e2e/auth/service.ts";
import { type Client, createClient } from "../../e2e/fleet/clients.ts";
import type { Answer } from "../../e2e/http/check-answer.ts";
import { createEnvelope } from "../../e2e/http/service.ts";
import { listAddresses } from "./flood.ts";

// At the peak, every connection to an instance is in use; three times as many callers and more than may wait besides.
const callers = { peak: 2 * 64, overload: pickForScale({ ci: 500, full: 960 }) };
const roundMs = pickForScale({ ci: 3_000, full: 8_000 });
const rounds = pickForScale({ ci: 1, full: 5 });

const everything = new AsyncDisposableStack();
after(() => everything.disposeAsync());
const redis = everything.use(await startRedis());
const store = { urls: [redis.url], silenceMs: longSilenceMs };
const limit = { calls: 1_000_000, windowSeconds: 1 };
const fleet = everything.use(await startFleet({ instances: 2, store, limit, haproxyFor: {} }));
const { identity } = fleet.sandbox;
const { key } = await identity.createKey(await identity.createPerson("Ada"));
const sent = { headers: bearer(key), body: JSON.stringify(createEnvelope()) };
// So many addresses that the table refuses none of them, with a connection each.
const kept = listAddresses("127.2", 1_000).map((address) => everything.use(createClient(fleet.url, address, 1)));
const fresh = listAddresses("127.3", 20_000);
let turn = 0;

for (const isFresh of [false, true]) {
  const how = isFresh ? "new connections" : "kept connections";
  test(`at three times the load on ${how}, as many calls are answered for the same processor time`, async () => {
    const ratios: number[] = [];
    for (const count of [callers.overload, callers.peak]) await run(count, false);
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
  const repeat = async () => {
    while (performance.now() < until) {
      const result = await (isFresh ? callOnce() : callKept()).then(
        ({ status }) => status,
        () => 0,
      );
      if (result === 200) seen.answered += 1;
      else if (result === 503) seen.refused += 1;
      else seen.other += 1;
      if (result === 503) await wait(1_000);
    }
  };
  await Promise.all(Array.from({ length: count }, repeat));
  const seconds = processorTime() - before;
  return { ...seen, perSecond: Math.round(seen.answered / seconds) };
}

async function callKept(): Promise<Answer> {
  const client = kept.shift() as Client;
  return await client.call(sent).finally(() => kept.push(client));
}

async function callOnce(): Promise<Answer> {
  turn += 1;
  using client = createClient(fleet.url, fresh[turn % fresh.length] as string, 1);
  return await client.call(sent);
}

function processorTime(): number {
  return fleet.instances.reduce((sum, { pid }) => sum + processorSeconds(pid), 0);
}
