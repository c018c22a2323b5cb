import assert from "node:assert/strict";
import { test } from "node:test";
import { aCandidate, aPackage, get, submitTo } from "../../test/packages.ts";
import { startSandbox } from "../start-sandbox.ts";
import type { Identity } from "./create-identity.ts";

const owner = aCandidate().owner as { readonly kind: string; readonly id: string };

test("with an identity service, Datamint takes submissions with its keys only", async () => {
  await using sandbox = await startSandbox({ identity: true });
  const { submissionUrl } = sandbox.datamint;
  const { key, id } = await sandbox.identity.createKey(await sandbox.identity.createPerson("Ada", owner.id));
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
  const submit = (headers: typeof first, { id }: typeof ada, generatorId: string) =>
    submitTo(submissionUrl, { proposalPackage: aPackage({ generatorId, owner: { ...owner, id } }) }, headers);
  const hers = await submit(first, ada, "loyalty-card");
  assert.equal(hers.status, 201);
  const again = await submit(second, ada, "loyalty-card");
  assert.deepEqual([again.status, again.body], [200, hers.body]);
  const his = await submit(other, ben, "gift-card");
  assert.equal(his.status, 201);
  assert.equal((await submit(other, ben, "loyalty-card")).body.code, "idempotency-conflict");
  assert.deepEqual((await get(submissionUrl, second)).body.proposals, [hers.body.proposal]);
  assert.deepEqual((await get(submissionUrl, other)).body.proposals, [his.body.proposal]);
});

test("only the owner submits a proposal: with another person's key it is refused, and nothing is recorded", async () => {
  await using sandbox = await startSandbox({ identity: true });
  const { identity, datamint, voting } = sandbox;
  const [ada, ben] = [await identity.createPerson("Ada", owner.id), await identity.createPerson("Ben")];
  const bearer = async (person: typeof ada) => ({ authorization: `Bearer ${(await identity.createKey(person)).key}` });
  const [hers, his] = [await bearer(ada), await bearer(ben)];
  const submit = (headers: typeof hers, more: { readonly [name: string]: string } = {}) =>
    submitTo(datamint.submissionUrl, { proposalPackage: aPackage() }, { ...headers, ...more });
  const registry = (await get(datamint.registryUrl)).body;

  const refused = await submit(his);
  assert.deepEqual([refused.status, refused.body.code, refused.body.retryable], [403, "not-the-owner", false]);
  for (const id of [ada.id, ben.id]) assert.ok(refused.body.detail.includes(id), refused.body.detail);
  assert.deepEqual((await get(datamint.submissionUrl, his)).body, { proposals: [] });
  assert.deepEqual((await get(datamint.registryUrl)).body, registry);
  assert.match(
    await (await fetch(voting.origin, { headers: { accept: "text/html" } })).text(),
    /There is no ballot yet/,
  );

  // The answer does not depend on what Ada has submitted, and hers can be repeated.
  const key = { "idempotency-key": "once" };
  const created = await submit(hers, key);
  assert.equal(created.status, 201);
  const { requestId: _, ...same } = refused.body;
  assert.partialDeepStrictEqual((await submit(his, key)).body, same);
  const repeated = await submit(hers, key);
  assert.deepEqual([repeated.status, repeated.body], [200, created.body]);

  // A package that is not accepted from anybody is refused for that reason.
  const changed = { ...aPackage(), digest: `sha256:${"0".repeat(64)}` };
  const wrong = await submitTo(datamint.submissionUrl, { proposalPackage: changed }, his);
  assert.deepEqual([wrong.status, wrong.body.code], [422, "digest-mismatch"]);
});

test("a key is checked before the body: without one, nobody learns what a body may be", async () => {
  await using sandbox = await startSandbox({ identity: true });
  const { submissionUrl } = sandbox.datamint;
  for (const body of ["{", "x".repeat(400_000)]) {
    const { status, body: problem } = await submitTo(submissionUrl, body);
    assert.deepEqual([status, problem.code], [401, "missing-credentials"]);
  }
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
