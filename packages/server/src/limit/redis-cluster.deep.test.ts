import assert from "node:assert/strict";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { startRedisCluster } from "@assay/testing/services/redis-cluster";
import { redisSkipReason } from "@assay/testing/services/redis-server";
import { waitUntil } from "@assay/testing/wait-until";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createLimiter } from "./create-limiter.ts";
import type { Client, Limiter } from "./limiter.ts";

// lab/fleet has the same with whole instances, under load, and with the time it may take.
test("when a master of the cluster dies no count fails, and its replica counts in its place", {
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
  // A client at two instances that count for themselves gets its share of each, so only a whole limit says that they count
  // together. Twelve clients are in every shard.
  const isExact = async () => {
    const passed = await Promise.all(Array.from({ length: 12 }, () => countPassed(limiters)));
    counted += 12 * 50;
    return passed.every(({ first, both }) => first === 20 && both === 20);
  };
  await waitUntil("every shard counts again", isExact, { isDone: (exact) => exact, pauseMs: 500 });
  figure("counts during and after the failover of a master, none failed", counted, "any");
});

let clients = 0;

/** How many calls of a new client pass: at the first instance, and then at all. */
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
