import assert from "node:assert/strict";
import { test } from "node:test";
import { AssayError } from "./assay-error.ts";
import { retry, type Wait } from "./retry.ts";

const createLimitError = (retryAfterSeconds?: number) =>
  new AssayError("rate-limited", "Wait.", { retryable: true, status: 429, retryAfterSeconds });
const overloadError = new AssayError("overloaded", "Wait.", { retryable: true, status: 503, retryAfterSeconds: 2 });
const connectionError = new AssayError("connection-failed", "Cut.", { retryable: true });

test("waits as long as the server asks, and announces each wait", async () => {
  const { attempts, waits, outcome } = await run([createLimitError(7), overloadError, "done"]);
  assert.equal(outcome, "done");
  assert.equal(attempts, 3);
  assert.deepEqual(
    waits.map(({ attempt, waitMs, error }) => [attempt, waitMs, error.code]),
    [
      [1, 7_000, "rate-limited"],
      [2, 2_000, "overloaded"],
    ],
  );
});

test("doubles its waits when the server does not ask for one", async () => {
  const { waits } = await run([connectionError, connectionError, createLimitError(), "done"]);
  assert.deepEqual(
    waits.map(({ waitMs }) => waitMs),
    [250, 500, 1_000],
  );
});

test("stops after the maximum number of attempts", async () => {
  const { attempts, outcome } = await run([
    connectionError,
    connectionError,
    connectionError,
    connectionError,
    connectionError,
    "done",
  ]);
  assert.deepEqual([attempts, outcome], [5, connectionError]);
});

test("does not start a wait that would end after the total time", async () => {
  const tooLong = createLimitError(61);
  const { attempts, waits, outcome } = await run([createLimitError(60), tooLong, "done"]);
  assert.deepEqual([attempts, waits.length, outcome], [2, 1, tooLong]);
});

test("passes the remaining time to each attempt", async () => {
  const { remainingMs } = await run([createLimitError(60), createLimitError(30), "done"]);
  assert.deepEqual(remainingMs, [120_000, 60_000, 30_000]);
});

for (const code of ["timed-out", "redirected", "unexpected-answer", "invalid-credentials", "internal"]) {
  test(`does not retry ${code}`, async () => {
    const status = code === "internal" ? 500 : undefined;
    const error = new AssayError(code, "No.", { retryable: true, status });
    const { attempts, outcome } = await run([error, "done"]);
    assert.deepEqual([attempts, outcome], [1, error]);
  });
}

test("does not retry a 503 that is marked as not retryable", async () => {
  const error = new AssayError("closed-for-good", "No.", { retryable: false, status: 503 });
  const { attempts, outcome } = await run([error, "done"]);
  assert.deepEqual([attempts, outcome], [1, error]);
});

async function run(outcomes: readonly (AssayError | string)[]) {
  let clock = 1_000;
  let attempts = 0;
  const waits: Wait[] = [];
  const remainingMs: number[] = [];
  const outcome = await retry(
    async (leftMs) => {
      remainingMs.push(leftMs);
      const next = outcomes[attempts++];
      if (next instanceof AssayError) throw next;
      return next;
    },
    {
      maxAttempts: 5,
      maxTotalMs: 120_000,
      onWait: (wait) => waits.push(wait),
      now: () => clock,
      async sleep(ms) {
        clock += ms;
      },
    },
  ).catch((error: unknown) => error);
  return { attempts, waits, remainingMs, outcome };
}
