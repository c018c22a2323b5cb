import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, get, submitTo } from "../test/packages.ts";
import { createVoting } from "./voting/create-voting.ts";

const open = (origin: string, body: object): Promise<Answer> => submitTo(`${origin}/ballots`, JSON.stringify(body));

test("a ballot is opened and can be read at its url", async () => {
  await using voting = await createVoting();
  const { status, body } = await open(voting.origin, {
    proposalId: "p-1",
    title: "Loyalty card",
    review: "# Proposal",
  });
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body), ["id", "url"]);
  const ballot = await get(body.url);
  assert.equal(ballot.status, 200);
  assert.deepEqual(ballot.body, {
    id: body.id,
    proposalId: "p-1",
    title: "Loyalty card",
    review: "# Proposal",
    state: "open",
  });
});

test("a proposal has one ballot, however often and however fast it is asked for", async () => {
  await using voting = await createVoting();
  const ask = () => open(voting.origin, { proposalId: "p-1", title: "Loyalty card", review: "# Proposal" });
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(19).fill(200), 201]);
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  const other = await open(voting.origin, { proposalId: "p-2", title: "Loyalty card", review: "# Proposal" });
  assert.equal(other.status, 201);
  assert.notEqual(other.body.id, answers[0]?.body.id);
});

test("what is not a question opens nothing", async () => {
  await using voting = await createVoting();
  for (const body of [
    {},
    { proposalId: "p-1", title: "x" },
    { proposalId: "", title: "x", review: "x" },
    { proposalId: "p", title: "", review: "x" },
  ]) {
    const answer = await open(voting.origin, body);
    assert.equal(answer.status, 400);
    assert.equal(answer.body.code, "bad-request");
  }
  const long = await open(voting.origin, { proposalId: "p-1", title: "x".repeat(20_000) });
  assert.equal(long.body.code, "body-too-large");
  assert.equal((await get(`${voting.origin}/ballots/none`)).body.code, "not-found");
});
