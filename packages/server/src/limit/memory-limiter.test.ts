import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { type Client, type Limit, nonceMs } from "./limiter.ts";
import { createMemoryLimiter } from "./memory-limiter.ts";

const limit: Limit = { calls: 20, windowSeconds: 60 };
const windowMs = 60_000;
setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
const ada: Client = ["ip", "192.0.2.1"];

// Around the edges of a window, where counters go wrong, and anywhere else.
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  fc.integer({ min: 1, max: 5 }),
  fc.integer({ min: windowMs - 2, max: windowMs + 2 }),
  fc.integer({ min: 1, max: windowMs }),
  fc.integer({ min: 0, max: 10_000 }).map((microseconds) => microseconds / 1_000),
);
const gaps = fc.array(gap, { minLength: 1, maxLength: 300 });

function createScene(given: Limit = limit) {
  const clock = { now: 0 };
  return { clock, limiter: createMemoryLimiter(given, () => clock.now) };
}

async function count(limiter: ReturnType<typeof createMemoryLimiter>, client = ada, nonce?: string) {
  const counted = await limiter.count(client, nonce);
  assert.ok(counted.kind !== "replayed");
  return counted;
}

test("whenever calls are made, no window holds more than 20 of them, and nobody is refused for less", async () => {
  await fc.assert(
    fc.asyncProperty(gaps, async (steps) => {
      const { clock, limiter } = createScene();
      const passed: number[] = [];
      for (const step of steps) {
        clock.now += step;
        const inWindow = passed.filter((at) => at + windowMs > clock.now).length;
        const { kind, remaining } = await count(limiter);
        assert.equal(kind, inWindow < 20 ? "counted" : "over");
        if (kind === "counted") passed.push(clock.now);
        assert.equal(remaining, Math.max(0, 19 - inWindow));
      }
      for (const [index, at] of passed.entries()) {
        const later = passed[index + 20];
        assert.ok(later === undefined || later - at >= windowMs);
      }
    }),
    propertyRuns(),
  );
});

test("a call passes at the very moment that was announced, and none before it", async () => {
  await fc.assert(
    fc.asyncProperty(gaps, fc.integer({ min: 1, max: windowMs * 1_000 }), async (steps, earlyUs) => {
      const { clock, limiter } = createScene({ calls: 3, windowSeconds: 60 });
      for (const step of steps) {
        clock.now += step;
        const refusal = await count(limiter);
        if (refusal.kind === "counted") continue;
        const slot = clock.now + refusal.resetMs;
        clock.now = Math.max(clock.now, slot - earlyUs / 1_000);
        if (clock.now < slot) assert.equal((await count(limiter)).kind, "over");
        clock.now = slot;
        assert.equal((await count(limiter)).kind, "counted");
      }
    }),
    propertyRuns(),
  );
});

test("clients are counted apart", async () => {
  const { limiter } = createScene({ calls: 1, windowSeconds: 60 });
  const clients: readonly Client[] = [ada, ["ip", "192.0.2.2"], ["agent", "a", "b"], ["agent", "a b", ""], ["ip", "a"]];
  for (const client of clients) assert.equal((await count(limiter, client)).kind, "counted");
  for (const client of clients) assert.equal((await count(limiter, client)).kind, "over");
});

test("a nonce is good once for each client, and a repeated call with it is not charged", async () => {
  const { limiter, clock } = createScene();
  assert.equal((await count(limiter, ada, "n1")).remaining, 19);
  assert.equal((await limiter.count(ada, "n1")).kind, "replayed");
  assert.equal((await count(limiter, ada, "n2")).remaining, 18);
  assert.equal((await count(limiter, ["ip", "192.0.2.2"], "n1")).remaining, 19);
  clock.now += nonceMs - 1;
  assert.equal((await limiter.count(ada, "n1")).kind, "replayed", "long after the signature is good no more");
  clock.now += 1;
  assert.equal((await count(limiter, ada, "n1")).kind, "counted");
});

test("a nonce is not spent by a call that was one too many", async () => {
  const { limiter, clock } = createScene({ calls: 1, windowSeconds: 60 });
  await count(limiter, ada, "n1");
  const { kind, resetMs } = await count(limiter, ada, "n2");
  assert.equal(kind, "over");
  clock.now += resetMs;
  assert.equal((await count(limiter, ada, "n2")).kind, "counted");
});

test("clients who went away are forgotten", async () => {
  const { limiter, clock } = createScene();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let minute = 0; minute < 20; minute += 1) {
    for (let client = 0; client < 2_000; client += 1) await count(limiter, ["ip", `${minute} ${client}`]);
    clock.now += windowMs;
  }
  collect();
  const held = process.memoryUsage().heapUsed - before;
  // Its last use comes after the measurement: before, the limiter itself would be collected.
  assert.equal((await count(limiter)).kind, "counted");
  assert.ok(held < 5_000_000, `${held} bytes`);
});
