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
  assert.equal(identity.countIntrospections(), 1);
  await identity.revokeKey(id);
  assert.deepEqual((await introspect(identity, key)).body, { active: false });
});

test("only a resource server may ask about a key", async () => {
  await using identity = await createIdentity();
  const { key } = await identity.createKey(await identity.createPerson("Ada"));
  const { status, body } = await introspect(identity, key, { id: "assay", secret: "guessed" });
  assert.deepEqual([status, body], [401, { error: "invalid_client" }]);
});
