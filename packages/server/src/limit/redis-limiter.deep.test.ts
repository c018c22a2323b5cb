import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { setImmediate, setTimeout as wait } from "node:timers/promises";
import { checkTiming } from "@assay/testing/check-timing";
import { longSilenceMs } from "@assay/testing/services/long-timeouts";
import { startRedisCluster } from "@assay/testing/services/redis-cluster";
import { type RedisServer, redisSkipReason, startRedis } from "@assay/testing/services/redis-server";
import { waitUntil } from "@assay/testing/wait-until";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createLimiter } from "./create-limiter.ts";
import type { Client, Limiter, LimitState } from "./limiter.ts";

const secret = "a secret that all instances of the fleet share";
const createClient = (): Client => ["ip", randomUUID()];

const defaults = { limit: { calls: 20, windowSeconds: 60 }, instances: 1, silenceMs: longSilenceMs, cluster: false };

async function startLimiter(urls: readonly string[], options: Partial<typeof defaults> = {}) {
  const { limit, instances, ...store } = { ...defaults, ...options };
  const events: string[] = [];
  const limiter = await createLimiter(
    { limit, instances, store: { ...store, urls, secret } },
    {
      onDegrade: () => events.push("degraded"),
      onRestore: () => events.push("restored"),
      onStoreFailure: () => events.push("failed"),
      observe: createObserve(createMetrics()),
    },
  );
  return Object.assign(limiter, { events, [Symbol.asyncDispose]: () => limiter.close() });
}

async function waitUntilRestored({ events }: { readonly events: readonly string[] }, outage: string): Promise<void> {
  const start = performance.now();
  await waitUntil("the store is used again", () => events.at(-1) === "restored", { pauseMs: 10 });
  checkTiming(`recovery after a store ${outage} (ms)`, performance.now() - start, 1_000);
}

/** Counts how many of a hundred parallel calls pass. */
async function countPassed(limiter: Limiter, client: Client): Promise<number> {
  const states = await Promise.all(Array.from({ length: 100 }, () => limiter.count(client)));
  return states.filter(({ kind }) => kind === "counted").length;
}

