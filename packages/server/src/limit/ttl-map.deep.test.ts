import assert from "node:assert/strict";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { millisecondsOf } from "@assay/testing/milliseconds-of";
import { createTtlMap } from "./ttl-map.ts";

const ttlMs = 60_000;
const callers = Array.from({ length: 100 }, (_, index) => `caller ${index}`);

/** What a call takes, in microseconds, after so many clients were seen. */
function costAfter(clients: number, are: "live" | "expired"): number {
  const clock = { now: 0 };
  const map = createTtlMap<number>(ttlMs, () => clock.now);
  for (let client = 0; client < clients; client += 1) map.set(`client ${client}`, client);
  if (are === "expired") clock.now += ttlMs + 1;
  const rounds = 20;
  const milliseconds = millisecondsOf(() => {
    for (let round = 0; round < rounds; round += 1) {
      for (const name of callers) map.set(name, (map.get(name) ?? 0) + 1);
    }
  }, 10);
  return (milliseconds * 1_000) / (rounds * callers.length);
}

test("a call takes the same time however many clients were seen before, live or expired", () => {
  const seen = [1_000, 100_000, 262_144, 500_000];
  // Compiled before it is measured.
  for (const clients of [100, ...seen]) costAfter(clients, "live");
  const control = costAfter(100, "live");
  let worst = 0;
  for (const are of ["live", "expired"] as const) {
    for (const clients of seen) {
      const ratio = costAfter(clients, are) / control;
      figure(`cost of a call after ${clients} ${are} clients, times that after 100`, ratio.toFixed(2), 10);
      worst = Math.max(worst, ratio);
    }
  }
  // A call that walks through expired entries takes thousands of times as long.
  assert.ok(worst <= 10, `${worst}`);
});

test("the latest 250,000 entries are kept whatever comes, and no more than 500,000", () => {
  const map = createTtlMap<number>(ttlMs, () => 0);
  const kept = (from: number, to: number) => {
    let count = 0;
    for (let value = from; value < to; value += 1) if (map.get(`${value}`) === value) count += 1;
    return count;
  };
  for (let value = 0; value < 800_000; value += 1) {
    map.set(`${value}`, value);
    if (value === 499_999) assert.equal(kept(250_000, 500_000), 250_000);
  }
  assert.equal(kept(550_000, 800_000), 250_000);
  assert.ok(kept(0, 800_000) <= 500_000);
});
