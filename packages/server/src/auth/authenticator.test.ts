import assert from "node:assert/strict";
import { test } from "node:test";
import { agent } from "@assay/testing/services/proxy-calls";
import { Problem } from "../problem.ts";
import { type AuthenticatorDeps, createAuthenticator, type ProxyClaim } from "./authenticator.ts";
import type { KeyVerdict } from "./key-verifier.ts";
import type { ProxyHead } from "./proxy-call.ts";

const key = `ai_${"k".repeat(32)}`;
const anonymous = { caller: { kind: "anonymous" } };
const signed = ["Content-Type", "application/json", "X-ADT-Proxy-Issuer", agent.issuer, "X-ADT-Proxy-Agent", agent.id];
const validate = {
  operation: "validateProposal",
  requestId: "req_1",
  method: "POST",
  targetUri: "https://assay.example/api/validate",
  rawHeaders: [] as readonly string[],
  address: "192.0.2.1",
} as const;
const list = { ...validate, operation: "listDomains" } as const;
const verifiedCall = { kind: "ok", agent, nonce: "nonce-1", isBody: () => true } as const;

/** Creates an authenticator whose identity service gives these answers, and calls for agents only from 192.0.2.1. */
function setUp({
  keyVerdict = { kind: "active", subject: "ada" },
  claim = { kind: "signed", verify: async () => verifiedCall },
  ...deps
}: Partial<AuthenticatorDeps> & { readonly keyVerdict?: KeyVerdict; readonly claim?: ProxyClaim } = {}) {
  const verifiedKeys: string[] = [];
  const readHeads: ProxyHead[] = [];
  const refused: unknown[] = [];
  const authenticator = createAuthenticator({
    bearer: {
      async verify(presented) {
        verifiedKeys.push(presented);
        return keyVerdict;
      },
    },
    proxy: {
      async read(head) {
        readHeads.push(head);
        return claim;
      },
      isFrom: (address) => address === "192.0.2.1",
    },
    serviceName: "assay",
    discoveryUrl: "https://id.example/.well-known/agent-configuration",
    hasKey: (text) => text.includes(key),
    logRefusal: (call) => refused.push(call),
    ...deps,
  });
  return { authenticator, verifiedKeys, readHeads, refused };
}

async function expectProblem(call: Promise<unknown>): Promise<Problem> {
  const problem = await call;
  assert.ok(problem instanceof Problem, "the call was accepted");
  return problem;
}

const createKeyHeaders = (authorization: string) => ["Authorization", authorization, "Host", "assay.example"];

test("neither requires nor checks keys if no identity service is configured", async () => {
  const { authenticator } = setUp({ bearer: undefined });
  assert.deepEqual(await authenticator.identify(validate), anonymous);
  const head = { ...validate, rawHeaders: createKeyHeaders(`Bearer ${key}`) };
  assert.deepEqual(await authenticator.identify(head), anonymous);
});

test("refuses a call without a key, and lists the accepted authentication schemes", async () => {
  const missing = await expectProblem(setUp().authenticator.identify(validate));
  assert.equal(missing.code, "missing-credentials");
  const discovery = 'AgentAuth discovery="https://id.example/.well-known/agent-configuration"';
  assert.deepEqual(missing.headers, { "www-authenticate": `Bearer realm="assay", ${discovery}` });

  const withoutAgents = await expectProblem(setUp({ discoveryUrl: undefined }).authenticator.identify(validate));
  assert.deepEqual(withoutAgents.headers, { "www-authenticate": 'Bearer realm="assay"' });
});

test("links to the page that issues keys when it refuses a missing or invalid key", async () => {
  const keyUrl = "https://id.example/keys";
  const { authenticator } = setUp({ keyUrl, keyVerdict: { kind: "inactive" } });
  for (const rawHeaders of [[], createKeyHeaders("Bearer"), createKeyHeaders(`Bearer ${key}`)]) {
    const { detail } = await expectProblem(authenticator.identify({ ...validate, rawHeaders }));
    assert.ok(detail.endsWith(` ${keyUrl}`), detail);
  }
});

