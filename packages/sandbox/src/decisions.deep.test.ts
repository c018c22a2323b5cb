import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, aPackage, get, submitTo } from "../test/packages.ts";
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

test("a ballot says when the product could not carry out what was decided, and why", async () => {
  await using sandbox = await startSandbox();
  const { datamint } = sandbox;
  const [hers, his] = [await submit(datamint), await submit(datamint, { authorization: "Bearer ben" })];
  assert.equal((await get(his.ballot.url)).body.product, undefined);
  const done = await vote(his.ballot.url, "yes");
  assert.partialDeepStrictEqual(done, { state: "accepted", product: { kind: "carried-out" } });
  const taken = { state: "accepted", product: { kind: "not-carried-out", reason: "registry.id-taken" } };
  assert.partialDeepStrictEqual(await vote(hers.ballot.url, "yes"), taken);
  assert.partialDeepStrictEqual((await get(hers.ballot.url)).body, taken);
  const pageOf = async (url: string) => (await fetch(url, { headers: { accept: "text/html" } })).text();
  const sentence = /Accepted, but not carried out: registry.id-taken \(2 yes, 0 no\)\./;
  assert.match(await pageOf(hers.ballot.url), sentence);
  assert.match(await pageOf(sandbox.voting.origin), sentence);
  assert.match(await pageOf(his.ballot.url), /Accepted: 2 yes, 0 no\./);
  const late = await submitTo(`${hers.ballot.url}/votes`, '{"vote":"no"}', { authorization: "Bearer late" });
  assert.equal(late.body.code, "ballot-closed");
  assert.match(late.body.detail, sentence);
});

test("a rejected proposal is carried out by freeing its id", async () => {
  await using sandbox = await startSandbox();
  const { ballot } = await submit(sandbox.datamint);
  const rejected = await vote(ballot.url, "no");
  assert.partialDeepStrictEqual(rejected, { state: "rejected", product: { kind: "carried-out" } });
});

test("a decision cannot be made up: Datamint asks the voting service", async () => {
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
  const waiting = (await get(first.ballot.url)).body;
  assert.partialDeepStrictEqual(waiting, { state: "accepted", product: { kind: "not-yet" } });
  between.mood = "works";
  await vote(second.ballot.url, "no");
  assert.deepEqual(await states(), ["accepted", "rejected"]);
  assert.deepEqual((await get(first.ballot.url)).body.product, { kind: "carried-out" });
});

interface Submitted {
  readonly id: string;
  readonly ballot: { readonly id: string; readonly url: string };
}

async function submit(datamint: Datamint, headers: Record<string, string> = withKey, generatorId = "loyalty-card") {
  const proposalPackage = aPackage({ generatorId });
  return (await submitTo(datamint.submissionUrl, { proposalPackage }, headers)).body.proposal as Submitted;
}

/** Two votes, and the ballot as it is after the second. */
async function vote(ballotUrl: string, what: "yes" | "no"): Promise<object> {
  const votes: Answer[] = [];
  for (const voter of ["dora", "emil"]) {
    const headers = { authorization: `Bearer ${voter}` };
    votes.push(await submitTo(`${ballotUrl}/votes`, JSON.stringify({ vote: what }), headers));
    assert.equal(votes.at(-1)?.status, 201);
  }
  return votes.at(-1)?.body;
}
