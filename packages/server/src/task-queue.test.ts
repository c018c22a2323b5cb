import assert from "node:assert/strict";
import { test } from "node:test";
import { createTaskQueue } from "./task-queue.ts";

for (const atATime of [1, 3]) {
  test(`of ten tasks, ${atATime} run at a time, in the order of arrival, whatever becomes of those before`, async () => {
    const enqueue = createTaskQueue(atATime);
    const started: number[] = [];
    let [running, most] = [0, 0];
    const tasks = Array.from({ length: 10 }, (_, index) =>
      enqueue(async () => {
        started.push(index);
        running += 1;
        most = Math.max(most, running);
        for (let turn = 0; turn <= index % 4; turn += 1) await Promise.resolve();
        running -= 1;
        if (index % 3 === 0) throw new Error(`task ${index}`);
        return index;
      }),
    );
    const ended = await Promise.allSettled(tasks);
    assert.deepEqual(
      ended.map((result) => (result.status === "fulfilled" ? result.value : result.reason.message)),
      Array.from({ length: 10 }, (_, index) => (index % 3 === 0 ? `task ${index}` : index)),
    );
    assert.deepEqual(
      started,
      Array.from({ length: 10 }, (_, index) => index),
    );
    assert.equal(most, atATime);
  });
}
