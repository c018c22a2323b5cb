// e2e/auth tests agents and their signed calls together with a real Assay service.
import assert from "node:assert/strict";
import { test } from "node:test";
import { introspect } from "../../test/introspect.ts";
import { createIdentity } from "./create-identity.ts";

test("a key identifies its owner until it is revoked", async () => {
  await using identity = await createIdentity();
  const ada = await identity.createPerson("Ada");
  const { key, id } = await identity.createKey(ada);
  assert.deepEqual((await introspect(identity, key)).body, { active: true, sub: ada.id, token_type: "Bearer" });
  assert.equal(identity.countIntrospections(), 1);
  await identity.revokeKey(id);
  assert.deepEqual((await introspect(identity, key)).body, { active: false });
});

test("refuses introspection to a client with invalid credentials", async () => {
  await using identity = await createIdentity();
  const { key } = await identity.createKey(await identity.createPerson("Ada"));
  const { status, body } = await introspect(identity, key, { id: "assay", secret: "guessed" });
  assert.deepEqual([status, body], [401, { error: "invalid_client" }]);
});