test("lets any caller list domains, unless a key is always required", async () => {
  const { authenticator } = setUp();
  assert.deepEqual(await authenticator.identify(list), anonymous);
  assert.equal((await expectProblem(authenticator.identify({ ...list, keysOnly: true }))).code, "missing-credentials");
});

test("identifies the owner of an active key, and recognizes the key in a body", async () => {
  const { authenticator, verifiedKeys } = setUp();
  for (const header of [`Bearer ${key}`, `bearer   ${key}`, `  BEARER ${key} `]) {
    const identified = await authenticator.identify({ ...validate, rawHeaders: createKeyHeaders(header) });
    assert.ok(!(identified instanceof Problem));
    assert.deepEqual(identified.caller, { kind: "key", id: "ada" });
    assert.equal(identified.isKeyIn?.(Buffer.from(`{"note":"${key}"}`)), true);
    assert.equal(identified.isKeyIn?.(Buffer.from('{"note":"ai_other"}')), false);
  }
  assert.deepEqual(verifiedKeys, [key, key, key]);
});

test("refuses an Authorization header without a bearer key, without asking the identity service", async () => {
  const { authenticator, verifiedKeys } = setUp();
  for (const header of ["", key, "Bearer", "Bearer ", `Basic ${key}`, `my Bearer ${key}`, `Bearer ${key} ${key}`]) {
    const problem = await expectProblem(authenticator.identify({ ...list, rawHeaders: createKeyHeaders(header) }));
    assert.equal(problem.code, "invalid-credentials", header);
    assert.match(problem.headers["www-authenticate"] ?? "", /^Bearer realm="assay", error="invalid_token", AgentAuth/);
  }
  assert.deepEqual(verifiedKeys, []);
});

test("while keys cannot be checked, lists domains for anyone and asks other callers to try again", async () => {
  const { authenticator } = setUp({ keyVerdict: { kind: "unavailable" } });
  const rawHeaders = createKeyHeaders(`Bearer ${key}`);
  assert.deepEqual(await authenticator.identify({ ...list, rawHeaders }), anonymous);
  for (const head of [validate, { ...validate, operation: "unknown" }, { ...list, keysOnly: true }] as const) {
    const problem = await expectProblem(authenticator.identify({ ...head, rawHeaders }));
    assert.deepEqual([problem.code, problem.extras.retryAfterSeconds], ["identity-unavailable", 2]);
  }
});

test("asks a signed call to wait for the key that verifies it, for at least a second", async () => {
  for (const [retryAfterMs, seconds] of [
    [0, 1],
    [1_001, 2],
  ] as const) {
    const { authenticator, refused } = setUp({ claim: { kind: "unavailable", retryAfterMs } });
    const problem = await expectProblem(authenticator.readSigned({ ...validate, rawHeaders: signed }));
    assert.deepEqual([problem.code, problem.extras.retryAfterSeconds], ["identity-unavailable", seconds]);
    assert.deepEqual(
      refused.map((call) => (call as { reason: string }).reason),
      ["key-unknown"],
    );
  }
});

test("requires the capability for the operation, under the name of this service", () => {
  const { authenticator } = setUp();
  const check = (capability: string) => authenticator.checkCapability(validate, { ...agent, capability })?.code;
  assert.equal(check("assay.validateProposal"), undefined);
  for (const other of ["assay.buildProposalPackage", "validateProposal", "other.validateProposal"]) {
    assert.equal(check(other), "capability-not-granted", other);
  }
});

test("treats a call as signed only if it comes from the identity service and signatures are accepted", () => {
  const { authenticator } = setUp();
  const head = { ...validate, rawHeaders: signed };
  assert.equal(authenticator.isSigned(head), true);
  assert.equal(authenticator.isSigned(validate), false);
  assert.equal(authenticator.isSigned({ ...head, address: "198.51.100.7" }), false);
  assert.equal(authenticator.isSigned({ ...head, keysOnly: true }), false);
  assert.equal(setUp({ proxy: undefined }).authenticator.isSigned(head), false);
});

