import assert from "node:assert/strict";
import { test } from "node:test";
import { hashSlot } from "./hash-slot.ts";

test("computes the slot that the Redis Cluster specification defines", () => {
  // The check value of CRC-16/XMODEM.
  assert.equal(hashSlot("123456789"), 0x31c3 % 16_384);
  assert.equal(hashSlot("assay:{123456789}:nonce"), hashSlot("123456789"));
  // Computed with another implementation of the checksum.
  for (const [key, slot] of [
    ["", 0],
    ["foo", 12_182],
    ["{foo}{bar}", 12_182],
    ["foo{{bar}}", 4_015],
    ["ä", 13_929],
  ] as const)
    assert.equal(hashSlot(key), slot, key);
});
