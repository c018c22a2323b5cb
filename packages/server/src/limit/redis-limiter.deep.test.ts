import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { longSilenceMs } from "@assay/testing/services/long-timeouts";
import { type RedisServer, redisSkipReason, startRedis } from "@assay/testing/services/redis-server";
import { timingFigure } from "@assay/testing/timing-figure";
import { waitUntil } from "@assay/testing/wait-until";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createLimiter } from "./create-limiter.ts";
import type { Client, Limit, Limiter, LimitState } from "./limiter.ts";

const secret = "a secret that all instances of the fleet share";
const defaultLimit: Limit = { calls: 20, windowSeconds: 60 };
const observe = createObserve(createMetrics());
const noEvents = { onDegrade(_reason: string) {}, onRestore() {}, onStoreFailure() {}, observe };
let clients = 0;
const createClient = (): Client => {
  clients += 1;
  return ["ip", `192.0.2.1 ${clients}`];
};

async function waitUntilRestored(heard: readonly string[], what: string): Promise<void> {
  const begun = performance.now();
  const isDone = (events: readonly string[]) => events.includes("restored");
  await waitUntil("the store is counted in again", () => heard, { isDone, pauseMs: 10 });
  timingFigure(`a store that ${what} is noticed back after (ms)`, performance.now() - begun, 1_000);
}

