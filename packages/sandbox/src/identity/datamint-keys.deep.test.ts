import assert from "node:assert/strict";
import { test } from "node:test";
import { aPackage, get, submitTo } from "../../test/packages.ts";
import { startSandbox } from "../start-sandbox.ts";
import type { Identity } from "./create-identity.ts";

test("with an identity service, Datamint takes submissions with its keys only", async () => {
  await using sandbox = await startSandbox({ identity: true });
  const { submissionUrl } = sandbox.datamint;
  const { key, id } = await sandbox.identity.createKey(await sandbox.identity.createPerson("Ada"));
  const refused = [
    [{}, "missing-credentials"],
    [{ authorization: `Basic ${key}` }, "invalid-credentials"],
    [{ authorization: "Bearer ai_nobodysKeyNobodysKey" }, "invalid-credentials"],
  ] as const;
  for (const [headers, code] of refused) {
    const answers = [
      await submitTo(submissionUrl, { proposalPackage: aPackage() }, headers),
      await get(submissionUrl, headers),
    ];
    for (const { status, body } of answers) assert.deepEqual([status, body.code], [401, code]);
  }
  const authorization = `Bearer ${key}`;
  assert.equal((await submitTo(submissionUrl, { proposalPackage: aPackage() }, { authorization })).status, 201);
  await sandbox.identity.revokeKey(id);
  assert.equal((await submitTo(submissionUrl, { proposalPackage: aPackage() }, { authorization })).status, 401);
  assert.equal((await get(submissionUrl, { authorization })).status, 401);
});

test("proposals and Idempotency-Keys belong to the person, whichever of their keys is sent", async () => {
  await using sandbox = await startSandbox({ identity: true });
  const { submissionUrl } = sandbox.datamint;
  const [ada, ben] = [await sandbox.identity.createPerson("Ada"), await sandbox.identity.createPerson("Ben")];
  const withKey = async (person: typeof ada) => ({
    authorization: `Bearer ${(await sandbox.identity.createKey(person)).key}`,
    "idempotency-key": "once",
  });
  const [first, second, other] = [await withKey(ada), await withKey(ada), await withKey(ben)];
  const submit = (headers: typeof first, generatorId: string) =>
    submitTo(submissionUrl, { proposalPackage: aPackage({ generatorId }) }, headers);
  const hers = await submit(first, "loyalty-card");
  assert.equal(hers.status, 201);
  const again = await submit(second, "loyalty-card");
  assert.deepEqual([again.status, again.body], [200, hers.body]);
  const his = await submit(other, "gift-card");
  assert.equal(his.status, 201);
  assert.equal((await submit(other, "loyalty-card")).body.code, "idempotency-conflict");
  assert.deepEqual((await get(submissionUrl, second)).body.proposals, [hers.body.proposal]);
  assert.deepEqual((await get(submissionUrl, other)).body.proposals, [his.body.proposal]);
});

test("when the identity service cannot be asked, nothing is taken: 503, to be tried again", async () => {
  await using sandbox = await startSandbox({ identity: true });
  const { identity, datamint } = sandbox;
  const { key } = await identity.createKey(await identity.createPerson("Ada"));
  const headers = { authorization: `Bearer ${key}` };
  const failures: readonly ((service: Identity) => unknown)[] = [
    (service) => service.failWith(500),
    (service) => service.failWith(401),
    (service) => service.failWith(204),
    (service) => service.slow(5_500),
    (service) => service.kill(),
  ];
  for (const fail of failures) {
    await fail(identity);
    const {
      status,
      headers: answered,
      body,
    } = await submitTo(datamint.submissionUrl, { proposalPackage: aPackage() }, headers);
    assert.deepEqual([status, body.code, body.retryable], [503, "identity-unavailable", true]);
    assert.equal(answered.get("retry-after"), "1");
  }
  identity.resume();
  await identity.revive();
  assert.deepEqual((await get(datamint.submissionUrl, headers)).body, { proposals: [] });
});
