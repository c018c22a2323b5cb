import assert from "node:assert/strict";
import { test } from "node:test";
import { agent } from "@assay/testing/services/proxy-calls";
import { type AuthenticatorDeps, createAuthenticator } from "./auth/authenticator.ts";
import { Calls, type CallsOptions, type Head, type RefusedCall } from "./call.ts";
import { createMemoryLimiter } from "./limit/memory-limiter.ts";
import { createRateLimits } from "./limit/rate-limits.ts";
import { Problem } from "./problem.ts";
import type { CallEvent } from "./telemetry/call-event.ts";

const key = `ai_${"k".repeat(32)}`;
const head: Head = {
  operation: "listDomains",
  requestId: "req_1",
  method: "GET",
  targetUri: "https://assay.example/api/domains",
  rawHeaders: [],
  address: "192.0.2.1",
};
const withKey: Head = { ...head, operation: "validateProposal", rawHeaders: ["Authorization", `Bearer ${key}`] };
const signed: Head = { ...head, operation: "validateProposal", rawHeaders: ["X-ADT-Proxy-Agent", agent.id] };
const ok = { status: 200 };

/** Creates calls with a limit of two per minute, one key and one agent. `steps` records each count and verification. */
function setUp(deps: Partial<AuthenticatorDeps> = {}, listed: ReturnType<CallsOptions["describeDomains"]> = []) {
  const steps: string[] = [];
  const logged: CallEvent[] = [];
  const sampled: CallEvent[] = [];
  const limit = { calls: 2, windowSeconds: 60 };
  const memory = createMemoryLimiter(limit, () => 0);
  const authenticator = createAuthenticator({
    bearer: {
      verify: async (presented) => (presented === key ? { kind: "active", subject: "ada" } : { kind: "inactive" }),
    },
    proxy: {
      async read() {
        return {
          kind: "signed",
          async verify() {
            steps.push("verified");
            return { kind: "ok", agent, nonce: "nonce-1", isBody: (body) => body.length === 3 };
          },
        };
      },
      isFrom: () => true,
    },
    serviceName: "assay",
    hasKey: (text) => text.includes(key),
    logRefusal: () => {},
    ...deps,
  });
  const rateLimits = createRateLimits({
    limit,
    limiter: {
      async count(client, nonce) {
        steps.push(`${client[0]} counted${nonce === undefined ? "" : `, ${nonce} spent`}`);
        return await memory.count(client, nonce);
      },
      findOverLimit: memory.findOverLimit,
      close: memory.close,
    },
    elapsedMs: () => 0,
    onCharge() {},
    onLocalNonce() {},
    onOverload() {},
  });
  const options: Partial<CallsOptions> = {
    authenticator,
    rateLimits,
    domains: [],
    describeDomains: () => listed,
    engineVersion: "1.0.0",
    log: (event) => logged.push(event),
    logOverLimit: (event) => sampled.push(event),
  };
  return { calls: new Calls(options as CallsOptions), steps, logged, sampled };
}

test("counts a call once against its address, answers it and logs it", async () => {
  const { calls, steps, logged } = setUp();
  const authenticated = await calls.authenticate(await calls.admit(calls.begin(head)));
  const received = await calls.receive(authenticated, async () => undefined);
  assert.equal(received.kind, "received");
  const answered = await calls.run(received, () => null);
  assert.deepEqual(answered.kind === "answered" && answered.result, {
    domains: [],
    engine: { name: "assay", version: "1.0.0" },
  });
  const headers = await calls.conclude(answered, ok);
  assert.equal(headers.ratelimit, '"calls";r=1;t=60');
  assert.deepEqual(steps, ["ip counted"]);
  const [{ milliseconds, ...event }] = JSON.parse(JSON.stringify(logged)) as [CallEvent];
  assert.deepEqual(event, { requestId: "req_1", operation: "listDomains", status: 200 });
  assert.ok(milliseconds >= 0);
});

test("keeps the arguments of listDomains out of the log, because they can be any text", async () => {
  const { calls, logged } = setUp();
  const admitted = await calls.admit(calls.begin({ ...head, via: "mcp" }));
  const received = await calls.receive(await calls.authenticate(admitted), async () => undefined);
  const answered = await calls.run(received, () => ({ targetProduct: key, domainId: key }));
  assert.equal(answered.kind, "answered");
  await calls.conclude(answered, ok);
  assert.equal(logged.length, 1);
  assert.ok(!JSON.stringify(logged).includes(key));
});

test("verifies the signature, counts the agent's call and marks the nonce as used before it receives the body", async () => {
  const { calls, steps, logged } = setUp();
  const authenticated = await calls.authenticate(await calls.admit(calls.begin(signed)));
  assert.equal(authenticated.kind, "authenticated");
  assert.deepEqual(steps, ["verified", "agent counted, nonce-1 spent"]);
  assert.equal((await calls.receive(authenticated, async () => Buffer.from("{ }"))).kind, "received");
  // A different body and a missing body are both refused, because neither was signed.
  for (const body of [Buffer.from("{}"), undefined]) {
    const refused = await calls.receive(authenticated, async () => body);
    assert.equal(refused.kind === "refused" && refused.problem.code, "invalid-credentials");
    await calls.conclude(refused, { status: 401 });
  }
  assert.equal(logged[0]?.callerId, agent.id);
  assert.deepEqual(steps.length, 2);
  // A repeated nonce is charged to the address, not to the agent.
  const replayed = await calls.authenticate(await calls.admit(calls.begin(signed)));
  assert.equal(replayed.kind === "refused" && replayed.problem.code, "invalid-credentials");
  await calls.conclude(replayed, { status: 401, problem: new Problem("invalid-credentials", "") });
  assert.equal(steps.at(-1), "ip counted");
});

