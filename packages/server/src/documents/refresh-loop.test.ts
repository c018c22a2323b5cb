import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandom } from "@assay/testing/seeded-random";
import { maxRetrySeconds, startRefreshLoop } from "./refresh-loop.ts";

const random = createRandom(1);
const pickFraction = () => random.below(1_000_000) / 1_000_000;

/** Starts a loop, lets it wait as often as it has outcomes, and returns how long it waited after each, in seconds. */
async function recordWaits(
  outcomes: readonly boolean[],
  refreshSeconds = 30,
  where = pickFraction,
): Promise<readonly number[]> {
  const waits: number[] = [];
  const done = Promise.withResolvers<void>();
  const loop = startRefreshLoop({
    refresh: async () => outcomes[waits.length] ?? true,
    refreshSeconds,
    async sleep(milliseconds, signal) {
      waits.push(milliseconds / 1_000);
      if (waits.length < outcomes.length) return;
      done.resolve();
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
    random: where,
  });
  await done.promise;
  await loop.stop();
  return waits;
}

test("1,000 domains that were loaded at the same moment are refreshed at times that fill the whole window", async () => {
  const times = await Promise.all(Array.from({ length: 1_000 }, () => recordWaits([true])));
  const seconds = Array.from({ length: 30 }, () => 0);
  for (const [first = 0] of times) seconds[Math.floor(first)] = (seconds[Math.floor(first)] ?? 0) + 1;
  // 33 would be all alike.
  assert.ok(Math.min(...seconds) >= 11 && Math.max(...seconds) <= 66, String(seconds));
});

test("a domain that is well is refreshed every 27 to 30 seconds, and a failed refresh is repeated sooner", async () => {
  for (const where of [0, 0.999]) {
    const jitter = 0.9 + 0.1 * where;
    const outcomes = [false, false, true, true, true, ...Array.from({ length: 7 }, () => false), true];
    const expected = [1, 2, 30 * (where / jitter), 30, 30, 1, 2, 4, 8, 16, 30, 30, 30].map((wait) => wait * jitter);
    const waits = await recordWaits(outcomes, 30, () => where);
    assert.deepEqual(
      waits.map((wait) => wait.toFixed(3)),
      expected.map((wait) => wait.toFixed(3)),
    );
  }
});

test("a failed refresh is repeated within the time that callers are told to wait, however seldom the domain is refreshed", async () => {
  for (const refreshSeconds of [1, 30, 3_600]) {
    const waits = await recordWaits(Array(20).fill(false), refreshSeconds, () => 0.999);
    const longest = Math.max(...waits);
    assert.ok(longest <= maxRetrySeconds && longest > 0.99 * Math.min(refreshSeconds, maxRetrySeconds), String(waits));
  }
});
