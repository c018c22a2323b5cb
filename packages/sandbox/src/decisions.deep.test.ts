import assert from "node:assert/strict";
import { test } from "node:test";
import { aPackage, get, submitTo } from "../test/packages.ts";
import { startUnreliable } from "../test/unreliable.ts";
import { createDatamint, type Datamint } from "./datamint/create-datamint.ts";
import { startSandbox } from "./start-sandbox.ts";
import { createVoting } from "./voting/create-voting.ts";

const ada = { authorization: "Bearer ada" };
const withKey = { ...ada, "idempotency-key": "once" };

test("an accepted generator enters the registry", async () => {
  await using sandbox = await startSandbox();
  const { datamint } = sandbox;
  const { ballot } = await submit(datamint);
  const before = (await get(datamint.registryUrl)).body;
  await vote(ballot.url, "yes");
  const { entries, pending, revision } = (await get(datamint.registryUrl)).body;
  assert.partialDeepStrictEqual(entries, [{ id: "loyalty-card", state: "active" }]);
  assert.deepEqual(pending, []);
  assert.notEqual(revision, before.revision);
  const [proposal] = (await get(datamint.submissionUrl, ada)).body.proposals;
  assert.partialDeepStrictEqual(proposal, { state: "accepted", generatorId: "loyalty-card", ballot });
  const late = await submitTo(datamint.submissionUrl, { proposalPackage: aPackage() }, ada);
  assert.partialDeepStrictEqual(late.body.diagnostics, [{ code: "registry.id-taken" }]);
});

test("a rejected generator frees its id, and may be proposed again under another key", async () => {
  await using sandbox = await startSandbox();
  const { datamint } = sandbox;
  const { ballot, id } = await submit(datamint);
  await vote(ballot.url, "no");
  const { entries, pending } = (await get(datamint.registryUrl)).body;
  assert.ok(!JSON.stringify([entries, pending]).includes("loyalty-card"));

  const sameKey = await submitTo(datamint.submissionUrl, { proposalPackage: aPackage() }, withKey);
  assert.equal(sameKey.status, 200);
  assert.partialDeepStrictEqual(sameKey.body.proposal, { id, state: "rejected", reason: "vote" });
  const otherKey = { ...ada, "idempotency-key": "another" };
  const again = await submitTo(datamint.submissionUrl, { proposalPackage: aPackage() }, otherKey);
  assert.equal(again.status, 201);
  assert.notEqual(again.body.proposal.id, id);
});

test("of two accepted proposals for one id, the first gets it and the other is rejected", async () => {
  await using sandbox = await startSandbox();
  const { datamint } = sandbox;
  const ben = { authorization: "Bearer ben" };
  const [hers, his] = [await submit(datamint), await submit(datamint, ben)];
  await vote(his.ballot.url, "yes");
  await vote(hers.ballot.url, "yes");
  const stateOf = async (headers: typeof ada) => (await get(datamint.submissionUrl, headers)).body.proposals[0];
  assert.partialDeepStrictEqual(await stateOf(ben), { state: "accepted" });
  assert.partialDeepStrictEqual(await stateOf(ada), { state: "rejected", reason: "registry.id-taken" });
});

test("nobody can make up a decision: Datamint asks the voting service", async () => {
  await using sandbox = await startSandbox();
  const { datamint } = sandbox;
  const { id } = await submit(datamint);
  const refresh = `${datamint.submissionUrl}/${id}/refresh`;
  const asked = await submitTo(refresh, '{"state":"accepted"}');
  assert.partialDeepStrictEqual(asked.body, { proposal: { id, state: "in-ballot" } });
  assert.equal((await submitTo(`${datamint.submissionUrl}/none/refresh`, "{}")).body.code, "not-found");
});

test("when Datamint misses that a ballot was closed, the next vote tells it", async () => {
  await using voting = await createVoting();
  await using between = await startUnreliable(voting.origin, "works");
  await using datamint = await createDatamint({ votingUrl: between.origin });
  const [first, second] = [await submit(datamint), await submit(datamint, ada, "gift-card")];
  between.mood = "fails";
  await vote(first.ballot.url, "yes");
  const states = async () =>
    (await get(datamint.submissionUrl, ada)).body.proposals.map(({ state }: { state: string }) => state);
  assert.deepEqual(await states(), ["in-ballot", "in-ballot"]);
  between.mood = "works";
  await vote(second.ballot.url, "no");
  assert.deepEqual(await states(), ["accepted", "rejected"]);
});

interface Submitted {
  readonly id: string;
  readonly ballot: { readonly id: string; readonly url: string };
}

async function submit(datamint: Datamint, headers: Record<string, string> = withKey, generatorId = "loyalty-card") {
  const proposalPackage = aPackage({ generatorId });
  return (await submitTo(datamint.submissionUrl, { proposalPackage }, headers)).body.proposal as Submitted;
}

async function vote(ballotUrl: string, what: "yes" | "no"): Promise<void> {
  for (const voter of ["dora", "emil"]) {
    const headers = { authorization: `Bearer ${voter}` };
    assert.equal((await submitTo(`${ballotUrl}/votes`, JSON.stringify({ vote: what }), headers)).status, 201);
  }
}
