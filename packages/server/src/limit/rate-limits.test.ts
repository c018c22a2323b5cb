import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client, Limiter } from "./limiter.ts";
import { createMemoryLimiter } from "./memory-limiter.ts";
import { createRateLimits } from "./rate-limits.ts";

const ada: Client = ["ip", "192.0.2.1"];
const agent: Client = ["agent", "https://id.example", "agt_ada"];
const eve = "198.51.100.7";

/** Creates limits. Two calls per minute allow five failed signatures and thirty uncharged requests. */
function setUp(calls = 2, limiter?: Limiter) {
  const clock = { now: 0 };
  const elapsedMs = () => clock.now;
  const limit = { calls, windowSeconds: 60 };
  const charged: string[] = [];
  let overloaded = 0;
  const reported: string[] = [];
  const rateLimits = createRateLimits({
    onRepeatedRefusal: ([kind, ...name], refused) => reported.push(`${kind} ${name.join(" ")} ${refused}`),
    limit,
    limiter: limiter ?? createMemoryLimiter(limit, elapsedMs),
    elapsedMs,
    onCharge: (kind) => charged.push(kind),
    onLocalNonce() {},
    onOverload: () => {
      overloaded += 1;
    },
  });
  return { rateLimits, clock, charged, reported, countOverloads: () => overloaded };
}

test("reports a repeatedly refused client once per window, and treats an IPv6 network as one client", async () => {
  const { rateLimits, clock, reported } = setUp();
  const chargeNetwork = (host: number) => rateLimits.charge(["ip", `2001:db8::${host.toString(16)}`]);
  for (; clock.now < 11_000; clock.now += 1_000) await chargeNetwork(clock.now);
  assert.deepEqual(reported, []);
  await chargeNetwork(0);
  assert.equal(reported.length, 1);
  for (let call = 0; call < 30; call += 1) await chargeNetwork(call);
  for (let call = 0; call < 40; call += 1) await rateLimits.charge(["agent", "https://id.example", "robot"]);
  assert.deepEqual(reported, ["ip 2001:db8::/64 10", "agent https://id.example robot 10"]);
  clock.now = 59_999;
  await chargeNetwork(0);
  // Now the first refusal is a minute old.
  clock.now = 62_000;
  for (let call = 0; call < 40; call += 1) await chargeNetwork(call);
  assert.equal(reported.length, 3);
});

test("the headers report the remaining calls and the seconds until the oldest call expires", async () => {
  const { rateLimits, clock, charged } = setUp();
  const policy = { "ratelimit-policy": '"calls";q=2;w=60' };
  assert.deepEqual(await rateLimits.charge(ada), {
    kind: "counted",
    headers: { ...policy, ratelimit: '"calls";r=1;t=60' },
  });
  clock.now = 500;
  assert.deepEqual(await rateLimits.charge(ada), {
    kind: "counted",
    headers: { ...policy, ratelimit: '"calls";r=0;t=60' },
  });
  clock.now = 30_001;
  const over = await rateLimits.charge(ada);
  assert.equal(over.kind, "over");
  assert.deepEqual(over.headers, { ...policy, ratelimit: '"calls";r=0;t=30' });
  assert.deepEqual(charged, ["counted", "counted", "over"]);
});

test("chargeOverLimit recognizes an address that has used up its limit, until its next call can pass", async () => {
  const { rateLimits, clock, charged } = setUp();
  const [, address] = ada;
  await rateLimits.charge(ada);
  assert.equal(rateLimits.chargeOverLimit(address), undefined);
  clock.now = 500;
  await rateLimits.charge(ada);
  for (const now of [500, 1_000, 59_999]) {
    clock.now = now;
    assert.deepEqual(rateLimits.chargeOverLimit(address), await rateLimits.charge(ada));
  }
  assert.deepEqual(charged, ["counted", "counted", ...Array(6).fill("over")]);
  clock.now = 60_000;
  assert.equal(rateLimits.chargeOverLimit(address), undefined);
  assert.equal(charged.length, 8);
  assert.equal((await rateLimits.charge(ada)).kind, "counted");
  assert.equal(rateLimits.chargeOverLimit(address)?.kind, "over");
});