test("refuses signed headers with the same problem for every reason but one, and logs the actual reason", async () => {
  const head = { ...validate, rawHeaders: signed };
  const loggedCall = { requestId: "req_1", claimedIssuer: agent.issuer, claimedAgent: agent.id };
  const cases = [
    ["keys-only", {}, { ...head, keysOnly: true }],
    ["not-configured", { proxy: undefined }, head],
    ["network-not-listed", {}, { ...head, address: "198.51.100.7" }],
  ] as const;
  const details = new Map<string, string>();
  for (const [reason, deps, refusedHead] of cases) {
    const { authenticator, refused } = setUp(deps);
    const problem = await expectProblem(authenticator.identify(refusedHead));
    assert.equal(problem.code, "invalid-credentials");
    assert.match(problem.headers["www-authenticate"] ?? "", /error="invalid_token"/);
    assert.deepEqual(refused, [{ ...loggedCall, address: refusedHead.address, reason }]);
    details.set(reason, problem.detail);
  }
  assert.equal(details.get("network-not-listed"), details.get("not-configured"));
  assert.match(details.get("keys-only") ?? "", /over MCP/);
});

test("refuses a call with both a key and a signature, wherever it comes from", async () => {
  const { authenticator } = setUp();
  const head = { ...validate, rawHeaders: [...signed, ...createKeyHeaders(`Bearer ${key}`)] };
  assert.equal((await expectProblem(authenticator.readSigned(head))).code, "conflicting-credentials");
  const fromElsewhere = { ...head, address: "198.51.100.7" };
  assert.equal((await expectProblem(authenticator.identify(fromElsewhere))).code, "conflicting-credentials");
});

test("reads a signed call from its head, including whether the operation takes a body, then verifies it", async () => {
  const { authenticator, readHeads, refused } = setUp();
  const { method, targetUri } = validate;
  for (const [head, takesBody] of [
    [validate, true],
    [list, false],
  ] as const) {
    const claimed = await authenticator.readSigned({ ...head, rawHeaders: signed });
    assert.deepEqual(readHeads.pop(), { method, targetUri, rawHeaders: signed, takesBody });
    assert.ok(!(claimed instanceof Problem));
    assert.equal(await claimed.verify(), verifiedCall);
  }
  assert.deepEqual(refused, []);
});

test("refuses a malformed signed call before verification, and a forged call after it", async () => {
  const head = { ...validate, rawHeaders: signed };
  const malformed = setUp({ claim: { kind: "refused", reason: "header-malformed" } });
  assert.equal((await expectProblem(malformed.authenticator.readSigned(head))).code, "invalid-credentials");

  const unconfigured = setUp({ proxy: undefined });
  assert.equal((await expectProblem(unconfigured.authenticator.readSigned(head))).code, "invalid-credentials");

  const forged = setUp({
    claim: { kind: "signed", verify: async () => ({ kind: "refused", reason: "signature-wrong" }) },
  });
  const claimed = await forged.authenticator.readSigned(head);
  assert.ok(!(claimed instanceof Problem));
  assert.deepEqual(forged.refused, []);
  assert.equal((await expectProblem(claimed.verify())).code, "invalid-credentials");

  assert.deepEqual(
    [malformed, unconfigured, forged].map(({ refused }) => refused.map((call) => (call as { reason: string }).reason)),
    [["header-malformed"], ["not-configured"], ["signature-wrong"]],
  );
});

test("logs neither empty claims nor claims that contain a key", () => {
  const claims = [
    ["agt_1", "agt_1"],
    ["", undefined],
    [key, undefined],
    [`https://id.example/?key=${key}&x`, undefined],
  ] as const;
  for (const [claimed, logged] of claims) {
    const { authenticator, refused } = setUp();
    const problem = authenticator.refuse({ ...validate, rawHeaders: ["X-ADT-Proxy-Agent", claimed] }, "nonce-spent");
    assert.equal(problem.code, "invalid-credentials");
    const { requestId, address } = validate;
    assert.deepEqual(refused, [
      { reason: "nonce-spent", requestId, address, claimedAgent: logged, claimedIssuer: undefined },
    ]);
  }
});
