import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "./limiter.ts";
import { RedisLimiter } from "./redis-limiter.ts";

// What the store does: fail, or answer with a result code, the remaining calls, and the microseconds until the reset.
const down = "down";
const counted = [0, 10, 60_000_000];
const replayed = [2, 0, 0];

const agent: Client = ["agent", "https://id.example", "a"];

/** Creates a limiter on a store that does what `store.answer` says, and that records what it was asked. */
function setUp() {
  const clock = { now: 0 };
  const store = { answer: down as typeof down | readonly number[], isRecovering: true, commands: 0, reportedCalls: 0 };
  const limiter = new RedisLimiter({
    limit: { calls: 20, windowSeconds: 60 },
    store: {
      get isRecovering() {
        return store.isRecovering;
      },
      async count(_keys, [_calls, _window, _nonceMs, ...unreportedAges], read) {
        store.commands += 1;
        store.reportedCalls = unreportedAges.length;
        if (store.answer === down) throw new Error("The store is down.");
        return read(store.answer);
      },
      close() {},
    },
    secret: "a secret that all instances of the fleet share",
    instances: 1,
    elapsedMs: () => clock.now,
  });
  return { limiter, store, clock };
}

test("reports calls that passed while the store was down, until the store counts a call", async () => {
  const { limiter, store } = setUp();
  const count = async (nonce: string, answer: typeof store.answer) => {
    store.answer = answer;
    const { kind } = await limiter.count(agent, nonce);
    return { kind, reportedCalls: store.reportedCalls };
  };
  assert.deepEqual(await count("nonce-1", down), { kind: "counted", reportedCalls: 0 });
  assert.deepEqual(await count("nonce-2", down), { kind: "counted", reportedCalls: 1 });
  // Another instance has used this nonce, so the store rejects the call before it counts the reported ones.
  assert.deepEqual(await count("nonce-3", replayed), { kind: "replayed", reportedCalls: 2 });
  assert.deepEqual(await count("nonce-4", counted), { kind: "counted", reportedCalls: 2 });
  assert.deepEqual(await count("nonce-5", counted), { kind: "counted", reportedCalls: 0 });
});

test("forgets calls that passed more than a window ago, however long the store is down", async () => {
  const { limiter, store, clock } = setUp();
  for (; clock.now < 3_600_000; clock.now += 3_000) assert.equal((await limiter.count(agent)).kind, "counted");
  assert.equal(store.reportedCalls, 20);
});

test("while the store is down, a client over its limit is refused from memory until the store is back", async () => {
  const { limiter, store, clock } = setUp();
  for (let call = 0; call < 20; call += 1) await limiter.count(agent);
  assert.equal(limiter.findOverLimit(agent), undefined);
  assert.equal((await limiter.count(agent)).kind, "over");
  assert.deepEqual(limiter.findOverLimit(agent), { kind: "over", remaining: 0, resetMs: 60_000 });
  assert.equal((await limiter.count(agent)).kind, "over");
  assert.equal(store.commands, 21);
  // Another part of the store may be down, so it is asked again after a second.
  clock.now = 1_000;
  assert.equal(limiter.findOverLimit(agent), undefined);
  await limiter.count(agent);
  assert.equal(limiter.findOverLimit(agent)?.resetMs, 59_000);
  store.isRecovering = false;
  assert.equal(limiter.findOverLimit(agent), undefined);
});
