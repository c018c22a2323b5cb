import assert from "node:assert/strict";
import { test } from "node:test";
import { createMeter } from "../meter.ts";
import { completion } from "./not-allowed.ts";

const complete = (text: string, ...known: string[]) => completion(text, known, createMeter(1_000));

test("the beginning of a word stands for the only value that begins with it", () => {
  assert.equal(complete("prod", "development", "production"), "production");
  assert.equal(complete("bool", "boolean", "string"), "boolean");
  assert.equal(complete(" INT", "integer", "string"), "integer");
  assert.equal(complete("dev", "Development", "production"), "Development");
});

test("a beginning is not a suggestion if it is too short, of two values, or a whole word", () => {
  assert.equal(complete("pr", "production"), undefined);
  assert.equal(complete("int", "integer", "internal"), undefined);
  assert.equal(complete("read", "read-write", "write"), undefined);
  assert.equal(complete("date", "date-time"), undefined);
  assert.equal(complete("production", "production"), undefined);
  assert.equal(complete("prod.", "production"), undefined);
  assert.equal(complete("duction", "production"), undefined);
});

test("comparing costs steps", () => {
  const meter = createMeter(100);
  completion("prod", ["production", "development"], meter);
  assert.equal(meter.left, 98);
});
