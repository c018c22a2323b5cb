import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { printFigure } from "@assay/testing/print-figure";
import type { Introspection } from "./introspection.ts";
import { createKeyVerifier } from "./key-verifier.ts";

const key = `ai_${"k".repeat(32)}`;
const pattern = /^ai_[A-Za-z0-9_-]{20,200}$/;
const ada: Introspection = { kind: "active", subject: "ada" };

const start = Date.parse("2026-11-15T12:00:00Z");

/** Creates a verifier with controllable clocks and an identity service that gives these answers. */
function setUp(answers: (key: string) => Introspection | Promise<Introspection>) {
  let elapsedMs = 0;
  let clockOffsetMs = 0;
  const introspectedKeys: string[] = [];
  const verify = createKeyVerifier({
    pattern,
    introspect: async (presented) => {
      introspectedKeys.push(presented);
      return await answers(presented);
    },
    now: () => new Date(start + elapsedMs + clockOffsetMs),
    // A monotonic clock can start anywhere.
    elapsedMs: () => 5_000_000 + elapsedMs,
    delay: async () => await nextTurn(),
  });
  return {
    verify,
    introspectedKeys,
    advance: (seconds: number) => {
      elapsedMs += seconds * 1_000;
    },
    shiftClock: (seconds: number) => {
      clockOffsetMs += seconds * 1_000;
    },
  };
}

test("does not ask the identity service about credentials that do not look like a key", async () => {
  const { verify, introspectedKeys } = setUp(() => ada);
  for (const junk of [
    "",
    "ai_",
    "ai_short",
    `sk_${"k".repeat(32)}`,
    `ai_${"k".repeat(201)}`,
    `ai_${"k".repeat(30)} x`,
  ]) {
    assert.deepEqual(await verify(junk), { kind: "inactive" });
  }
  assert.equal(introspectedKeys.length, 0);
});

test("asks about an active key at most every thirty seconds, and about an inactive key every ten", async () => {
  for (const [answer, cachedSeconds] of [
    [ada, 30],
    [{ kind: "inactive", reason: "audience" }, 10],
  ] as const) {
    const { verify, introspectedKeys, advance } = setUp(() => answer);
    for (let second = 0; second < cachedSeconds; second += 1, advance(1)) {
      assert.equal((await verify(key)).kind, answer.kind);
    }
    assert.equal(introspectedKeys.length, 1);
    await verify(key);
    assert.equal(introspectedKeys.length, 2);
  }
});

test("asks only once about a new key, even if a thousand concurrent calls use it", async () => {
  const { verify, introspectedKeys } = setUp(async () => ada);
  const verdicts = await Promise.all(Array.from({ length: 1_000 }, () => verify(key)));
  assert.ok(verdicts.every(({ kind }) => kind === "active"));
  printFigure("introspections for 1,000 concurrent first uses of a key", introspectedKeys.length, 1);
  assert.equal(introspectedKeys.length, 1);
});

test("refuses a revoked key after the cache time, and does not accept it again during an outage", async () => {
  let answer: Introspection = ada;
  const { verify, advance } = setUp(() => answer);
  await verify(key);
  answer = { kind: "inactive", reason: "inactive" };
  advance(29);
  assert.equal((await verify(key)).kind, "active");
  advance(2);
  assert.equal((await verify(key)).kind, "inactive");
  answer = { kind: "unavailable" };
  advance(11);
  assert.equal((await verify(key)).kind, "unavailable", "a revoked key has no grace period");
});

test("accepts a key that has become active, and keeps accepting it", async () => {
  let answer: Introspection = { kind: "inactive", reason: "inactive" };
  const { verify, advance } = setUp(() => answer);
  assert.equal((await verify(key)).kind, "inactive");
  answer = ada;
  advance(10);
  assert.equal((await verify(key)).kind, "active");
  advance(1);
  assert.equal((await verify(key)).kind, "active");
});

for (const hours of [-1, 1]) {
  test(`shifting the clock by ${hours} h does not change how long a key is cached`, async () => {
    let answer: Introspection = ada;
    const { verify, introspectedKeys, advance, shiftClock } = setUp(() => answer);
    await verify(key);
    shiftClock(hours * 3_600);
    advance(29);
    assert.equal((await verify(key)).kind, "active");
    assert.equal(introspectedKeys.length, 1);
    answer = { kind: "unavailable" };
    advance(91);
    assert.equal((await verify(key)).kind, "unavailable", "two minutes after it was confirmed");
    advance(3_600 - 120);
    assert.equal((await verify(key)).kind, "unavailable", "when the clock shows the same time again");
    answer = { kind: "inactive", reason: "inactive" };
    await verify(key);
    shiftClock(-hours * 3_600);
    answer = ada;
    advance(10);
    assert.equal((await verify(key)).kind, "active");
  });
}

test("while the identity service is down, accepts confirmed keys for two minutes, but no new keys", async () => {
  let answer: Introspection = ada;
  const { verify, advance } = setUp(() => answer);
  await verify(key);
  answer = { kind: "unavailable" };
  advance(119);
  assert.deepEqual(await verify(key), { kind: "active", subject: "ada" });
  advance(1);
  assert.equal((await verify(key)).kind, "unavailable");
  assert.equal((await verify(`${key}other`)).kind, "unavailable");
});

test("a confirmed key does not wait for an identity service that hangs", async () => {
  let answer: Promise<Introspection> = Promise.resolve(ada);
  const { verify, advance } = setUp(() => answer);
  await verify(key);
  answer = new Promise(() => {});
  advance(31);
  assert.deepEqual(await verify(key), { kind: "active", subject: "ada" });
});

test("does not accept a cached key after it has expired", async () => {
  let answer: Introspection = { kind: "active", subject: "ada", expiresAt: new Date(start + 10_000) };
  const { verify, advance } = setUp(() => answer);
  assert.deepEqual(await verify(key), { kind: "active", subject: "ada" });
  answer = { kind: "unavailable" };
  advance(9);
  assert.equal((await verify(key)).kind, "active");
  advance(2);
  assert.equal((await verify(key)).kind, "unavailable");
});

test("refuses an expired key, even if the identity service calls it active", async () => {
  for (const expiresAt of [new Date(start), new Date(start - 1_000), new Date(Number.NaN)]) {
    const { verify, introspectedKeys } = setUp(() => ({ kind: "active", subject: "ada", expiresAt }));
    for (const _ of [1, 2]) assert.deepEqual(await verify(key), { kind: "inactive", reason: "expired" });
    assert.equal(introspectedKeys.length, 1, "the refusal is cached");
  }
});

test("a flood of invalid keys does not evict a confirmed key", async () => {
  let answer: Introspection = ada;
  const { verify, introspectedKeys } = setUp(() => answer);
  await verify(key);
  answer = { kind: "inactive", reason: "inactive" };
  for (let index = 0; index < 20_000; index += 1) await verify(`ai_${String(index).padStart(32, "0")}`);
  const before = introspectedKeys.length;
  assert.equal((await verify(key)).kind, "active");
  assert.equal(introspectedKeys.length, before);
});