describe("with a store", { skip: redisSkipReason }, () => {
  let redis: RedisServer;
  before(async () => {
    redis = await startRedis();
  });
  after(async () => {
    await redis[Symbol.asyncDispose]();
  });

  const start = (options?: Partial<typeof defaults>) => startLimiter([redis.url], options);

  test("admits a refused client again exactly at the announced time, at any instance", async () => {
    const limit = { calls: 2, windowSeconds: 0.3 };
    await using first = await start({ limit });
    let completed = 0;
    // On a busy machine, a round can take longer than the window. Such a round proves nothing and is repeated.
    for (let round = 0; completed < 5 && round < 500; round += 1) {
      await using second = await start({ limit });
      await using third = await start({ limit });
      const client = createClient();
      const roundStart = performance.now();
      await first.count(client);
      await wait(20 * (round % 5));
      const sent = performance.now();
      await first.count(client);
      const refusal = (await first.count(client)) as LimitState;
      const received = performance.now();
      if (received - roundStart >= 1_000 * limit.windowSeconds) continue;
      assert.equal(refusal.kind, "over");
      let passed = false;
      while (!passed && performance.now() < sent + refusal.resetMs - 5) {
        const { kind } = await second.count(client);
        if (performance.now() < sent + refusal.resetMs) assert.equal(kind, "over");
        passed = kind === "counted";
      }
      // The call passed, but its answer arrived after the announced time.
      if (passed) continue;
      await wait(Math.max(1, received + refusal.resetMs - performance.now() + 1));
      assert.equal((await third.count(client)).kind, "counted");
      completed += 1;
    }
    assert.equal(completed, 5);
  });

  test("sends one command per call, and none for a client known to be over its limit", async () => {
    await using limiter = await start();
    await using other = await start();
    await limiter.count(createClient());
    await redis.forgetCalls();
    const client = createClient();
    for (let call = 0; call < 20; call += 1) assert.equal((await limiter.count(client)).kind, "counted");
    assert.equal((await limiter.count(client)).kind, "over");
    assert.equal((await redis.countCalls()).evalsha, 20);
    for (let call = 0; call < 1_000; call += 1) assert.equal((await other.count(client)).kind, "over");
    const { evalsha, eval: evaluated = 0 } = await redis.countCalls();
    assert.deepEqual([evalsha, evaluated], [21, 0]);
  });

  test("accepts a nonce only once across all instances, and charges the agent once", async () => {
    await using first = await start();
    await using second = await start();
    const agent: Client = ["agent", "https://id.example", "agt replayed"];
    const replays = Array.from({ length: 1_000 }, (_, index) => (index % 2 ? first : second).count(agent, "nonce"));
    const results = await Promise.all(replays);
    assert.equal(results.filter(({ kind }) => kind === "counted").length, 1);
    assert.equal(results.filter(({ kind }) => kind === "replayed").length, 999);
    assert.equal(((await first.count(agent, "other")) as LimitState).remaining, 18);
  });

  test("a refused call does not use up its nonce", async () => {
    const limit = { calls: 1, windowSeconds: 60 };
    await using limiter = await start({ limit });
    await using other = await start({ limit });
    const agent: Client = ["agent", "https://id.example", "agt eager"];
    await redis.send("FLUSHALL");
    await limiter.count(agent, "first");
    const [log = ""] = ((await redis.send("KEYS", "*")) as readonly string[]).filter((name) => name.endsWith("}"));
    assert.equal((await limiter.count(agent, "second")).kind, "over");
    // Move the counted call back by a minute, out of the window.
    await redis.send("LSET", log, "0", String((Date.now() - 61_000) * 1_000));
    assert.equal((await other.count(agent, "second")).kind, "counted");
  });

  test("keys and values in Redis do not reveal clients, and both keys of an agent share a cluster slot", async () => {
    await using limiter = await start();
    await redis.send("FLUSHALL");
    await limiter.count(["ip", "192.0.2.77"]);
    await limiter.count(["agent", "https://id.example", "agt_seven"], "nonce-0001");
    const keys = (await redis.send("KEYS", "*")) as readonly string[];
    assert.equal(keys.length, 3);
    for (const key of keys) assert.match(key, /^assay:\{[A-Za-z0-9_-]{22}\}(:nonce-0001)?$/);
    const nonceKey = keys.find((key) => key.endsWith("nonce-0001"));
    assert.ok(keys.includes(nonceKey?.split(":nonce")[0] ?? ""));
    const read = (key: string) => redis.send(...(key === nonceKey ? ["GET", key] : ["LRANGE", key, "0", "-1"]));
    // The values are times in microseconds, and one empty string.
    for (const value of (await Promise.all(keys.map(read))).flat()) assert.match(String(value), /^(\d{16})?$/);
  });

  // During an upgrade, both versions count in the same store; lab/fleet/upgrade.test.ts runs them together.
  test("continues from the three calls that the previous version stored", async () => {
    await using limiter = await start();
    const fiveSecondsAgo = `${Date.now() * 1_000 - 5_000_000}`;
    await redis.send("RPUSH", "assay:{uFHSM_z6ZJltx61e2_ux8g}", ...Array(3).fill(fiveSecondsAgo));
    const { remaining } = (await limiter.count(["ip", "192.0.2.78"])) as LimitState;
    assert.equal(remaining, 16);
  });

  test("removes a client's log from the store soon after the window ends", async () => {
    await using limiter = await start();
    await redis.send("FLUSHALL");
    const client = createClient();
    for (let call = 0; call < 25; call += 1) await limiter.count(client);
    const [log = ""] = (await redis.send("KEYS", "*")) as readonly string[];
    assert.equal(await redis.send("LLEN", log), 20);
    const ttlMs = Number(await redis.send("PTTL", log));
    assert.ok(ttlMs > 1_000 && ttlMs <= 61_000, String(ttlMs));
  });

  test("does not lock out clients when the clock of the store is set back", async () => {
    await using limiter = await start({ limit: { calls: 1, windowSeconds: 2 } });
    await using other = await start({ limit: { calls: 1, windowSeconds: 2 } });
    await redis.send("FLUSHALL");
    const client = createClient();
    await limiter.count(client);
    const [log = ""] = (await redis.send("KEYS", "*")) as readonly string[];
    await redis.send("LSET", log, "0", String((Date.now() + 3_600_000) * 1_000));
    const refusal = (await other.count(client)) as LimitState;
    assert.equal(refusal.kind, "over");
    assert.ok(refusal.resetMs <= 2_000, "the window starts now, not in an hour");
    await wait(refusal.resetMs + 1);
    assert.equal((await limiter.count(client)).kind, "counted");
  });

  for (const instances of [1, 2]) {
    test(`twenty steady calls pass at ${instances} instances while the store stalls, and none counts twice`, async () => {
      await using first = await start({ instances, silenceMs: 500 });
      await using second = await start({ instances, silenceMs: 500 });
      const limiters = [first, second].slice(0, instances);
      const client = createClient();
      const left: number[] = [];
      for (let call = 0; call < 20; call += 1) {
        if (call === 5) redis.pause();
        if (call === 8) {
          redis.resume();
          for (const limiter of limiters) await waitUntilRestored(limiter, "stalled");
        }
        const state = (await limiters[call % instances]?.count(client)) as LimitState;
        assert.equal(state.kind, "counted");
        left.push(state.remaining);
      }
      const falling = left.toSorted((a, b) => b - a);
      assert.deepEqual(left, falling, "the remaining calls never rise");
      if (instances === 2) return;
      assert.deepEqual(left, [...Array(20).keys()].reverse());
      assert.equal((await first.count(client)).kind, "over");
    });
  }

  test("a busy event loop is not taken for a store that does not answer", async () => {
    const silenceMs = 50;
    await using limiter = await start({ silenceMs });
    for (let block = 0; block < 10; block += 1) {
      const counted = limiter.count(createClient());
      await setImmediate();
      const start = performance.now();
      redis.blockUntilAnswered();
      while (performance.now() < start + 3 * silenceMs);
      await counted;
    }
    assert.deepEqual(limiter.events, []);
  });

  test("lets only five calls wait for a store that hangs, and uses the store again once it responds", async () => {
    await using limiter = await start({ instances: 2, silenceMs: 500 });
    redis.pause();
    for (let call = 0; call < 200; call += 1) assert.equal((await limiter.count(createClient())).kind, "counted");
    assert.equal(limiter.events.filter((event) => event === "failed").length, 5);
    await wait(700);
    redis.resume();
    await waitUntilRestored(limiter, "hung");
    assert.equal(await countPassed(limiter, createClient()), 20);
  });

  test("treats a store that cannot write as unavailable, and reports it once", async () => {
    await using limiter = await start({ instances: 4 });
    await redis.send("CONFIG", "SET", "maxmemory", "1");
    const client = createClient();
    for (let call = 0; call < 50; call += 1) {
      assert.equal((await limiter.count(client)).kind, call < 5 ? "counted" : "over");
      await wait(5);
    }
    assert.equal(limiter.events.filter((event) => event === "degraded").length, 1);
    await redis.send("CONFIG", "SET", "maxmemory", "0");
    await waitUntilRestored(limiter, "could not write");
    assert.equal(((await limiter.count(client)) as LimitState).remaining, 14);
  });
});

