import assert from "node:assert/strict";
import { test } from "node:test";
import { createQueueLimit, minQueue, type QueueLimit } from "./queue-limit.ts";

test("a queue that stays long is limited to what is answered within 100 ms", () => {
  const limit = createQueueLimit();
  answer(limit, 1_000, 0.5);
  assertAbout(maxAdmitted(limit), 200);
  answer(limit, 1_000, 1);
  assertAbout(maxAdmitted(limit), 100);
  answer(limit, 1_000, 0.5);
  assertAbout(maxAdmitted(limit), 200);
});

test("however slow the machine is, 64 may wait", () => {
  const limit = createQueueLimit();
  answer(limit, 1_000, 500);
  assert.equal(maxAdmitted(limit), minQueue);
});

test("a burst may exceed the limit until 192 requests were answered, up to 1,024, however long that takes", () => {
  for (const milliseconds of [0.1, 1, 100]) {
    const limit = createQueueLimit();
    answer(limit, 1_000, 1);
    assert.ok(limit.admits(0));
    answer(limit, 191, milliseconds);
    assert.ok(limit.admits(1_023));
    assert.ok(!limit.admits(1_024));
    answer(limit, 1, milliseconds);
    assert.ok(!limit.admits(1_023));
    // The next burst may begin once the queue is short again.
    assert.ok(limit.admits(31));
    assert.ok(limit.admits(1_023));
  }
});

test("one turn of the event loop changes the limit by a twentieth at most, however long it was", () => {
  const limit = createQueueLimit();
  answer(limit, 1_000, 0.5);
  limit.answered(60_000);
  assert.ok(maxAdmitted(limit) >= 190);
});

test("the time in which no request waits says nothing about how long a request takes", () => {
  const limit = createQueueLimit();
  answer(limit, 1_000, 0.5);
  for (let i = 0; i < 1_000; i += 1) limit.answered(undefined);
  assertAbout(maxAdmitted(limit), 200);
});

function answer(limit: QueueLimit, requests: number, milliseconds: number): void {
  for (let i = 0; i < requests; i += 1) limit.answered(milliseconds);
}

function maxAdmitted(limit: QueueLimit): number {
  let waiting = 1_024;
  while (!limit.admits(waiting - 1)) waiting -= 1;
  return waiting;
}

function assertAbout(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= 1, `${actual} is not about ${expected}`);
}
