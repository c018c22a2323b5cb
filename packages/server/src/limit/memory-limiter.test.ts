import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { type Client, type Limit, nonceMs } from "./limiter.ts";
import { createMemoryLimiter } from "./memory-limiter.ts";

const defaultLimit: Limit = { calls: 20, windowSeconds: 60 };
const windowMs = 60_000;
setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");
const ada: Client = ["ip", "192.0.2.1"];

// Most gaps are zero or close to the length of a window, where counters tend to fail.
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  fc.integer({ min: 1, max: 5 }),
  fc.integer({ min: windowMs - 2, max: windowMs + 2 }),
  fc.integer({ min: 1, max: windowMs }),
  fc.integer({ min: 0, max: 10_000 }).map((microseconds) => microseconds / 1_000),
);
const gaps = fc.array(gap, { minLength: 1, maxLength: 300 });

function setUp(limit = defaultLimit) {
  const clock = { now: 0 };
  return { clock, limiter: createMemoryLimiter(limit, () => clock.now) };
}

async function count(limiter: ReturnType<typeof createMemoryLimiter>, client = ada, nonce?: string) {
  const result = await limiter.count(client, nonce);
  assert.ok(result.kind !== "replayed");
  return result;
}

test("admits up to 20 calls in every 60 seconds, and refuses only the calls over that limit", async () => {
  await fc.assert(
    fc.asyncProperty(gaps, async (steps) => {
      const { clock, limiter } = setUp();
      const passed: number[] = [];
      for (const step of steps) {
        clock.now += step;
        const inWindow = passed.filter((time) => time + windowMs > clock.now).length;
        const { kind, remaining } = await count(limiter);
        assert.equal(kind, inWindow < 20 ? "counted" : "over");
        if (kind === "counted") passed.push(clock.now);
        assert.equal(remaining, Math.max(0, 19 - inWindow));
      }
      for (const [index, time] of passed.entries()) {
        const twentiethAfter = passed[index + 20];
        assert.ok(twentiethAfter === undefined || twentiethAfter - time >= windowMs);
      }
    }),
    propertyRuns(),
  );
});

test("admits a refused client again exactly at the announced time", async () => {
  await fc.assert(
    fc.asyncProperty(gaps, fc.integer({ min: 1, max: windowMs * 1_000 }), async (steps, earlyUs) => {
      const { clock, limiter } = setUp({ calls: 3, windowSeconds: 60 });
      for (const step of steps) {
        clock.now += step;
        const refusal = await count(limiter);
        if (refusal.kind === "counted") continue;
        const announced = clock.now + refusal.resetMs;
        clock.now = Math.max(clock.now, announced - earlyUs / 1_000);
        if (clock.now < announced) assert.equal((await count(limiter)).kind, "over");
        clock.now = announced;
        assert.equal((await count(limiter)).kind, "counted");
      }
    }),
    propertyRuns(),
  );
});

test("counts the calls of each client separately", async () => {
  const { limiter } = setUp({ calls: 1, windowSeconds: 60 });
  const clients: readonly Client[] = [ada, ["ip", "192.0.2.2"], ["agent", "a", "b"], ["agent", "a b", ""], ["ip", "a"]];
  for (const client of clients) assert.equal((await count(limiter, client)).kind, "counted");
  for (const client of clients) assert.equal((await count(limiter, client)).kind, "over");
});

test("accepts a nonce once per client, and does not count a replay", async () => {
  const { limiter, clock } = setUp();
  assert.equal((await count(limiter, ada, "n1")).remaining, 19);
  assert.equal((await limiter.count(ada, "n1")).kind, "replayed");
  assert.equal((await count(limiter, ada, "n2")).remaining, 18);
  assert.equal((await count(limiter, ["ip", "192.0.2.2"], "n1")).remaining, 19);
  clock.now += nonceMs - 1;
  assert.equal((await limiter.count(ada, "n1")).kind, "replayed", "long after the signature has expired");
  clock.now += 1;
  assert.equal((await count(limiter, ada, "n1")).kind, "counted");
});

test("a refused call does not use up its nonce", async () => {
  const { limiter, clock } = setUp({ calls: 1, windowSeconds: 60 });
  await count(limiter, ada, "n1");
  const { kind, resetMs } = await count(limiter, ada, "n2");
  assert.equal(kind, "over");
  clock.now += resetMs;
  assert.equal((await count(limiter, ada, "n2")).kind, "counted");
});

test("frees the memory of clients that have stopped calling", async () => {
  const { limiter, clock } = setUp();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let minute = 0; minute < 20; minute += 1) {
    for (let client = 0; client < 2_000; client += 1) await count(limiter, ["ip", `${minute} ${client}`]);
    clock.now += windowMs;
  }
  collectGarbage();
  const retainedBytes = process.memoryUsage().heapUsed - before;
  // Use the limiter after the measurement; otherwise the garbage collector would free the limiter itself.
  assert.equal((await count(limiter)).kind, "counted");
  assert.ok(retainedBytes < 5_000_000, `${retainedBytes} bytes`);
});