test("counts every call while a cluster master dies and its replica takes over", {
  skip: redisSkipReason,
}, async () => {
  await using cluster = await startRedisCluster();
  const options = { cluster: true, instances: 2, silenceMs: 2_000 };
  await using first = await startLimiter(cluster.urls, options);
  await using second = await startLimiter(cluster.urls, options);
  await cluster.masters[0]?.kill();
  // Alone, each instance lets its share pass. Together, the first lets the whole limit pass, and the second nothing.
  // Twelve clients are enough to reach every shard.
  const isExact = async () => {
    const passed = Array.from({ length: 12 }, async () => {
      const client = createClient();
      return `${await countPassed(first, client)} and ${await countPassed(second, client)}`;
    });
    return (await Promise.all(passed)).every((counts) => counts === "20 and 0");
  };
  await waitUntil("every shard is available again", isExact, { pauseMs: 500 });
});

test("refuses invalid options", async () => {
  const store = { urls: ["redis://127.0.0.1:1"], secret };
  const events = { onDegrade() {}, onRestore() {}, onStoreFailure() {}, observe: createObserve(createMetrics()) };
  for (const [options, message] of [
    [{ limit: { calls: 0, windowSeconds: 60 } }, /limit\.calls/],
    [{ limit: { calls: 20, windowSeconds: 0 } }, /windowSeconds/],
    [{ instances: 0 }, /instances/],
    [{ store: { ...store, urls: [] } }, /store\.urls/],
    [{ store: { ...store, urls: ["http://127.0.0.1"] } }, /redis:/],
    [{ store: { ...store, urls: [...store.urls, ...store.urls] } }, /cluster/],
    [{ store: { ...store, secret: "short" } }, /32 characters/],
  ] as const) {
    await assert.rejects(createLimiter(options, events), message);
  }
});
