import assert from "node:assert/strict";
import { test } from "node:test";
import type { CheckedAnswer, OperationCall } from "../http/call-operation.ts";
import { findKeyId, signCall } from "./sign-call.ts";
import { bearer, type Service, sharedService, startService } from "./start-service-with-identity.ts";

const shared = sharedService();

test("a signed call is valid only for the operation whose capability it names", async () => {
  const service = shared();
  const callForBuild = signCall(service, { capability: "assay.buildProposal" });
  const answer = await service.call("validateProposal", callForBuild);
  assert.deepEqual([answer.status, answer.json.code], [403, "capability-not-granted"]);
  assert.equal(answer.headers["www-authenticate"], undefined);
  await assertRefused(service, callForBuild, "nonce-spent");
  const domains = await service.call("listDomains", signCall(service, { operation: "listDomains" }));
  assert.equal(domains.status, 200);
  assert.equal(service.findLogLines("call").at(-1)?.callerId, "agt_ada");
});

test("a delegated agent calls on behalf of a person, and an autonomous agent on its own behalf", async () => {
  const service = shared();
  const list = async (mode: "delegated" | "autonomous") =>
    (await service.call("listDomains", signCall(service, { operation: "listDomains", mode }))).json;
  assert.equal((await list("delegated")).caller.subject, (await service.createOwner()).id);
  assert.equal((await list("autonomous")).caller, undefined);
});

test("links and signatures include the path of the public address, even if a proxy strips it", async () => {
  const publicUrl = "https://example.org/assay";
  await using service = await startService({ publicUrl });
  await assertRefused(service, signCall(service, { baseUrl: "https://example.org" }), "signature-wrong");
  const call = signCall(service, { baseUrl: publicUrl });
  assert.equal((await service.call("validateProposal", call)).status, 200);
  const { domains } = (await service.call("listDomains")).json as {
    domains: readonly { candidateSchemaUrl: string }[];
  };
  assert.match(domains[0]?.candidateSchemaUrl ?? "", /^https:\/\/example\.org\/assay\/schemas\//);
  const openapi = (await (await fetch(`${service.url}/openapi.json`)).json()) as { readonly servers: unknown };
  assert.deepEqual(openapi.servers, [{ url: publicUrl }]);
});

test("a call with both a key and a signature is refused, and neither of them is checked", async () => {
  const service = shared();
  const call = signCall(service);
  const before = service.identity.countIntrospections();
  const headers = { ...call.headers, ...bearer(await service.createKey()) };
  const answer = await service.call("validateProposal", { ...call, headers });
  assert.deepEqual([answer.status, answer.json.code], [400, "conflicting-credentials"]);
  assert.equal(service.identity.countIntrospections(), before);
  assert.equal((await service.call("validateProposal", call)).status, 200, "the nonce was not spent");
});

test("a withdrawn signing key stops working when Assay next fetches the key set, within five minutes", async () => {
  for (const seconds of [31, 301]) {
    await using service = await startService();
    service.stopClock();
    const later = new Date(service.now().getTime() + seconds * 1_000);
    const [before, after] = [signCall(service), signCall(service, { signedAt: later })];
    assert.equal((await service.call("validateProposal", before)).status, 200);
    service.identity.rotateKeys();
    service.identity.withdrawKey(findKeyId(before));
    service.advance(seconds);
    // An unknown key makes Assay fetch the key set; otherwise, Assay fetches it after five minutes.
    if (seconds === 31) {
      assert.equal((await service.call("validateProposal", signCall(service))).status, 200);
      service.advance(2);
    }
    await assertRefused(service, after, "key-unknown");
  }
});

test("while the identity service is down, known signing keys stay valid for one hour", async () => {
  await using service = await startService();
  service.stopClock();
  assert.equal((await service.call("validateProposal", signCall(service))).status, 200);
  service.identity.failWith(200);
  service.advance(301);
  const reason = "an answer that is not a key set does not withdraw keys";
  assert.equal((await service.call("validateProposal", signCall(service))).status, 200, reason);
  await service.identity.kill();
  service.advance(54 * 60);
  assert.equal((await service.call("validateProposal", signCall(service))).status, 200);
  service.advance(60);
  await assertUnavailable(service, signCall(service));
});

async function assertRefused(service: Service, call: OperationCall, reason: string): Promise<void> {
  const answer: CheckedAnswer = await service.call("validateProposal", call);
  assert.deepEqual([answer.status, answer.json.code], [401, "invalid-credentials"]);
  assert.match(answer.headers["www-authenticate"] ?? "", /^Bearer realm="assay", error="invalid_token", AgentAuth /);
  assert.ok(!answer.body.includes(reason));
  const logEntry = service.findLogLines("proxy-refused").at(-1);
  assert.deepEqual([logEntry?.reason, logEntry?.requestId], [reason, answer.json.requestId]);
  assert.equal(logEntry?.address, "127.0.0.1");
}

async function assertUnavailable(service: Service, call: OperationCall): Promise<void> {
  const { status, json, headers } = await service.call("validateProposal", call);
  assert.deepEqual([status, json.code, json.retryable], [503, "identity-unavailable", true]);
  assert.match(headers["retry-after"] ?? "", /^[12]$/);
}
