// A signed call can name a key that does not exist. This must not let callers make Assay fetch the key set at will.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { CheckedAnswer, OperationCall } from "../http/call-operation.ts";
import { createAddress, forwardFor, readRateLimit, trustedProxies } from "../limit/forward-for.ts";
import { findKeyId, signCall } from "./sign-call.ts";
import { type Service, startService } from "./start-service-with-identity.ts";

const fetchIntervalSeconds = 2;

test("an agent whose signing key Assay does not know yet is told when to retry, and the retry succeeds", async () => {
  await using service = await startService({ limit: { calls: 20, windowSeconds: 600 }, app: { trustedProxies } });
  assert.equal((await post(service, signCall(service))).status, 200);
  service.advance(fetchIntervalSeconds);
  const unknownKeyAnswer = await post(service, forwardFor(createAddress(), signWithUnknownKey(service)));
  assert.equal(unknownKeyAnswer.status, 401, "the key is not in the set that was just fetched");
  service.identity.rotateKeys();
  for (let call = 0; call < 60; call += 1) {
    const earlyAnswer = await post(service, signCall(service));
    // On a slow machine, the interval might already have ended.
    if (earlyAnswer.status === 200) break;
    assert.deepEqual([earlyAnswer.status, earlyAnswer.json.code], [503, "identity-unavailable"]);
    assert.equal(earlyAnswer.headers.ratelimit, undefined, "the call is not counted");
    const seconds = Number(earlyAnswer.headers["retry-after"]);
    assert.ok(seconds >= 1 && seconds <= fetchIntervalSeconds, `${seconds}`);
    assert.equal(service.findLogLines("proxy-refused").at(-1)?.reason, "key-unknown");
  }
  service.advance(fetchIntervalSeconds);
  const answer = await post(service, signCall(service, { agent: "agt_patient" }));
  const outcome = [answer.status, readRateLimit(answer).left];
  assert.deepEqual(outcome, [200, 19], "the refusals did not count as failed signatures");
});

test("if the identity service's networks are configured, callers from other networks cannot make Assay fetch the key set", async () => {
  await using service = await startService({ app: { proxyNetworks: ["127.0.0.1/32"], trustedProxies } });
  assert.equal((await post(service, signCall(service))).status, 200);
  service.advance(fetchIntervalSeconds);
  for (let call = 0; call < 10; call += 1) {
    assert.equal((await post(service, forwardFor(createAddress(), signWithUnknownKey(service)))).status, 401);
  }
  service.identity.rotateKeys();
  assert.equal((await post(service, signCall(service))).status, 200);
});

function post(service: Service, call: OperationCall): Promise<CheckedAnswer> {
  return service.call("validateProposal", call);
}

/** Creates a well-formed signed call that names a key that was never published. */
function signWithUnknownKey(service: Service): OperationCall {
  const call = signCall(service);
  const input = call.headers["signature-input"]?.replace(findKeyId(call), randomBytes(32).toString("base64url")) ?? "";
  return { ...call, headers: { ...call.headers, "signature-input": input } };
}
