// Agents and the calls that are signed for them are for e2e/auth, with a real Assay.
import assert from "node:assert/strict";
import { test } from "node:test";
import { introspect } from "../../test/introspect.ts";
import { createIdentity } from "./create-identity.ts";

test("a key stands for its person until it is revoked", async () => {
  await using identity = await createIdentity();
  const ada = await identity.createPerson("Ada");
  const { key, id } = await identity.createKey(ada);
  assert.deepEqual((await introspect(identity, key)).body, { active: true, sub: ada.id, token_type: "Bearer" });
  assert.equal(identity.introspections(), 1);
  await identity.revokeKey(id);
  assert.deepEqual((await introspect(identity, key)).body, { active: false });
});

test("only a resource server may ask about a key", async () => {
  await using identity = await createIdentity();
  const { key } = await identity.createKey(await identity.createPerson("Ada"));
  const { status, body } = await introspect(identity, key, { id: "assay", secret: "guessed" });
  assert.deepEqual([status, body], [401, { error: "invalid_client" }]);
});

test("it can be paused, made to fail, killed and brought back, and still knows its keys", async () => {
  await using identity = await createIdentity();
  const { key } = await identity.createKey(await identity.createPerson("Ada"));
  identity.pause();
  const asked = introspect(identity, key);
  await assert.rejects(fetch(identity.jwksUrl, { signal: AbortSignal.timeout(200) }), { name: "TimeoutError" });
  identity.resume();
  assert.equal((await asked).body.active, true);
  identity.failWith(500);
  assert.equal((await fetch(identity.jwksUrl)).status, 500);
  identity.resume();
  await identity.kill();
  await assert.rejects(introspect(identity, key));
  await identity.revive();
  assert.equal((await introspect(identity, key)).body.active, true);
});