test("charges an oversized or unsigned body to the agent as one call, and not to its address", async () => {
  const { calls, steps } = setUp();
  const authenticated = await calls.authenticate(await calls.admit(calls.begin(signed)));
  const bodies = [Buffer.from("{}"), new Problem("body-too-large", "")];
  // This is more often than an address may send failed signatures, or requests that are not calls.
  for (const body of Array(31).fill(bodies).flat()) {
    const refused = (await calls.receive(authenticated, async () => body)) as RefusedCall;
    await calls.conclude(refused, { status: refused.problem.status, problem: refused.problem });
  }
  assert.deepEqual(steps, ["verified", "agent counted, nonce-1 spent"]);
  assert.equal((await calls.admit(calls.begin(signed))).kind, "admitted");
  assert.equal(calls.limitUnchargedRequests(head.address), undefined);
});

test("lists at most fifty domains over MCP, and all of them over HTTP", async () => {
  const domains = Array(51).fill({ targetProduct: "datamint", domainId: "generator-option", status: "ready" });
  for (const [transport, count] of [
    [{ via: "mcp" }, 50],
    [{}, 51],
  ] as const) {
    const { calls } = setUp({}, domains);
    const authenticated = await calls.authenticate(await calls.admit(calls.begin({ ...head, ...transport })));
    const answered = await calls.run(await calls.receive(authenticated, async () => undefined), () => null);
    assert.ok(answered.kind === "answered" && "domains" in answered.result);
    assert.equal(answered.result.domains.length, count);
  }
});

test("refuses a body that contains the caller's key, and keeps the key out of the log", async () => {
  const { calls, logged } = setUp();
  const authenticated = await calls.authenticate(await calls.admit(calls.begin(withKey)));
  const refused = await calls.receive(authenticated, async () => Buffer.from(JSON.stringify({ note: key })));
  assert.equal(refused.kind, "refused");
  const { problem } = refused;
  assert.equal(problem.code, "credential-in-body");
  await calls.conclude(refused, { status: 422, problem });
  assert.deepEqual([logged[0]?.callerId, logged[0]?.code], ["ada", "credential-in-body"]);
  assert.ok(!JSON.stringify(logged).includes(key));
});

test("refuses a call over the rate limit without looking up its key, and logs only a sample of these calls", async () => {
  let lookups = 0;
  const verify = async () => {
    lookups += 1;
    return { kind: "inactive" } as const;
  };
  const { calls, steps, logged, sampled } = setUp({ bearer: { verify } });
  for (let call = 0; call < 2; call += 1) await calls.authenticate(await calls.admit(calls.begin(withKey)));
  const admitted = await calls.admit(calls.begin(withKey));
  assert.equal(admitted.kind === "refused" && admitted.problem.code, "rate-limited");
  // The later steps return a refused call unchanged.
  const failOnRead = () => assert.fail("the body of a refused call was read");
  const received = await calls.receive(await calls.authenticate(admitted), failOnRead);
  assert.equal(await calls.run(received, failOnRead), admitted);
  assert.equal(lookups, 2);
  await calls.conclude(admitted, { status: 429, problem: new Problem("rate-limited", "") });
  assert.equal(steps.length, 3);
  assert.deepEqual([logged.length, sampled[0]?.address], [0, head.address]);
});

test("counts a request that is refused before admission, unless the service caused the problem", async () => {
  const { calls, steps } = setUp();
  const tooLong = new Problem("uri-too-long", "");
  const headers = await calls.conclude(calls.begin(head), { status: tooLong.status, problem: tooLong });
  assert.equal(headers.ratelimit, '"calls";r=1;t=60');
  for (const code of ["shutting-down", "identity-unavailable", "overloaded"] as const) {
    assert.deepEqual(await calls.conclude(calls.begin(head), { status: 503, problem: new Problem(code, "") }), {});
  }
  assert.deepEqual(steps, ["ip counted"]);
});

test("counts a call before it refuses an invalid head", async () => {
  const { calls, steps } = setUp();
  const check = () => new Problem("bad-request", "");
  for (const invalidHead of [
    { ...head, check },
    { ...head, rawHeaders: ["Authorization", "Bearer a", "authorization", "Bearer b"] },
  ]) {
    const admitted = await calls.admit(calls.begin(invalidHead));
    assert.equal(admitted.kind === "refused" && admitted.problem.code, "bad-request");
  }
  assert.deepEqual(steps, ["ip counted", "ip counted"]);
});

test("hides the text of an internal error from the caller, logs the error and counts the call once", async () => {
  const error = new Error("out of order");
  const verify = async () => {
    throw error;
  };
  const { calls, steps, logged } = setUp({ bearer: { verify } });
  const refused = await calls.authenticate(await calls.admit(calls.begin(withKey)));
  assert.ok(refused.kind === "refused");
  const { problem } = refused;
  assert.ok(!problem.detail.includes(error.message));
  await calls.conclude(refused, { status: problem.status, problem });
  assert.deepEqual([logged[0]?.code, logged[0]?.err], ["internal", error]);
  assert.deepEqual(steps, ["ip counted"]);
});
