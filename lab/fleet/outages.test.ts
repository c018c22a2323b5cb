import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { checkTiming } from "@assay/testing/check-timing";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale } from "@assay/testing/scale";
import { createCallers } from "@assay/testing/services/callers";
import { countResults, percentile, startLoad } from "@assay/testing/services/load";
import { startRedis } from "@assay/testing/services/redis-server";
import { startFleet } from "@assay/testing/services/start-fleet";
import { waitUntil } from "@assay/testing/wait-until";
import { countStatuses } from "../../e2e/fleet/count-statuses.ts";
import { createClients } from "./clients-under-load.ts";

// Full scale uses the service's default timeout. CI uses a longer timeout: an instance that waits for a processor would
// otherwise consider Redis dead.
const { instances, silenceMs, warmUpMs, outageMs, callsPerSecond } = pickForScale({
  ci: { instances: 2, silenceMs: 500, warmUpMs: 2_000, outageMs: 3_000, callsPerSecond: 200 },
  full: { instances: 4, silenceMs: 90, warmUpMs: 10_000, outageMs: 10_000, callsPerSecond: 500 },
});

const everything = new AsyncDisposableStack();
after(() => everything.disposeAsync());
const redis = everything.use(await startRedis());
const fleet = everything.use(await startFleet({ instances, store: { urls: [redis.url], silenceMs } }));
const callers = everything.use(createCallers());
let newClients = 0;

test("calls are answered and limited while the store is down, and limits are exact again afterwards", async () => {
  const outage = { begin: () => redis.kill(), end: () => redis.revive() };
  await assertHarmless("killed", "10.1", outage);
});

test("calls are answered and limited while the store does not respond, and limits are exact again afterwards", async () => {
  const outage = { begin: async () => redis.pause(), end: async () => redis.resume() };
  await assertHarmless("paused", "10.2", outage);
});

interface Outage {
  begin(): Promise<void>;
  end(): Promise<void>;
}

async function assertHarmless(failure: string, network: string, { begin, end }: Outage): Promise<void> {
  const clients = await createClients(fleet, callers, network);
  const load = startLoad(callsPerSecond, clients.call);
  await wait(warmUpMs);
  const passedBefore = clients.countMaxPassed();
  await begin();
  const beganAt = load.now();
  await wait(outageMs);
  const passedWithOutage = clients.countMaxPassed();
  const endedAt = load.now();
  await end();
  const msUntilExact = await waitUntilExact();
  const outcomes = await load.stop();

  const name = `store ${failure} for ${outageMs / 1_000} s at ${callsPerSecond} calls/s`;
  const results = countResults(outcomes);
  const failed = outcomes.length - (results[200] ?? 0) - (results[429] ?? 0);
  printFigure(`${name}: failed of ${outcomes.length} calls`, failed, 0);
  const p99Between = (from: number, to: number) => {
    const times = outcomes.filter(({ dueMs }) => dueMs > from && dueMs < to).map(({ milliseconds }) => milliseconds);
    return percentile(times, 0.99);
  };
  const p99 = p99Between(beganAt + 1_000, endedAt);
  // The latency on this machine without an outage, for comparison.
  printFigure(`${name}: p99 before it, ms`, p99Between(warmUpMs / 2, beganAt).toFixed(0), "-");
  printFigure(`${name}: most calls allowed to one client before the outage`, passedBefore, 20);
  printFigure(`${name}: maximum calls of a client before and during it`, passedWithOutage, 40);
  assert.equal(failed, 0, JSON.stringify(results));
  assert.ok(results[200] && results[429]);
  // Twenty calls before the outage. During it, each instance allows its share, which adds up to another twenty.
  assert.ok(
    passedBefore <= 20 && passedWithOutage <= 40,
    `${passedBefore} before, ${passedWithOutage} with the outage`,
  );
  checkTiming(`${name}: p99 after the first second, ms`, p99, 100);
  checkTiming(`${name}: ms until it is exact again`, msUntilExact, 1_000);
}

/**
 * Waits until every instance counts in the shared store again, and returns how long that took. Without the store, an
 * instance lets fewer calls pass than the limit, so new clients call each instance until a client gets the full limit.
 */
async function waitUntilExact(): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    fleet.instances.map(async ({ url }, index) => {
      const countPassed = () => countPassedOfNewClient(url, `10.${200 + index}`);
      await waitUntil(`${url} counts in the store`, countPassed, { isDone: (passed) => passed === 20 });
    }),
  );
  return performance.now() - startedAt;
}

async function countPassedOfNewClient(url: string, network: string): Promise<number> {
  newClients += 1;
  const client = `${network}.${Math.floor(newClients / 256)}.${newClients % 256}`;
  const answers = await Promise.all(Array.from({ length: 25 }, () => callers.call(url, { client })));
  return countStatuses(answers)[200] ?? 0;
}
