import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandom } from "@assay/testing/seeded-random";
import { maxRetrySeconds, startRefreshLoop } from "./refresh-loop.ts";

const random = createRandom(1);
const pickFraction = () => random.below(1_000_000) / 1_000_000;

/** Runs a loop whose refreshes have these outcomes, and returns how many seconds it waited after each. */
async function recordWaits(
  outcomes: readonly boolean[],
  refreshSeconds = 30,
  pickRandom = pickFraction,
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
    random: pickRandom,
  });
  await done.promise;
  await loop.stop();
  return waits;
}

test("spreads the first refreshes of 1,000 domains that load at once over the whole interval", async () => {
  const times = await Promise.all(Array.from({ length: 1_000 }, () => recordWaits([true])));
  const seconds = Array.from({ length: 30 }, () => 0);
  for (const [first = 0] of times) seconds[Math.floor(first)] = (seconds[Math.floor(first)] ?? 0) + 1;
  // A perfectly even spread would have 33 in each second.
  assert.ok(Math.min(...seconds) >= 11 && Math.max(...seconds) <= 66, String(seconds));
});

test("refreshes a healthy domain every 27 to 30 seconds, and retries a failed refresh sooner", async () => {
  for (const fraction of [0, 0.999]) {
    const jitter = 0.9 + 0.1 * fraction;
    const outcomes = [false, false, true, true, true, ...Array.from({ length: 7 }, () => false), true];
    const expected = [1, 2, 30 * (fraction / jitter), 30, 30, 1, 2, 4, 8, 16, 30, 30, 30].map((wait) => wait * jitter);
    const waits = await recordWaits(outcomes, 30, () => fraction);
    assert.deepEqual(
      waits.map((wait) => wait.toFixed(3)),
      expected.map((wait) => wait.toFixed(3)),
    );
  }
});

test("retries a failed refresh within the Retry-After time for callers, even if the refresh interval is long", async () => {
  for (const refreshSeconds of [1, 30, 3_600]) {
    const waits = await recordWaits(Array(20).fill(false), refreshSeconds, () => 0.999);
    const longest = Math.max(...waits);
    assert.ok(longest <= maxRetrySeconds && longest > 0.99 * Math.min(refreshSeconds, maxRetrySeconds), String(waits));
  }
});