describe("with a store", { skip: redisSkipReason }, () => {
  let redis: RedisServer;
  before(async () => {
    redis = await startRedis();
  });
  after(async () => {
    await redis[Symbol.asyncDispose]();
  });

  async function start(
    limit = defaultLimit,
    instances = 1,
    storeEvents = noEvents,
    silenceMs = longSilenceMs,
  ): Promise<Limiter & AsyncDisposable> {
    const store = { urls: [redis.url], secret, silenceMs };
    const limiter = await createLimiter({ limit, instances, store }, storeEvents);
    return Object.assign(limiter, { [Symbol.asyncDispose]: () => limiter.close() });
  }

  test("a call passes at the moment that was announced, and none before it, at any instance", async () => {
    const limit = { calls: 2, windowSeconds: 0.3 };
    await using first = await start(limit);
    let seen = 0;
    // A machine that is busy elsewhere may let a window pass meanwhile: such a round tells nothing.
    for (let round = 0; seen < 5 && round < 500; round += 1) {
      await using second = await start(limit);
      await using third = await start(limit);
      const client = createClient();
      const begun = performance.now();
      await first.count(client);
      await wait(20 * (round % 5));
      await first.count(client);
      const sent = performance.now();
      const refusal = (await first.count(client)) as LimitState;
      const received = performance.now();
      if (received - begun >= 1_000 * limit.windowSeconds) continue;
      assert.equal(refusal.kind, "over");
      let taken = false;
      while (!taken && performance.now() < sent + refusal.resetMs - 5) {
        const { kind } = await second.count(client);
        if (performance.now() < sent + refusal.resetMs) assert.equal(kind, "over");
        taken = kind === "counted";
      }
      // It may have passed after the time.
      if (taken) continue;
      await wait(Math.max(1, received + refusal.resetMs - performance.now() + 1));
      assert.equal((await third.count(client)).kind, "counted");
      seen += 1;
    }
    assert.equal(seen, 5);
  });

  test("a call costs one command, and a client who has to wait costs none", async () => {
    await using limiter = await start();
    await limiter.count(createClient());
    await redis.forgetCalls();
    const client = createClient();
    for (let call = 0; call < 20; call += 1) assert.equal((await limiter.count(client)).kind, "counted");
    assert.equal((await redis.countCalls()).evalsha, 20);
    assert.equal((await limiter.count(client)).kind, "over");
    for (let call = 0; call < 1_000; call += 1) assert.equal((await limiter.count(client)).kind, "over");
    const { evalsha, eval: evaluated = 0 } = await redis.countCalls();
    assert.deepEqual([evalsha, evaluated], [21, 0]);
  });

  test("a nonce is good once for the whole fleet, and the agent is charged once", async () => {
    await using first = await start();
    await using second = await start();
    const agent: Client = ["agent", "https://id.example", `agt ${clients}`];
    const replays = Array.from({ length: 1_000 }, (_, index) => (index % 2 ? first : second).count(agent, "nonce"));
    const answers = await Promise.all(replays);
    assert.equal(answers.filter(({ kind }) => kind === "counted").length, 1);
    assert.equal(answers.filter(({ kind }) => kind === "replayed").length, 999);
    assert.equal(((await first.count(agent, "other")) as LimitState).remaining, 18);
  });

  test("a nonce is not spent by a call that was one too many", async () => {
    const limit = { calls: 1, windowSeconds: 60 };
    await using limiter = await start(limit);
    await using other = await start(limit);
    const agent: Client = ["agent", "https://id.example", "agt eager"];
    await redis.send("FLUSHALL");
    await limiter.count(agent, "first");
    const [log = ""] = ((await redis.send("KEYS", "*")) as readonly string[]).filter((name) => name.endsWith("}"));
    assert.equal((await limiter.count(agent, "second")).kind, "over");
    // A minute later, as far as the store can tell.
    await redis.send("LSET", log, "0", String((Date.now() - 61_000) * 1_000));
    assert.equal((await other.count(agent, "second")).kind, "counted");
  });

  test("names in the store reveal nothing, and both names of an agent are in one slot of a cluster", async () => {
    await using limiter = await start();
    await redis.send("FLUSHALL");
    await limiter.count(["ip", "192.0.2.77"]);
    await limiter.count(["agent", "https://id.example", "agt_seven"], "nonce-0001");
    const names = (await redis.send("KEYS", "*")) as readonly string[];
    assert.equal(names.length, 3);
    for (const name of names) assert.match(name, /^assay:\{[A-Za-z0-9_-]{22}\}(:nonce-0001)?$/);
    const [tag] = names.filter((name) => name.endsWith("nonce-0001")).map((name) => name.split(":nonce")[0] ?? "");
    assert.ok(names.includes(tag ?? ""));
  });

  // During an upgrade both versions count; lab/fleet/upgrade.test.ts runs them.
  test("names and times in the store are those of the version before, which counted three calls", async () => {
    await using limiter = await start();
    const earlier = `${Date.now() * 1_000 - 5_000_000}`;
    await redis.send("RPUSH", "assay:{uFHSM_z6ZJltx61e2_ux8g}", earlier, earlier, earlier);
    const { remaining } = (await limiter.count(["ip", "192.0.2.78"])) as LimitState;
    assert.equal(remaining, 16);
  });

  test("what the store keeps is gone soon after the window", async () => {
    await using limiter = await start();
    await redis.send("FLUSHALL");
    const client = createClient();
    for (let call = 0; call < 25; call += 1) await limiter.count(client);
    const [name = ""] = (await redis.send("KEYS", "*")) as readonly string[];
    assert.equal(await redis.send("LLEN", name), 20);
    const left = Number(await redis.send("PTTL", name));
    assert.ok(left > 1_000 && left <= 61_000, String(left));
  });

  test("a store whose clock was set back locks no client out", async () => {
    await using limiter = await start({ calls: 1, windowSeconds: 2 });
    await redis.send("FLUSHALL");
    const client = createClient();
    await limiter.count(client);
    const [name = ""] = (await redis.send("KEYS", "*")) as readonly string[];
    await redis.send("LSET", name, "0", String((Date.now() + 3_600_000) * 1_000));
    const told = (await limiter.count(client)) as LimitState;
    assert.equal(told.kind, "over");
    assert.ok(told.resetMs <= 2_000, "from now on, not from the hour ahead");
    await wait(told.resetMs + 1);
    assert.equal((await limiter.count(client)).kind, "counted");
  });

  test("a store that hangs holds up a few calls for a moment, and is noticed when it goes on", async () => {
    const heard: string[] = [];
    let waited = 0;
    const refusal = {
      onDegrade: () => heard.push("degraded"),
      onRestore: () => heard.push("restored"),
      onStoreFailure: () => (waited += 1),
      observe,
    };
    await using limiter = await start(defaultLimit, 2, refusal, 500);
    redis.pause();
    for (let call = 0; call < 200; call += 1) assert.equal((await limiter.count(createClient())).kind, "counted");
    assert.equal(waited, 5);
    await wait(700);
    redis.resume();
    await waitUntilRestored(heard, "hung");
    const client = createClient();
    const answers = await Promise.all(Array.from({ length: 100 }, () => limiter.count(client)));
    assert.equal(answers.filter(({ kind }) => kind === "counted").length, 20);
  });

  test("a store that cannot write is like one that is away, and is not asked over and over", async () => {
    const heard: string[] = [];
    const storeEvents = {
      onDegrade: () => heard.push("degraded"),
      onRestore: () => heard.push("restored"),
      onStoreFailure() {},
      observe,
    };
    await using limiter = await start(defaultLimit, 4, storeEvents);
    await redis.send("CONFIG", "SET", "maxmemory", "1");
    const client = createClient();
    for (let call = 0; call < 50; call += 1) {
      assert.equal((await limiter.count(client)).kind, call < 5 ? "counted" : "over");
      await wait(5);
    }
    assert.deepEqual(heard, ["degraded"]);
    await redis.send("CONFIG", "SET", "maxmemory", "0");
    await waitUntilRestored(heard, "could not write");
    assert.equal(((await limiter.count(client)) as LimitState).remaining, 14);
  });
});

test("options that cannot be meant are refused", async () => {
  const store = { urls: ["redis://127.0.0.1:1"], secret };
  for (const [options, rule] of [
    [{ limit: { calls: 0, windowSeconds: 60 } }, /limit\.calls/],
    [{ limit: { calls: 20, windowSeconds: 0 } }, /windowSeconds/],
    [{ instances: 0 }, /instances/],
    [{ store: { ...store, urls: [] } }, /store\.urls/],
    [{ store: { ...store, urls: ["http://127.0.0.1"] } }, /redis:/],
    [{ store: { ...store, urls: [...store.urls, ...store.urls] } }, /cluster/],
    [{ store: { ...store, secret: "short" } }, /32 characters/],
  ] as const) {
    await assert.rejects(createLimiter(options, noEvents), rule);
  }
});
