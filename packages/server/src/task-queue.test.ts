import assert from "node:assert/strict";
import { test } from "node:test";
import { createTaskQueue } from "./task-queue.ts";

for (const limit of [1, 3]) {
  test(`starts tasks in the order they were added, at most ${limit} at once, even if earlier tasks fail`, async () => {
    const enqueue = createTaskQueue(limit);
    const started: number[] = [];
    let [running, maxRunning] = [0, 0];
    const tasks = Array.from({ length: 10 }, (_, index) =>
      enqueue(async () => {
        started.push(index);
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        for (let tick = 0; tick <= index % 4; tick += 1) await Promise.resolve();
        running -= 1;
        if (index % 3 === 0) throw new Error(`task ${index}`);
        return index;
      }),
    );
    const results = await Promise.allSettled(tasks);
    assert.deepEqual(
      results.map((result) => (result.status === "fulfilled" ? result.value : result.reason.message)),
      Array.from({ length: 10 }, (_, index) => (index % 3 === 0 ? `task ${index}` : index)),
    );
    assert.deepEqual(
      started,
      Array.from({ length: 10 }, (_, index) => index),
    );
    assert.equal(maxRunning, limit);
  });
}
