import assert from "node:assert/strict";
import { test } from "node:test";
import { waitUntil } from "@assay/testing/wait-until";
import type { CheckedAnswer } from "../http/call-operation.ts";
import { createEnvelope } from "../http/create-envelope.ts";
import { bearer, createJunkKey, type Service, sharedService, startService } from "./start-service-with-identity.ts";

const shared = sharedService();

const post = (service: Service, key: string): Promise<CheckedAnswer> =>
  service.call("validateProposal", { headers: bearer(key), body: createEnvelope() });

test("a call without credentials is refused, and the answer links to the discovery document for agents", async () => {
  const discoveryUrl = `${shared().identity.issuer}/.well-known/agent-configuration`;
  for (const operation of ["validateProposal", "buildProposal"] as const) {
    const answer = await shared().call(operation, { body: createEnvelope() });
    assert.deepEqual([answer.status, answer.json.code], [401, "missing-credentials"]);
    const challenge = `Bearer realm="assay", AgentAuth discovery="${discoveryUrl}"`;
    assert.equal(answer.headers["www-authenticate"], challenge);
    assert.equal((await fetch(answer.json.type)).status, 200);
  }
  assert.equal((await fetch(discoveryUrl)).status, 200);
});

test("a revoked key is refused once its cache entry expires, even if it was just used", async () => {
  await using service = await startService();
  const { identity } = service;
  const { id, key } = await identity.createKey(await identity.createPerson("Ada"));
  service.stopClock();
  assert.equal((await post(service, key)).status, 200);
  await identity.revokeKey(id);
  service.advance(29);
  assert.equal((await post(service, key)).status, 200);
  service.advance(2);
  // Assay still accepts a known key while the identity service is slow to answer.
  const isDone = ({ status }: CheckedAnswer) => status !== 200;
  assertInvalid(
    service,
    await waitUntil("the key is refused", () => post(service, key), { isDone, timeoutMs: 30_000 }),
  );
  await identity.kill();
  service.advance(11);
  const { status, json } = await post(service, key);
  assert.deepEqual([status, json.code], [503, "identity-unavailable"], "a refused key has no grace period");
});

test("listing domains needs no key, but a key that a caller sends is checked unless the identity service is down", async () => {
  await using service = await startService();
  const list = (key?: string) => service.call("listDomains", key === undefined ? {} : { headers: bearer(key) });
  const key = await service.createKey();
  assert.deepEqual([(await list()).status, (await list(key)).status], [200, 200]);
  assertInvalid(service, await list(createJunkKey()));
  assertInvalid(service, await list("short"));
  await service.identity.kill();
  for (const sent of [undefined, key, createJunkKey(), await service.createKey()])
    assert.equal((await list(sent)).status, 200);
  assertInvalid(service, await list("short"));
});

test("the list of domains names a caller who sends a key, and that answer cannot be cached", async () => {
  const ada = await shared().identity.createPerson("Ada");
  const headers = bearer(await shared().createKey(ada));
  const anonymous = await shared().call("listDomains");
  // A conditional request gets the whole list instead of 304, because the list names the caller.
  const conditional = { ...headers, "if-none-match": anonymous.headers.etag ?? assert.fail() };
  for (const sent of [headers, conditional, { ...headers, "if-none-match": "*" }]) {
    const answer = await shared().call("listDomains", { headers: sent });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json, { ...anonymous.json, caller: { subject: ada.id } });
    assert.deepEqual([answer.headers["cache-control"], answer.headers.etag], ["private, no-store", undefined]);
  }
  assert.equal("caller" in (await shared().call("listDomains")).json, false);
});

function assertInvalid({ identity }: Service, { status, json, headers }: CheckedAnswer): void {
  assert.deepEqual([status, json.code], [401, "invalid-credentials"]);
  const agents = `AgentAuth discovery="${identity.issuer}/.well-known/agent-configuration"`;
  assert.equal(headers["www-authenticate"], `Bearer realm="assay", error="invalid_token", ${agents}`);
}
