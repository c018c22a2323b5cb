import assert from "node:assert/strict";
import { test } from "node:test";
import { type OperationId, operations } from "@assay/contract";
import { timingFigure } from "@assay/testing/timing-figure";
import { checkAnswer } from "./check-answer.ts";
import { exchange } from "./exchange.ts";
import { startService } from "./service.ts";

/** Tests that a body which stops on its way is given up. */
export function testSlowBody(operation: OperationId): void {
  test("a body that stops on its way is answered 408, and the connection ends", async () => {
    await using service = await startService();
    const { method, path } = operations[operation];
    const head = [`${method} ${path} HTTP/1.1`, "Host: localhost", "Content-Type: application/json"];
    const begun = performance.now();
    const sent = `${[...head, "Content-Length: 100"].join("\r\n")}\r\n\r\n{"targetProduct":`;
    const { answers, closed } = await exchange(service.url, sent, { expect: 1, closes: true });
    assert.equal(answers.length, 1);
    const [answer] = answers;
    assert.ok(answer);
    checkAnswer(operation, answer, service.url);
    assert.partialDeepStrictEqual(JSON.parse(answer.body), { code: "request-timeout", retryable: true });
    assert.equal(closed, true);
    const seconds = (performance.now() - begun) / 1_000;
    assert.ok(seconds >= 9.9 && seconds < 60);
    timingFigure(`${operation}: a body that never arrives is given up after (s)`, seconds, 12);
  });
}
