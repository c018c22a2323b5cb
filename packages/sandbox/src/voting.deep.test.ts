import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, get, submitTo } from "../test/packages.ts";
import { createVoting } from "./voting/create-voting.ts";

const open = (origin: string, body: object): Promise<Answer> => submitTo(`${origin}/ballots`, JSON.stringify(body));
const vote = (ballotUrl: string, voter: string, what: string): Promise<Answer> =>
  submitTo(`${ballotUrl}/votes`, JSON.stringify({ vote: what }), { authorization: `Bearer ${voter}` });

async function aBallot(origin: string): Promise<string> {
  return (await open(origin, { proposalId: "p-1", title: "Loyalty card", review: "# Proposal" })).body.url;
}

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
    votes: { yes: 0, no: 0 },
    votesToDecide: 2,
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

test("the side that first has two votes wins, and the ballot is closed", async () => {
  for (const [votes, expected] of [
    [["yes", "yes"], "accepted"],
    [["yes", "no", "no"], "rejected"],
  ] as const) {
    await using voting = await createVoting();
    const url = await aBallot(voting.origin);
    for (const [index, what] of votes.entries()) {
      const { status, body } = await vote(url, `voter-${index}`, what);
      assert.deepEqual([status, body.state], [201, index === votes.length - 1 ? expected : "open"]);
    }
    const late = await vote(url, "late", "yes");
    assert.deepEqual([late.status, late.body.code], [409, "ballot-closed"]);
    assert.equal((await get(url)).body.state, expected);
  }
});

test("a person has one vote: sent again it is counted once, and it cannot be changed", async () => {
  await using voting = await createVoting();
  const url = await aBallot(voting.origin);
  assert.equal((await vote(url, "ada", "yes")).status, 201);
  assert.equal((await vote(url, "ada", "yes")).status, 200);
  const other = await vote(url, "ada", "no");
  assert.deepEqual([other.status, other.body.code], [409, "already-voted"]);
  assert.deepEqual((await get(url)).body.votes, { yes: 1, no: 0 });
});

test("what is not a vote, or is on no ballot, is refused", async () => {
  await using voting = await createVoting();
  const url = await aBallot(voting.origin);
  for (const what of ["maybe", "YES", ""]) assert.equal((await vote(url, "ada", what)).body.code, "bad-request");
  assert.equal((await submitTo(`${url}/votes`, "null")).body.code, "bad-request");
  assert.equal((await vote(`${voting.origin}/ballots/none`, "ada", "yes")).body.code, "not-found");
});

test("without an accepted key, no vote is counted", async () => {
  const identify = async (authorization: string | undefined) =>
    authorization === "Bearer ada" ? { id: "ada" } : undefined;
  await using voting = await createVoting({ identify });
  const url = await aBallot(voting.origin);
  assert.equal((await submitTo(`${url}/votes`, '{"vote":"yes"}')).body.code, "missing-credentials");
  assert.equal((await vote(url, "ben", "yes")).body.code, "invalid-credentials");
  assert.equal((await vote(url, "ada", "yes")).status, 201);
});

test("in a browser the page of a ballot has a form that votes, and leads back to the page", async () => {
  await using voting = await createVoting();
  const url = await aBallot(voting.origin);
  const accept = { accept: "text/html" };
  const page = await (await fetch(url, { headers: accept })).text();
  const [, action = ""] = /<form method="post" action="([^"]+)">/.exec(page) ?? [];
  const send = (fields: Record<string, string>) =>
    fetch(new URL(action, url), { method: "POST", headers: accept, body: new URLSearchParams(fields) });
  for (const key of ["ada", "ben"]) {
    const shown = await send({ key, vote: "yes" });
    assert.deepEqual([shown.status, shown.redirected, shown.url], [200, true, url]);
  }
  const closed = await (await fetch(url, { headers: accept })).text();
  assert.match(closed, /Accepted: 2 yes, 0 no/);
  assert.doesNotMatch(closed, /<form/);
  const refused = await send({ key: "cleo", vote: "no" });
  assert.equal(refused.status, 409);
  assert.match(await refused.text(), /<h1>The ballot is closed<\/h1>/);
});
