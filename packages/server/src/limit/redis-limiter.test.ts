import assert from "node:assert/strict";
import { test } from "node:test";
import { RedisLimiter } from "./redis-limiter.ts";

test("calls of an outage are reported to the store by the first call that it counts, not lost at a replay", async () => {
  const limit = { calls: 20, windowSeconds: 60 };
  const answers = ["down", "down", "replayed", "counted", "counted"];
  const reported: number[] = [];
  const limiter = new RedisLimiter({
    limit,
    store: {
      async count(_keys, [_calls, _window, _nonceMs, ...ages], read) {
        reported.push(ages.length);
        const answer = answers.shift();
        if (answer === "down") throw new Error("down");
        return read(answer === "replayed" ? [2, 0, 0] : [0, 10, 60_000_000]);
      },
      close() {},
    },
    secret: "a secret that all instances of the fleet share",
    instances: 1,
    elapsedMs: () => 0,
  });
  const kinds: string[] = [];
  for (const nonce of ["one", "two", "of another instance", "three", "four"]) {
    kinds.push((await limiter.count(["agent", "https://id.example", "a"], nonce)).kind);
  }
  assert.deepEqual(kinds, ["counted", "counted", "replayed", "counted", "counted"]);
  assert.deepEqual(reported, [0, 1, 2, 2, 0]);
});
