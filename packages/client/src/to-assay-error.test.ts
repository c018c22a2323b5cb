import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer } from "./exchange.ts";
import { readRetryAfter, toAssayError } from "./to-assay-error.ts";

function createAnswer(status: number, json: unknown, members: Partial<Answer> = {}): Answer {
  const url = new URL("https://assay.example/api/validate?private");
  return {
    method: "POST",
    url,
    status,
    bytes: new Uint8Array(),
    json,
    retryAfter: undefined,
    requestId: undefined,
    ...members,
  };
}

test("creates an error with the members of a problem document", () => {
  const problem = {
    type: "https://assay.example/problems/rate-limited",
    title: "Rate limit exceeded",
    status: 429,
    detail: "Retry after 12 seconds.",
    code: "rate-limited",
    retryable: true,
    retryAfterSeconds: 12,
    requestId: "r-1",
    added: "later",
  };
  const error = toAssayError(createAnswer(429, problem, { retryAfter: "9" }));
  const { code, status, message, detail, retryable, retryAfterSeconds, requestId } = error;
  assert.deepEqual([code, status, message, detail], ["rate-limited", 429, problem.detail, problem.detail]);
  assert.deepEqual([retryable, retryAfterSeconds, requestId], [true, 12, "r-1"]);
  assert.equal(error.problem, problem);
});

test("keeps an unknown code and whether it is retryable", () => {
  const problem = { code: "quota-of-the-month", detail: "Come back in March.", retryable: false };
  assert.partialDeepStrictEqual(
    { ...toAssayError(createAnswer(503, problem)) },
    { code: problem.code, retryable: false, status: 503 },
  );
});

test("accepts a problem document that has only a code and a detail", () => {
  const conflict = toAssayError(
    createAnswer(409, { status: 409, code: "idempotency-conflict", detail: "Used before." }),
  );
  assert.partialDeepStrictEqual({ ...conflict }, { code: "idempotency-conflict", retryable: false });
  const voting = toAssayError(createAnswer(503, { code: "voting-unavailable", detail: "Again." }, { retryAfter: "3" }));
  assert.partialDeepStrictEqual({ ...voting }, { retryable: true, retryAfterSeconds: 3 });
});

for (const [description, json] of Object.entries({
  "an HTML page": undefined,
  "an array": [],
  null: null,
  "a code in capitals": { code: "NOPE", detail: "x" },
  "a code without detail": { code: "nope" },
  "a detail that is a number": { code: "nope", detail: 1 },
})) {
  test(`treats an error status with ${description} as an unexpected answer`, () => {
    const error = toAssayError(createAnswer(502, json, { requestId: "r-2" }));
    assert.partialDeepStrictEqual(
      { ...error },
      {
        code: "unexpected-answer",
        status: 502,
        retryable: true,
        requestId: "r-2",
        problem: undefined,
      },
    );
    assert.match(error.detail, /https:\/\/assay\.example\/api\/validate/);
    assert.doesNotMatch(error.detail, /private/);
    assert.equal(toAssayError(createAnswer(403, json)).retryable, false);
  });
}

test("removes control characters from the server's message, and limits its length", () => {
  const { detail } = toAssayError(
    createAnswer(400, { code: "bad", detail: `a\u001b[2J\nb\u202e${"x".repeat(9_999)}` }),
  );
  assert.match(detail, /^a\uFFFD\[2J b\uFFFDx+…$/);
  assert.equal([...detail].length, 1_001);
});

test("ignores invalid values in a problem document", () => {
  const problem = { code: "bad", detail: "x", retryAfterSeconds: -5, requestId: "a\nb", retryable: "yes" };
  const error = toAssayError(createAnswer(503, problem));
  assert.partialDeepStrictEqual({ ...error }, { retryAfterSeconds: undefined, requestId: undefined, retryable: true });
});

test("uses the longer wait if the body and the header differ", () => {
  for (const [problemSeconds, retryAfter, wait] of [
    [0, "30", 30],
    [30, "0", 30],
    [-5, "3", 3],
    [7, "soon", 7],
  ] as const) {
    const problem = { code: "rate-limited", detail: "Wait.", retryAfterSeconds: problemSeconds };
    assert.equal(toAssayError(createAnswer(429, problem, { retryAfter })).retryAfterSeconds, wait);
  }
});

test("reads Retry-After as seconds or as a date", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  assert.equal(readRetryAfter("30", now), 30);
  assert.equal(readRetryAfter("Thu, 01 Jan 2026 00:00:09 GMT", now), 9);
  assert.equal(readRetryAfter("Wed, 31 Dec 2025 00:00:00 GMT", now), 0);
  for (const header of [undefined, "", "soon", "-1", "1e9999"]) assert.equal(readRetryAfter(header, now), undefined);
});
