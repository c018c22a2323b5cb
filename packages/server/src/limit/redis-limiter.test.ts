import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client, LimitState } from "./limiter.ts";
import { RedisLimiter } from "./redis-limiter.ts";

// What the store does: fail, or answer with a result code, the remaining calls, and the microseconds until the reset.
const down = "down";
const counted = [0, 10, 60_000_000];

const agent: Client = ["agent", "https://id.example", "a"];

/** Creates a limiter on a store that does what `store.answer` says when it is asked, and that counts the commands. */
function setUp(instances = 1) {
  const clock = { now: 0 };
  const store = { answer: down as typeof down | readonly number[], isDown: true, latencyMs: 0, commands: 0 };
  const limiter = new RedisLimiter({
    limit: { calls: 20, windowSeconds: 60 },
    store: {
      get failingMs() {
        return store.isDown ? clock.now : undefined;
      },
      async count(_keys, _args, read) {
        store.commands += 1;
        clock.now += store.latencyMs;
        if (store.answer === down) throw new Error("The store is down.");
        return read(store.answer);
      },
      close() {},
    },
    secret: "a secret that all instances of the fleet share",
    instances,
    elapsedMs: () => clock.now,
  });
  return { limiter, store, clock };
}

test("two parallel uses of a nonce never pass twice, even if the store answers only the second", async () => {
  const { limiter, store } = setUp();
  const first = limiter.count(agent, "nonce");
  store.answer = counted;
  const second = limiter.count(agent, "nonce");
  assert.deepEqual([(await first).kind, (await second).kind], ["counted", "replayed"]);
  assert.deepEqual(await limiter.count(agent, "nonce"), { kind: "replayed" });
});

test("a client that has no call left is told when one leaves the window of the store, which dates calls later", async () => {
  const { limiter, store } = setUp();
  store.answer = [0, 0, 60_000_000];
  store.latencyMs = 5;
  await limiter.count(agent);
  assert.deepEqual(await limiter.count(agent), { kind: "over", remaining: 0, resetMs: 60_000 });
  assert.equal(store.commands, 1);
});

test("while the store is down, a client beyond its share is refused from memory until the store is back", async () => {
  const { limiter, store, clock } = setUp(2);
  for (let call = 0; call < 10; call += 1) await limiter.count(agent);
  assert.equal(limiter.findOverLimit(agent), undefined);
  assert.equal((await limiter.count(agent)).kind, "over");
  assert.deepEqual(limiter.findOverLimit(agent), { kind: "over", remaining: 0, resetMs: 1_000 });
  assert.equal((await limiter.count(agent)).kind, "over");
  assert.equal(store.commands, 11);
  // Another part of the store may be back, so it is asked again each second.
  clock.now = 20_000;
  assert.equal(limiter.findOverLimit(agent), undefined);
  await limiter.count(agent);
  assert.equal(limiter.findOverLimit(agent)?.resetMs, 20_000);
  store.isDown = false;
  assert.equal(limiter.findOverLimit(agent), undefined);
});

test("in an outage of three minutes, a client that waits as told gets its share each minute, and asks 12 times at most", async () => {
  const { limiter, clock } = setUp(2);
  const passedInMinute = [0, 0, 0];
  let refused = 0;
  while (clock.now < 180_000) {
    const state = (await limiter.count(agent)) as LimitState;
    const minute = Math.floor(clock.now / 60_000);
    if (state.kind === "counted") passedInMinute[minute] = (passedInMinute[minute] ?? 0) + 1;
    else {
      refused += 1;
      clock.now += 1_000 * Math.ceil(state.resetMs / 1_000);
    }
  }
  assert.deepEqual(passedInMinute, [10, 10, 10]);
  assert.ok(refused <= 12, String(refused));
});
