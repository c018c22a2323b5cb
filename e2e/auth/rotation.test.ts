// Anybody can send a call that names a key which does not exist, and so make Assay fetch the keys again.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { Called, Sent } from "../http/service.ts";
import { createAddress, forwardFor, readRateLimit, trustedProxies } from "../limit/forward-for.ts";
import { type Service, startService } from "./service.ts";
import { findKeyId, signCall } from "./sign-call.ts";

const maxSeconds = 5;

test("an agent whose key is not known yet is told when to try again, and gets in then", async () => {
  await using service = await startService({ limit: { calls: 20, windowSeconds: 600 }, more: { trustedProxies } });
  assert.equal((await post(service, signCall(service))).status, 200);
  service.advance(maxSeconds);
  assert.equal(
    (await post(service, forwardFor(createAddress(), signWithUnknownKey(service)))).status,
    401,
    "looked for, and not found",
  );
  service.identity.rotateKeys();
  for (let call = 0; call < 60; call += 1) {
    const early = await post(service, signCall(service));
    // A slow machine takes longer than a moment.
    if (early.status === 200) break;
    assert.deepEqual([early.status, early.json.code], [503, "identity-unavailable"]);
    assert.equal(early.headers.ratelimit, undefined, "nobody is charged");
    const seconds = Number(early.headers["retry-after"]);
    assert.ok(seconds >= 1 && seconds <= maxSeconds, `${seconds}`);
    assert.equal(service.findLogLines("proxy-refused").at(-1)?.reason, "key-unknown");
  }
  service.advance(maxSeconds);
  const answer = await post(service, signCall(service, { agent: "agt_patient" }));
  assert.deepEqual(
    [answer.status, readRateLimit(answer).left],
    [200, 19],
    "more than 50 refusals were no failed signatures",
  );
});

test("where the networks of the identity service are listed, a stranger cannot make Assay fetch the keys", async () => {
  const own = { proxyNetworks: ["127.0.0.1/32"], trustedProxies };
  await using service = await startService({ more: own });
  assert.equal((await post(service, signCall(service))).status, 200);
  service.advance(maxSeconds);
  for (let call = 0; call < 10; call += 1) {
    assert.equal((await post(service, forwardFor(createAddress(), signWithUnknownKey(service)))).status, 401);
  }
  service.identity.rotateKeys();
  assert.equal((await post(service, signCall(service))).status, 200);
});

function post(service: Service, sent: Sent): Promise<Called> {
  return service.call("validateProposal", sent);
}

/** A call in the form of the profile, with a key that nobody published. */
function signWithUnknownKey(service: Service): Sent {
  const sent = signCall(service);
  const input = sent.headers["signature-input"]?.replace(findKeyId(sent), randomBytes(32).toString("base64url")) ?? "";
  return { ...sent, headers: { ...sent.headers, "signature-input": input } };
}
