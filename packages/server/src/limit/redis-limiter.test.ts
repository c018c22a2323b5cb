import assert from "node:assert/strict";
import { test } from "node:test";
import { RedisLimiter } from "./redis-limiter.ts";

// What the store does: fail, or answer with a result code, the remaining calls, and the microseconds until the reset.
const down = "down";
const counted = [0, 10, 60_000_000];
const replayed = [2, 0, 0];

test("reports calls that passed while the store was down, until the store counts a call", async () => {
  let storeAnswer: typeof down | readonly number[] = down;
  let reportedCalls = 0;
  const limiter = new RedisLimiter({
    limit: { calls: 20, windowSeconds: 60 },
    store: {
      async count(_keys, [_calls, _window, _nonceMs, ...unreportedAges], read) {
        reportedCalls = unreportedAges.length;
        if (storeAnswer === down) throw new Error("The store is down.");
        return read(storeAnswer);
      },
      close() {},
    },
    secret: "a secret that all instances of the fleet share",
    instances: 1,
    elapsedMs: () => 0,
  });
  const count = async (nonce: string, answer: typeof storeAnswer) => {
    storeAnswer = answer;
    const { kind } = await limiter.count(["agent", "https://id.example", "a"], nonce);
    return { kind, reportedCalls };
  };
  assert.deepEqual(await count("nonce-1", down), { kind: "counted", reportedCalls: 0 });
  assert.deepEqual(await count("nonce-2", down), { kind: "counted", reportedCalls: 1 });
  // Another instance has used this nonce, so the store rejects the call before it counts the reported ones.
  assert.deepEqual(await count("nonce-3", replayed), { kind: "replayed", reportedCalls: 2 });
  assert.deepEqual(await count("nonce-4", counted), { kind: "counted", reportedCalls: 2 });
  assert.deepEqual(await count("nonce-5", counted), { kind: "counted", reportedCalls: 0 });
});
