import assert from "node:assert/strict";
import { test } from "node:test";
import { waitUntil } from "@assay/testing/wait-until";
import { type Called, createEnvelope } from "../http/service.ts";
import { bearer, createJunkKey, type Service, sharedService, startService } from "./service.ts";

const usual = sharedService();

const post = (service: Service, key: string): Promise<Called> =>
  service.call("validateProposal", { headers: bearer(key), body: createEnvelope() });

test("without credentials a caller learns that a key is missing, and where agents get in", async () => {
  const discoveryUrl = `${usual().identity.issuer}/.well-known/agent-configuration`;
  for (const operation of ["validateProposal", "buildProposal"] as const) {
    const answer = await usual().call(operation, { body: createEnvelope() });
    assert.deepEqual([answer.status, answer.json.code], [401, "missing-credentials"]);
    const challenge = `Bearer realm="assay", AgentAuth discovery="${discoveryUrl}"`;
    assert.equal(answer.headers["www-authenticate"], challenge);
    assert.equal((await fetch(answer.json.type)).status, 200);
  }
  assert.equal((await fetch(discoveryUrl)).status, 200);
});

test("a revoked key is refused within its cache time, also one that was just used", async () => {
  await using service = await startService();
  const { identity } = service;
  const { id, key } = await identity.createKey(await identity.createPerson("Ada"));
  service.stopClock();
  assert.equal((await post(service, key)).status, 200);
  await identity.revokeKey(id);
  service.advance(29);
  assert.equal((await post(service, key)).status, 200);
  service.advance(2);
  // A key that was good is served while the identity service takes more than a moment to say otherwise.
  const isDone = ({ status }: Called) => status !== 200;
  assertInvalid(
    service,
    await waitUntil("the key is refused", () => post(service, key), { isDone, timeoutMs: 30_000 }),
  );
  await identity.kill();
  service.advance(11);
  const { status, json } = await post(service, key);
  assert.deepEqual([status, json.code], [503, "identity-unavailable"], "it has no grace either");
});

test("the list of domains is open; a key that comes with it is checked while that can be done", async () => {
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

test("a caller with a key is told who they are, and nobody may keep that answer", async () => {
  const ada = await usual().identity.createPerson("Ada");
  const headers = bearer(await usual().createKey(ada));
  const anonymous = await usual().call("listDomains");
  // A caller who has the list already is not told that nothing has changed: the answer names them.
  const known = { ...headers, "if-none-match": anonymous.headers.etag ?? assert.fail() };
  for (const sent of [headers, known, { ...headers, "if-none-match": "*" }]) {
    const domainsAnswer = await usual().call("listDomains", { headers: sent });
    assert.equal(domainsAnswer.status, 200);
    assert.deepEqual(domainsAnswer.json, { ...anonymous.json, caller: { subject: ada.id } });
    assert.deepEqual(
      [domainsAnswer.headers["cache-control"], domainsAnswer.headers.etag],
      ["private, no-store", undefined],
    );
  }
  assert.equal("caller" in (await usual().call("listDomains")).json, false);
});

function assertInvalid({ identity }: Service, { status, json, headers }: Called): void {
  assert.deepEqual([status, json.code], [401, "invalid-credentials"]);
  const agents = `AgentAuth discovery="${identity.issuer}/.well-known/agent-configuration"`;
  assert.equal(headers["www-authenticate"], `Bearer realm="assay", error="invalid_token", ${agents}`);
}
