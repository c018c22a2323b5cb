import assert from "node:assert/strict";
import { test } from "node:test";
import { createTtlMap } from "./ttl-map.ts";

const ttlMs = 60_000;

test("keeps at least the latest 250,000 entries, and at most 500,000", () => {
  const map = createTtlMap<number>(ttlMs, () => 0);
  const countKept = (from: number, to: number) => {
    let count = 0;
    for (let value = from; value < to; value += 1) if (map.get(`${value}`) === value) count += 1;
    return count;
  };
  for (let value = 0; value < 800_000; value += 1) {
    map.set(`${value}`, value);
    if (value === 499_999) assert.equal(countKept(250_000, 500_000), 250_000);
  }
  assert.equal(countKept(550_000, 800_000), 250_000);
  assert.ok(countKept(0, 800_000) <= 500_000);
});
