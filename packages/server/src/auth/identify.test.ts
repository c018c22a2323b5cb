import assert from "node:assert/strict";
import { test } from "node:test";
import { agent } from "@assay/testing/services/proxy-calls";
import { Problem } from "../problem.ts";
import { createIdentify, type IdentifyDeps, type ProxyClaim } from "./identify.ts";
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

/** An identity service that answers with what it is given, and calls from 192.0.2.1 only. */
function setUp({
  keyVerdict = { kind: "active", subject: "ada" },
  claim = { kind: "signed", verify: async () => verifiedCall },
  ...deps
}: Partial<IdentifyDeps> & { readonly keyVerdict?: KeyVerdict; readonly claim?: ProxyClaim } = {}) {
  const asked: string[] = [];
  const read: ProxyHead[] = [];
  const refused: unknown[] = [];
  const identify = createIdentify({
    bearer: {
      async verify(presented) {
        asked.push(presented);
        return keyVerdict;
      },
    },
    proxy: {
      async read(head) {
        read.push(head);
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
  return { identify, asked, read, refused };
}

async function expectProblem(call: Promise<unknown>): Promise<Problem> {
  const problem = await call;
  assert.ok(problem instanceof Problem, "the call was accepted");
  return problem;
}

const createKeyHeaders = (authorization: string) => ["Authorization", authorization, "Host", "assay.example"];

test("without an identity service no caller needs a key, and a key says nothing", async () => {
  const { identify } = setUp({ bearer: undefined });
  assert.deepEqual(await identify.identify(validate), anonymous);
  assert.deepEqual(await identify.identify({ ...validate, rawHeaders: createKeyHeaders(`Bearer ${key}`) }), anonymous);
});

test("a call without a key is refused, and the answer names the ways in", async () => {
  const missing = await expectProblem(setUp().identify.identify(validate));
  assert.equal(missing.code, "missing-credentials");
  const discovery = 'AgentAuth discovery="https://id.example/.well-known/agent-configuration"';
  assert.deepEqual(missing.headers, { "www-authenticate": `Bearer realm="assay", ${discovery}` });

  const keysAlone = await expectProblem(setUp({ discoveryUrl: undefined }).identify.identify(validate));
  assert.deepEqual(keysAlone.headers, { "www-authenticate": 'Bearer realm="assay"' });
});

test("a caller that is refused for lack of a valid key learns where keys are issued", async () => {
  const keyUrl = "https://id.example/keys";
  const { identify } = setUp({ keyUrl, keyVerdict: { kind: "inactive" } });
  for (const rawHeaders of [[], createKeyHeaders("Bearer"), createKeyHeaders(`Bearer ${key}`)]) {
    const { detail } = await expectProblem(identify.identify({ ...validate, rawHeaders }));
    assert.ok(detail.endsWith(` ${keyUrl}`), detail);
  }
});

test("the list of domains is open to every caller, except where only keys count", async () => {
  const { identify } = setUp();
  assert.deepEqual(await identify.identify(list), anonymous);
  assert.equal((await expectProblem(identify.identify({ ...list, keysOnly: true }))).code, "missing-credentials");
});

test("an active key names its subject, and is recognized in a body", async () => {
  const { identify, asked } = setUp();
  for (const header of [`Bearer ${key}`, `bearer   ${key}`, `  BEARER ${key} `]) {
    const known = await identify.identify({ ...validate, rawHeaders: createKeyHeaders(header) });
    assert.ok(!(known instanceof Problem));
    assert.deepEqual(known.caller, { kind: "key", id: "ada" });
    assert.equal(known.isKeyIn?.(Buffer.from(`{"note":"${key}"}`)), true);
    assert.equal(known.isKeyIn?.(Buffer.from('{"note":"ai_other"}')), false);
  }
  assert.deepEqual(asked, [key, key, key]);
});

test("an Authorization header that holds no bearer key is refused without asking the identity service", async () => {
  const { identify, asked } = setUp();
  for (const header of ["", key, "Bearer", "Bearer ", `Basic ${key}`, `my Bearer ${key}`, `Bearer ${key} ${key}`]) {
    const problem = await expectProblem(identify.identify({ ...list, rawHeaders: createKeyHeaders(header) }));
    assert.equal(problem.code, "invalid-credentials", header);
    assert.match(problem.headers["www-authenticate"] ?? "", /^Bearer realm="assay", error="invalid_token", AgentAuth/);
  }
  assert.deepEqual(asked, []);
});

test("a call is taken for a signed one where the identity service calls from, and keys are not asked for", () => {
  const { identify } = setUp();
  const head = { ...validate, rawHeaders: signed };
  assert.equal(identify.isSigned(head), true);
  assert.equal(identify.isSigned(validate), false);
  assert.equal(identify.isSigned({ ...head, address: "198.51.100.7" }), false);
  assert.equal(identify.isSigned({ ...head, keysOnly: true }), false);
  assert.equal(setUp({ proxy: undefined }).identify.isSigned(head), false);
});

test("signed headers that cannot be used are refused alike, and only the log has the reason", async () => {
  const head = { ...validate, rawHeaders: signed };
  const loggedCall = { requestId: "req_1", claimedIssuer: agent.issuer, claimedAgent: agent.id };
  const cases = [
    ["keys-only", {}, { ...head, keysOnly: true }],
    ["not-configured", { proxy: undefined }, head],
    ["network-not-listed", {}, { ...head, address: "198.51.100.7" }],
  ] as const;
  for (const [reason, deps, refusedHead] of cases) {
    const { identify, refused } = setUp(deps);
    const problem = await expectProblem(identify.identify(refusedHead));
    assert.equal(problem.code, "invalid-credentials");
    assert.match(problem.headers["www-authenticate"] ?? "", /error="invalid_token"/);
    assert.deepEqual(refused, [{ ...loggedCall, address: refusedHead.address, reason }]);
  }
});

test("a key and a signature in one call are refused, wherever it comes from", async () => {
  const { identify } = setUp();
  const head = { ...validate, rawHeaders: [...signed, ...createKeyHeaders(`Bearer ${key}`)] };
  assert.equal((await expectProblem(identify.readSigned(head))).code, "conflicting-credentials");
  const elsewhere = { ...head, address: "198.51.100.7" };
  assert.equal((await expectProblem(identify.identify(elsewhere))).code, "conflicting-credentials");
});

test("a signed call is read from its head, with a body where the operation takes one, and then verified", async () => {
  const { identify, read, refused } = setUp();
  const { method, targetUri } = validate;
  for (const [head, takesBody] of [
    [validate, true],
    [list, false],
  ] as const) {
    const claimed = await identify.readSigned({ ...head, rawHeaders: signed });
    assert.deepEqual(read.pop(), { method, targetUri, rawHeaders: signed, takesBody });
    assert.ok(!(claimed instanceof Problem));
    assert.equal(await claimed.verify(), verifiedCall);
  }
  assert.deepEqual(refused, []);
});

test("a signed call that is not accepted is refused before or after its signature is verified", async () => {
  const head = { ...validate, rawHeaders: signed };
  const malformed = setUp({ claim: { kind: "refused", reason: "header-malformed" } });
  assert.equal((await expectProblem(malformed.identify.readSigned(head))).code, "invalid-credentials");

  const unconfigured = setUp({ proxy: undefined });
  assert.equal((await expectProblem(unconfigured.identify.readSigned(head))).code, "invalid-credentials");

  const forged = setUp({
    claim: { kind: "signed", verify: async () => ({ kind: "refused", reason: "signature-wrong" }) },
  });
  const claimed = await forged.identify.readSigned(head);
  assert.ok(!(claimed instanceof Problem));
  assert.deepEqual(forged.refused, []);
  assert.equal((await expectProblem(claimed.verify())).code, "invalid-credentials");

  assert.deepEqual(
    [malformed, unconfigured, forged].map(({ refused }) => refused.map((call) => (call as { reason: string }).reason)),
    [["header-malformed"], ["not-configured"], ["signature-wrong"]],
  );
});

test("the log names no caller where the claim is missing, and never a key in the wrong header", () => {
  const claims = [
    ["agt_1", "agt_1"],
    ["", undefined],
    [key, undefined],
    [`https://id.example/?key=${key}&x`, undefined],
  ] as const;
  for (const [claimed, logged] of claims) {
    const { identify, refused } = setUp();
    const problem = identify.refuse({ ...validate, rawHeaders: ["X-ADT-Proxy-Agent", claimed] }, "nonce-spent");
    assert.equal(problem.code, "invalid-credentials");
    const { requestId, address } = validate;
    assert.deepEqual(refused, [
      { reason: "nonce-spent", requestId, address, claimedAgent: logged, claimedIssuer: undefined },
    ]);
  }
});