test("rounds the wait of a client over its limit up to whole seconds", async () => {
  const { rateLimits, clock } = setUp();
  await rateLimits.charge(ada);
  await rateLimits.charge(ada);
  for (const [now, seconds, words] of [
    [0, 60, "60 seconds"],
    [57_999, 3, "3 seconds"],
    [59_000, 1, "1 second"],
    [59_999, 1, "1 second"],
  ] as const) {
    clock.now = now;
    const { problem } = await rateLimits.charge(ada);
    assert.equal(problem?.code, "rate-limited");
    assert.equal(problem.extras.retryAfterSeconds, seconds);
    assert.equal(problem.detail, `Rate limit exceeded: 2 calls in any 60 seconds. Retry after ${words}.`);
  }
  clock.now = 60_000;
  assert.equal((await rateLimits.charge(ada)).kind, "counted");
});

test("counts an IPv6 network as one client, and an agent separately from its address", async () => {
  const { rateLimits } = setUp();
  for (const address of ["2001:db8::1", "2001:db8::2", "2001:db8::3"]) await rateLimits.charge(["ip", address]);
  assert.equal((await rateLimits.charge(["ip", "2001:db8:0:0:ffff::"])).kind, "over");
  assert.equal((await rateLimits.charge(["ip", "2001:db8:0:1::"])).kind, "counted");
  assert.equal((await rateLimits.charge(["agent", "2001:db8::1", "a"])).kind, "counted");
});

test("a replayed nonce is not charged and gets no rate limit headers", async () => {
  const { rateLimits, charged } = setUp();
  await rateLimits.charge(agent, "n1");
  assert.deepEqual(await rateLimits.charge(agent, "n1"), { kind: "replayed", headers: {} });
  assert.equal((await rateLimits.charge(agent, "n2")).kind, "counted");
  assert.deepEqual(charged, ["counted", "replayed", "counted"]);
});

test("refuses an address for a while once its failed signatures reach 2.5 times the call limit", () => {
  const { rateLimits, clock } = setUp();
  for (let failure = 0; failure < 5; failure += 1) {
    assert.equal(rateLimits.checkFailureLimit(eve), undefined);
    rateLimits.countFailedSignature(eve);
    clock.now += 1_000;
  }
  const problem = rateLimits.checkFailureLimit(eve);
  assert.equal(problem?.code, "rate-limited");
  assert.equal(problem.extras.retryAfterSeconds, 55);
  assert.match(problem.detail, /signatures/);
  assert.equal(rateLimits.checkFailureLimit("203.0.113.9"), undefined);
  clock.now = 60_000;
  assert.equal(rateLimits.checkFailureLimit(eve), undefined);
});

for (const limit of ["limitUnchargedRequests", "limitMessages"] as const) {
  test(`${limit} refuses an address for a while once its requests reach 15 times the call limit`, () => {
    const { rateLimits, clock, countOverloads } = setUp();
    for (let call = 0; call < 30; call += 1) assert.equal(rateLimits[limit](eve), undefined);
    assert.equal(countOverloads(), 0);
    clock.now = 58_500;
    const problem = rateLimits[limit](eve);
    assert.equal(problem?.code, "overloaded");
    assert.equal(problem.extras.retryAfterSeconds, 2);
    assert.match(problem.detail, /Retry after 2 seconds\./);
    assert.equal(countOverloads(), 1);
    assert.equal(rateLimits[limit]("203.0.113.9"), undefined);
    const other = limit === "limitMessages" ? "limitUnchargedRequests" : "limitMessages";
    assert.equal(rateLimits[other](eve), undefined, "they are counted separately");
    clock.now = 60_000;
    assert.equal(rateLimits[limit](eve), undefined);
  });
}

test("limitUnchargedRequests can announce a shorter wait than the time left in the window", () => {
  const { rateLimits } = setUp();
  for (let call = 0; call < 30; call += 1) rateLimits.limitUnchargedRequests(eve, 2);
  assert.equal(rateLimits.limitUnchargedRequests(eve, 2)?.extras.retryAfterSeconds, 2);
  assert.equal(rateLimits.limitUnchargedRequests(eve)?.extras.retryAfterSeconds, 60);
});
