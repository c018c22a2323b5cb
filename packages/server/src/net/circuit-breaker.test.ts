import assert from "node:assert/strict";
import { test } from "node:test";
import { createCircuitBreaker } from "./circuit-breaker.ts";

const fail = () => Promise.reject(new Error("down"));

test("opens after the maximum number of failures in a row, and closes at the next success", async () => {
  const breaker = createCircuitBreaker(2);
  await assert.rejects(breaker.attempt(fail), /down/);
  assert.equal(await breaker.attempt(async () => "up"), "up");
  await assert.rejects(breaker.attempt(fail), /down/);
  assert.equal(breaker.isOpen, false);
  await assert.rejects(breaker.attempt(fail), /down/);
  assert.equal(breaker.isOpen, true);
  await breaker.attempt(async () => {});
  assert.equal(breaker.isOpen, false);
});
