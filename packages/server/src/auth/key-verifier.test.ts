import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { figure } from "@assay/testing/figure";
import type { Introspection } from "./introspection.ts";
import { createKeyVerifier } from "./key-verifier.ts";

const key = `ai_${"k".repeat(32)}`;
const pattern = /^ai_[A-Za-z0-9_-]{20,200}$/;
const ada: Introspection = { kind: "active", subject: "ada" };

const start = Date.parse("2026-11-15T12:00:00Z");

/** A verifier at clocks of its own, with an identity service that says what it is told to. */
function setUp(answers: (key: string) => Introspection | Promise<Introspection>) {
  let elapsedMs = 0;
  let setMs = 0;
  const asked: string[] = [];
  const verify = createKeyVerifier({
    pattern,
    introspect: async (presented) => {
      asked.push(presented);
      return await answers(presented);
    },
    now: () => new Date(start + elapsedMs + setMs),
    elapsedMs: () => elapsedMs,
    after: async () => await nextTurn(),
  });
  return {
    verify,
    asked,
    pass: (seconds: number) => {
      elapsedMs += seconds * 1_000;
    },
    setClock: (seconds: number) => {
      setMs += seconds * 1_000;
    },
  };
}

test("what does not look like a key costs no call", async () => {
  const { verify, asked } = setUp(() => ada);
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
  assert.equal(asked.length, 0);
});

test("a good key is asked for once in thirty seconds, a bad one once in ten", async () => {
  const good = setUp(() => ada);
  for (let second = 0; second < 30; second += 1, good.pass(1)) assert.equal((await good.verify(key)).kind, "active");
  assert.equal(good.asked.length, 1);
  await good.verify(key);
  assert.equal(good.asked.length, 2);

  const bad = setUp(() => ({ kind: "inactive" }));
  for (let second = 0; second < 10; second += 1, bad.pass(1)) assert.equal((await bad.verify(key)).kind, "inactive");
  assert.equal(bad.asked.length, 1);
  await bad.verify(key);
  assert.equal(bad.asked.length, 2);
});

test("a thousand first uses of a key at once are one question", async () => {
  const { verify, asked } = setUp(async () => ada);
  const verdicts = await Promise.all(Array.from({ length: 1_000 }, () => verify(key)));
  assert.ok(verdicts.every(({ kind }) => kind === "active"));
  figure("questions for 1,000 concurrent first uses of a key", asked.length, 1);
  assert.equal(asked.length, 1);
});

test("a key that was revoked is refused as soon as the identity service says so, and remembered as such", async () => {
  let answer: Introspection = ada;
  const { verify, pass } = setUp(() => answer);
  await verify(key);
  answer = { kind: "inactive" };
  pass(29);
  assert.equal((await verify(key)).kind, "active");
  pass(2);
  assert.equal((await verify(key)).kind, "inactive");
  answer = { kind: "unavailable" };
  pass(11);
  assert.equal((await verify(key)).kind, "unavailable", "a revoked key has no grace");
});

test("a key that became active stays so", async () => {
  let answer: Introspection = { kind: "inactive" };
  const { verify, pass } = setUp(() => answer);
  assert.equal((await verify(key)).kind, "inactive");
  answer = ada;
  pass(10);
  assert.equal((await verify(key)).kind, "active");
  pass(1);
  assert.equal((await verify(key)).kind, "active");
});

for (const hours of [-1, 1]) {
  test(`a clock that is set by ${hours} h neither prolongs nor ends what is known of a key`, async () => {
    let answer: Introspection = ada;
    const { verify, asked, pass, setClock } = setUp(() => answer);
    await verify(key);
    setClock(hours * 3_600);
    pass(29);
    assert.equal((await verify(key)).kind, "active");
    assert.equal(asked.length, 1);
    answer = { kind: "unavailable" };
    pass(91);
    assert.equal((await verify(key)).kind, "unavailable", "two minutes after it was confirmed");
    pass(3_600 - 120);
    assert.equal((await verify(key)).kind, "unavailable", "when the clock shows again what it showed then");
    answer = { kind: "inactive" };
    await verify(key);
    setClock(-hours * 3_600);
    answer = ada;
    pass(10);
    assert.equal((await verify(key)).kind, "active");
  });
}

test("while the identity service is away, known keys are served for two minutes and new ones are not", async () => {
  let answer: Introspection = ada;
  const { verify, pass } = setUp(() => answer);
  await verify(key);
  answer = { kind: "unavailable" };
  pass(119);
  assert.deepEqual(await verify(key), { kind: "active", subject: "ada" });
  pass(1);
  assert.equal((await verify(key)).kind, "unavailable");
  assert.equal((await verify(`${key}other`)).kind, "unavailable");
});

test("a known key does not wait for an identity service that hangs", async () => {
  let answer: Promise<Introspection> = Promise.resolve(ada);
  const { verify, pass } = setUp(() => answer);
  await verify(key);
  answer = new Promise(() => {});
  pass(31);
  assert.deepEqual(await verify(key), { kind: "active", subject: "ada" });
});

test("no key outlives its own end, whatever the cache says", async () => {
  let answer: Introspection = { kind: "active", subject: "ada", expiresAt: new Date(start + 10_000) };
  const { verify, pass } = setUp(() => answer);
  assert.deepEqual(await verify(key), { kind: "active", subject: "ada" });
  answer = { kind: "unavailable" };
  pass(9);
  assert.equal((await verify(key)).kind, "active");
  pass(2);
  assert.equal((await verify(key)).kind, "unavailable");
});

test("a key whose end has come is refused, though the identity service calls it active", async () => {
  for (const expiresAt of [new Date(start), new Date(start - 1_000), new Date(Number.NaN)]) {
    const { verify, asked } = setUp(() => ({ kind: "active", subject: "ada", expiresAt }));
    for (const _ of [1, 2]) assert.deepEqual(await verify(key), { kind: "inactive" });
    assert.equal(asked.length, 1, "and remembered as such");
  }
});

test("a flood of junk that looks like keys does not push out the keys that are known", async () => {
  let answer: Introspection = ada;
  const { verify, asked } = setUp(() => answer);
  await verify(key);
  answer = { kind: "inactive" };
  for (let index = 0; index < 20_000; index += 1) await verify(`ai_${String(index).padStart(32, "0")}`);
  const before = asked.length;
  assert.equal((await verify(key)).kind, "active");
  assert.equal(asked.length, before);
});
