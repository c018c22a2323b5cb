import assert from "node:assert/strict";
import { test } from "node:test";
import { hashSlotOf } from "./hash-slot.ts";

test("a key is in the slot that the Redis Cluster specification says", () => {
  // The check value of CRC-16/XMODEM.
  assert.equal(hashSlotOf("123456789"), 0x31c3 % 16_384);
  assert.equal(hashSlotOf("assay:{123456789}:nonce"), hashSlotOf("123456789"));
});
