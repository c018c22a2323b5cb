import assert from "node:assert/strict";
import { test } from "node:test";
import { createSlidingLog } from "./sliding-log.ts";

test("peek returns the state of a name without counting a call", () => {
  let now = 0;
  const log = createSlidingLog({ calls: 2, windowSeconds: 60 }, () => now);
  assert.deepEqual(log.peek("ada"), { kind: "counted", remaining: 2, resetMs: 0 });
  assert.deepEqual(log.count("ada"), { kind: "counted", remaining: 1, resetMs: 60_000 });
  now = 1_000;
  log.add("ada");
  for (let time = 0; time < 3; time += 1) {
    assert.deepEqual(log.peek("ada"), { kind: "over", remaining: 0, resetMs: 59_000 });
  }
  assert.deepEqual(log.peek("eve"), { kind: "counted", remaining: 2, resetMs: 0 });
});

test("a call leaves the window by the time when it was sent, even if a later call was counted first", () => {
  let now = 2_000;
  const log = createSlidingLog({ calls: 2, windowSeconds: 60 }, () => now);
  log.count("ada");
  assert.deepEqual(log.count("ada", 1_000), { kind: "counted", remaining: 0, resetMs: 59_000 });
  now = 61_000;
  assert.deepEqual(log.count("ada"), { kind: "counted", remaining: 0, resetMs: 1_000 });
  assert.equal(log.count("ada").kind, "over");
});
