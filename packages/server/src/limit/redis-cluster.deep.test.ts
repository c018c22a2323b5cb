import assert from "node:assert/strict";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { startRedisCluster } from "@assay/testing/services/redis-cluster";
import { redisSkipReason } from "@assay/testing/services/redis-server";
import { waitUntil } from "@assay/testing/wait-until";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createLimiter } from "./create-limiter.ts";
import type { Client, Limiter } from "./limiter.ts";

// lab/fleet tests the same with complete instances under load, and measures how long the failover takes.
test("counts every call while a cluster master dies and its replica takes over", {
  skip: redisSkipReason,
}, async () => {
  await using cluster = await startRedisCluster();
  const storeEvents = { onDegrade() {}, onRestore() {}, onStoreFailure() {}, observe: createObserve(createMetrics()) };
  const secret = "a secret that all instances of the fleet share";
  const store = { urls: cluster.urls, cluster: true, secret, silenceMs: 2_000 };
  await using instances = new AsyncDisposableStack();
  const start = async () => {
    const limiter = await createLimiter({ limit: { calls: 20, windowSeconds: 60 }, instances: 2, store }, storeEvents);
    return instances.adopt(limiter, () => limiter.close());
  };
  const limiters = [await start(), await start()];

  await cluster.masters[0]?.kill();
  let counted = 0;
  // Instances that count on their own each admit their share of the limit. If they count together, the first instance
  // admits the whole limit and the second nothing. Twelve clients are enough to reach every shard.
  const isExact = async () => {
    const passed = await Promise.all(Array.from({ length: 12 }, () => countPassed(limiters)));
    counted += 12 * 50;
    return passed.every(({ first, both }) => first === 20 && both === 20);
  };
  await waitUntil("every shard is available again", isExact, { isDone: (exact) => exact, pauseMs: 500 });
  printFigure("counts during and after a failover, all successful", counted, "any");
});

let clients = 0;

/** Counts how many calls of a new client pass at the first instance, and at both together. */
async function countPassed(limiters: readonly Limiter[]): Promise<{ readonly first: number; readonly both: number }> {
  clients += 1;
  const client: Client = ["ip", `192.0.2.1 ${clients}`];
  let [first, both] = [0, 0];
  for (const [index, limiter] of limiters.entries()) {
    const states = await Promise.all(Array.from({ length: 25 }, () => limiter.count(client)));
    const passed = states.filter(({ kind }) => kind === "counted").length;
    assert.ok(states.every(({ kind }) => kind === "counted" || kind === "over"));
    if (index === 0) first = passed;
    both += passed;
  }
  return { first, both };
}
