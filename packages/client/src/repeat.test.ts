import assert from "node:assert/strict";
import { test } from "node:test";
import { AssayError } from "./assay-error.ts";
import { repeat, type Wait } from "./repeat.ts";

const createLimitError = (retryAfterSeconds?: number) =>
  new AssayError("rate-limited", "Wait.", { retryable: true, status: 429, retryAfterSeconds });
const overloadError = new AssayError("overloaded", "Wait.", { retryable: true, status: 503, retryAfterSeconds: 2 });
const connectionError = new AssayError("connection-failed", "Cut.", { retryable: true });

test("a call waits as long as it is told, and says so before", async () => {
  const { sent, waits, outcome } = await run([createLimitError(7), overloadError, "done"]);
  assert.equal(outcome, "done");
  assert.equal(sent, 3);
  assert.deepEqual(
    waits.map(({ attempt, waitMs, error }) => [attempt, waitMs, error.code]),
    [
      [1, 7_000, "rate-limited"],
      [2, 2_000, "overloaded"],
    ],
  );
});

test("without a time to wait, the pauses grow", async () => {
  const { waits } = await run([connectionError, connectionError, createLimitError(), "done"]);
  assert.deepEqual(
    waits.map(({ waitMs }) => waitMs),
    [250, 500, 1_000],
  );
});

test("a call is not repeated more often than allowed", async () => {
  const { sent, outcome } = await run([
    connectionError,
    connectionError,
    connectionError,
    connectionError,
    connectionError,
    "done",
  ]);
  assert.deepEqual([sent, outcome], [5, connectionError]);
});

test("a wait that would end too late is not begun", async () => {
  const tooLong = createLimitError(61);
  const { sent, waits, outcome } = await run([createLimitError(60), tooLong, "done"]);
  assert.deepEqual([sent, waits.length, outcome], [2, 1, tooLong]);
});

test("each attempt knows how much of the total time is left", async () => {
  const { left } = await run([createLimitError(60), createLimitError(30), "done"]);
  assert.deepEqual(left, [120_000, 60_000, 30_000]);
});

for (const code of ["timed-out", "redirected", "unexpected-answer", "invalid-credentials", "internal"]) {
  test(`${code} is not repeated`, async () => {
    const status = code === "internal" ? 500 : undefined;
    const error = new AssayError(code, "No.", { retryable: true, status });
    const { sent, outcome } = await run([error, "done"]);
    assert.deepEqual([sent, outcome], [1, error]);
  });
}

test("a 503 that says that it will not pass is not repeated", async () => {
  const error = new AssayError("closed-for-good", "No.", { retryable: false, status: 503 });
  const { sent, outcome } = await run([error, "done"]);
  assert.deepEqual([sent, outcome], [1, error]);
});

async function run(outcomes: readonly (AssayError | string)[], sleep?: () => Promise<void>) {
  let clock = 1_000;
  let sent = 0;
  const waits: Wait[] = [];
  const left: number[] = [];
  const outcome = await repeat(
    async (leftMs) => {
      left.push(leftMs);
      const next = outcomes[sent++];
      if (next instanceof AssayError) throw next;
      return next;
    },
    {
      maxAttempts: 5,
      maxTotalMs: 120_000,
      onWait: (wait) => waits.push(wait),
      now: () => clock,
      sleep:
        sleep ??
        (async (ms) => {
          clock += ms;
        }),
    },
  ).catch((error: unknown) => error);
  return { sent, waits, left, outcome };
}
