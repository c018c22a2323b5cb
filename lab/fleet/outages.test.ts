import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { figure } from "@assay/testing/figure";
import { pickForScale } from "@assay/testing/scale";
import { createCallers } from "@assay/testing/services/callers";
import { countResults, percentile, startLoad } from "@assay/testing/services/load";
import { startRedis } from "@assay/testing/services/redis-server";
import { startFleet } from "@assay/testing/services/start-fleet";
import { timingFigure } from "@assay/testing/timing-figure";
import { waitUntil } from "@assay/testing/wait-until";
import { countStatuses } from "../../e2e/fleet/call-simultaneously.ts";
import { createClients } from "./clients-under-load.ts";

// Full scale has the timeout of the product; a busy machine would take Redis for dead while it waits for a processor.
const { instances, silenceMs, warmUpMs, outageMs, callsPerSecond } = pickForScale({
  ci: { instances: 2, silenceMs: 500, warmUpMs: 2_000, outageMs: 3_000, callsPerSecond: 200 },
  full: { instances: 4, silenceMs: 90, warmUpMs: 10_000, outageMs: 10_000, callsPerSecond: 500 },
});

const everything = new AsyncDisposableStack();
after(() => everything.disposeAsync());
const redis = everything.use(await startRedis());
const fleet = everything.use(await startFleet({ instances, store: { urls: [redis.url], silenceMs } }));
const callers = everything.use(createCallers());
let newest = 0;

test("while the store is dead every call is answered, no client gets more than its share, and then all is exact", async () => {
  const outage = { begin: () => redis.kill(), end: () => redis.revive() };
  await assertHarmless("killed", "10.1", outage);
});

test("while the store is silent every call is answered, no client gets more than its share, and then all is exact", async () => {
  const outage = { begin: async () => redis.pause(), end: async () => redis.resume() };
  await assertHarmless("paused", "10.2", outage);
});

interface Outage {
  begin(): Promise<void>;
  end(): Promise<void>;
}

async function assertHarmless(what: string, network: string, { begin, end }: Outage): Promise<void> {
  const clients = await createClients(fleet, callers, network);
  const load = startLoad(callsPerSecond, clients.call);
  await wait(warmUpMs);
  const before = clients.countMaxPassed();
  await begin();
  const beganAt = load.now();
  await wait(outageMs);
  const withOutage = clients.countMaxPassed();
  const endedAt = load.now();
  await end();
  const untilExactMs = await msUntilExact();
  const outcomes = await load.stop();

  const name = `store ${what} for ${outageMs / 1_000} s at ${callsPerSecond} calls/s`;
  const results = countResults(outcomes);
  const failed = outcomes.length - (results[200] ?? 0) - (results[429] ?? 0);
  figure(`${name}: failed of ${outcomes.length} calls`, failed, 0);
  const p99Between = (from: number, to: number) => {
    const times = outcomes.filter(({ at }) => at > from && at < to).map(({ milliseconds }) => milliseconds);
    return percentile(times, 0.99);
  };
  const p99 = p99Between(beganAt + 1_000, endedAt);
  // What the machine can do at this moment, to compare with.
  figure(`${name}: p99 before it, ms`, p99Between(warmUpMs / 2, beganAt).toFixed(0), "-");
  figure(`${name}: calls of a client before, most`, before, 20);
  figure(`${name}: calls of a client before and during it, most`, withOutage, 40);
  assert.equal(failed, 0, JSON.stringify(results));
  assert.ok(results[200] && results[429]);
  // Twenty before, and then the shares of all instances, which are twenty together.
  assert.ok(before <= 20 && withOutage <= 40, `${before} before, ${withOutage} with the outage`);
  timingFigure(`${name}: p99 after the first second, ms`, p99, 100);
  timingFigure(`${name}: ms until it is exact again`, untilExactMs, 1_000);
}

/**
 * How long it takes until every instance counts with the others again. An instance that counts for itself lets fewer
 * calls of a client pass than the limit, so a new client calls one instance until it has all of its calls.
 */
async function msUntilExact(): Promise<number> {
  const begin = performance.now();
  await Promise.all(
    fleet.instances.map(async ({ url }, index) => {
      const ask = () => passedOfNewClient(url, `10.${200 + index}`);
      await waitUntil(`${url} counts with the others`, ask, { isDone: (passed) => passed === 20 });
    }),
  );
  return performance.now() - begin;
}

async function passedOfNewClient(url: string, network: string): Promise<number> {
  newest += 1;
  const client = `${network}.${Math.floor(newest / 256)}.${newest % 256}`;
  const answers = await Promise.all(Array.from({ length: 25 }, () => callers.call(url, { client })));
  return countStatuses(answers)[200] ?? 0;
}
