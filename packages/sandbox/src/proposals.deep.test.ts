import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { describeProposal } from "@assay/engine";
import { aPackage, get, submitTo } from "../test/packages.ts";
import { specPackageFile } from "./datamint/spec-packages.ts";
import { startSandbox } from "./start-sandbox.ts";

const ada = { authorization: "Bearer ada" };
const ben = { authorization: "Bearer ben" };

test("a built package is recorded, and its ballot is open in the voting service", async () => {
  const now = () => new Date("2026-11-15T10:00:00.000Z");
  await using sandbox = await startSandbox({ datamint: { now } });
  const proposalPackage = aPackage();
  const { status, headers, body } = await submitTo(sandbox.datamint.submissionUrl, { proposalPackage }, ada);
  assert.equal(status, 201);
  assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
  const { id, ballot } = body.proposal;
  assert.deepEqual(body, {
    proposal: {
      id,
      state: "in-ballot",
      generatorId: "loyalty-card",
      generatorName: "Loyalty card",
      digest: proposalPackage.digest,
      submittedAt: "2026-11-15T10:00:00.000Z",
      ballot: { id: ballot.id, url: `${sandbox.voting.origin}/ballots/${ballot.id}` },
    },
  });
  const opened = await get(ballot.url);
  const review = describeProposal(proposalPackage);
  assert.partialDeepStrictEqual(opened.body, { proposalId: id, title: "Loyalty card", review, state: "open" });
});

test("owner, product and voters read the same review, and nothing in it is HTML", async () => {
  await using sandbox = await startSandbox();
  const proposalPackage = aPackage({ generatorName: "</pre><script>alert(1)</script>" });
  const { body } = await submitTo(sandbox.datamint.submissionUrl, { proposalPackage });
  const { id, ballot } = body.proposal;
  for (const url of [`${sandbox.datamint.origin}/proposals/${id}`, ballot.url]) {
    const response = await fetch(url, { headers: { accept: "text/html" } });
    assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
    assert.match(response.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
    const page = await response.text();
    assert.doesNotMatch(page, /<script/);
    const [, shown = ""] = /<section class="review"[^>]*>([\s\S]*?)<\/section>/.exec(page) ?? [];
    const text = shown
      .replace(/<[^>]*>/g, "")
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    assert.equal(wordsOf(text), wordsOf(describeProposal(proposalPackage)));
  }
  assert.equal((await get(`${sandbox.datamint.origin}/proposals/none`)).status, 404);
});

// What is left of the review without its marks.
function wordsOf(text: string): string {
  return text.replace(/[`|#\s-]/g, "");
}

test("callers see their own proposals, in the order of submission", async () => {
  await using sandbox = await startSandbox();
  const { submissionUrl } = sandbox.datamint;
  const submit = async (generatorId: string, caller: Record<string, string>) =>
    (await submitTo(submissionUrl, { proposalPackage: aPackage({ generatorId }) }, caller)).body.proposal;
  const first = await submit("loyalty-card", ada);
  const other = await submit("gift-card", ben);
  const second = await submit("bonus-card", ada);
  assert.deepEqual((await get(submissionUrl, ada)).body, { proposals: [first, second] });
  assert.deepEqual((await get(submissionUrl, ben)).body, { proposals: [other] });
  assert.deepEqual((await get(submissionUrl)).body, { proposals: [] });
});

test("the same key and body give the first answer again, also after the rules and the registry changed", async () => {
  await using sandbox = await startSandbox();
  const { datamint } = sandbox;
  const headers = { ...ada, "idempotency-key": "once" };
  const first = await submitTo(datamint.submissionUrl, { proposalPackage: aPackage() }, headers);
  assert.equal(first.status, 201);
  datamint.register("loyalty-card");
  datamint.publish(specPackageFile("2.0.0"));
  const again = await submitTo(datamint.submissionUrl, { proposalPackage: aPackage() }, headers);
  assert.equal(again.status, 200);
  assert.deepEqual(again.body, first.body);
  assert.equal((await get(datamint.submissionUrl, ada)).body.proposals.length, 1);
});

test("the same package again is the same proposal, also with -0 for 0", async () => {
  await using sandbox = await startSandbox();
  const { submissionUrl } = sandbox.datamint;
  const sampleRecords = (aPackage().candidate.sampleRecords as JsonObject[]).map((record) => ({ ...record, age: 0 }));
  const proposalPackage = aPackage({ sampleRecords });
  const written = JSON.stringify({ proposalPackage }).replace('"age":0', '"age":-0');
  const headers = { ...ada, "idempotency-key": "once" };
  const statuses = [
    (await submitTo(submissionUrl, written, headers)).status,
    (await submitTo(submissionUrl, written, headers)).status,
    (await submitTo(submissionUrl, written, ada)).status,
  ];
  assert.deepEqual(statuses, [201, 200, 200]);
});

test("the same key with another package is a conflict, with a changed one a changed package; nothing is recorded", async () => {
  await using sandbox = await startSandbox();
  const { submissionUrl } = sandbox.datamint;
  const headers = { ...ada, "idempotency-key": "once" };
  await submitTo(submissionUrl, { proposalPackage: aPackage() }, headers);
  const tampered = { ...aPackage(), candidate: aPackage({ generatorId: "gift-card" }).candidate };
  for (const [proposalPackage, expected] of [
    [aPackage({ generatorId: "gift-card" }), [409, "idempotency-conflict"]],
    [tampered, [422, "digest-mismatch"]],
  ] as const) {
    const { status, body } = await submitTo(submissionUrl, { proposalPackage }, headers);
    assert.deepEqual([status, body.code], expected);
  }
  assert.equal((await get(submissionUrl, ada)).body.proposals.length, 1);
});

test("a key belongs to its caller: another one may use the same", async () => {
  await using sandbox = await startSandbox();
  const { submissionUrl } = sandbox.datamint;
  const submit = (caller: Record<string, string>, generatorId: string) =>
    submitTo(submissionUrl, { proposalPackage: aPackage({ generatorId }) }, { ...caller, "idempotency-key": "once" });
  const statuses = [
    (await submit(ada, "loyalty-card")).status,
    (await submit(ben, "gift-card")).status,
    (await submit({}, "bonus-card")).status,
    (await submit(ben, "gift-card")).status,
  ];
  assert.deepEqual(statuses, [201, 201, 201, 200]);
});

test("a key is not spent by a submission that was refused", async () => {
  await using sandbox = await startSandbox();
  const { submissionUrl } = sandbox.datamint;
  const headers = { "idempotency-key": "once" };
  const taken = await submitTo(submissionUrl, { proposalPackage: aPackage({ generatorId: "person-basic" }) }, headers);
  assert.equal(taken.status, 422);
  assert.equal((await submitTo(submissionUrl, { proposalPackage: aPackage() }, headers)).status, 201);
});

test("while a proposal is open, the same package by the same person is the same proposal, whatever the key", async () => {
  await using sandbox = await startSandbox();
  const { submissionUrl } = sandbox.datamint;
  const submit = (headers: Record<string, string>) => submitTo(submissionUrl, { proposalPackage: aPackage() }, headers);
  const first = await submit(ada);
  assert.equal(first.status, 201);
  for (const headers of [ada, { ...ada, "idempotency-key": "other" }]) {
    const again = await submit(headers);
    assert.deepEqual([again.status, again.body], [200, first.body]);
  }
  assert.deepEqual((await get(submissionUrl, ada)).body, { proposals: [first.body.proposal] });
  const his = await submit(ben);
  assert.equal(his.status, 201);
  assert.notEqual(his.body.proposal.id, first.body.proposal.id);
});

test("whitespace and the order of properties do not make a different package", async () => {
  await using sandbox = await startSandbox();
  const { submissionUrl } = sandbox.datamint;
  const reordered = Object.fromEntries(Object.entries(aPackage()).reverse());
  for (const headers of [{ ...ada, "idempotency-key": "once" }, ben]) {
    assert.equal((await submitTo(submissionUrl, { proposalPackage: aPackage() }, headers)).status, 201);
    const again = await submitTo(submissionUrl, JSON.stringify({ proposalPackage: reordered }, null, 2), headers);
    assert.equal(again.status, 200);
  }
});

test("the digest of an open proposal does not let another content pass", async () => {
  await using sandbox = await startSandbox();
  const { submissionUrl } = sandbox.datamint;
  await submitTo(submissionUrl, { proposalPackage: aPackage() }, ada);
  const tampered = { ...aPackage(), candidate: aPackage({ generatorId: "gift-card" }).candidate };
  const { status, body } = await submitTo(submissionUrl, { proposalPackage: tampered }, ada);
  assert.deepEqual([status, body.code], [422, "digest-mismatch"]);
});

test("twenty requests at once with one key are one proposal with one ballot", async () => {
  await using sandbox = await startSandbox();
  const { submissionUrl } = sandbox.datamint;
  const headers = { ...ada, "idempotency-key": "once" };
  const submit = () => submitTo(submissionUrl, { proposalPackage: aPackage() }, headers);
  const answers = await Promise.all(Array.from({ length: 20 }, submit));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(19).fill(200), 201]);
  for (const { body } of answers) assert.deepEqual(body, answers[0]?.body);
  assert.equal((await get(submissionUrl, ada)).body.proposals.length, 1);
});

test("twenty people may propose one id at once; when it is registered, the next one is refused", async () => {
  await using sandbox = await startSandbox();
  const { datamint } = sandbox;
  const submit = (caller: number) =>
    submitTo(datamint.submissionUrl, { proposalPackage: aPackage() }, { authorization: `Bearer ${caller}` });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, caller) => submit(caller)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(answers.map(({ body }) => body.proposal.ballot.id)).size, 20);
  assert.deepEqual((await get(datamint.registryUrl)).body.pending, [{ id: "loyalty-card" }]);

  datamint.register("loyalty-card");
  const late = await Promise.all(Array.from({ length: 20 }, (_, caller) => submit(20 + caller)));
  for (const { status, body } of late) {
    assert.equal(status, 422);
    assert.partialDeepStrictEqual(body.diagnostics, [{ code: "registry.id-taken", path: "/generatorId" }]);
  }
});

test("a caller that the product does not know is asked for a key, on both routes", async () => {
  const identify = async (authorization: string | undefined) =>
    authorization === ada.authorization ? { id: "ada" } : undefined;
  await using sandbox = await startSandbox({ datamint: { identify } });
  const { submissionUrl } = sandbox.datamint;
  const expected = [
    [{}, "missing-credentials"],
    [ben, "invalid-credentials"],
  ] as const;
  for (const [headers, code] of expected) {
    const answers = [
      await submitTo(submissionUrl, { proposalPackage: aPackage() }, headers),
      await get(submissionUrl, headers),
    ];
    for (const { status, headers: answered, body } of answers) {
      assert.equal(status, 401);
      assert.equal(body.code, code);
      assert.equal(answered.get("www-authenticate"), "Bearer");
    }
  }
  assert.equal((await submitTo(submissionUrl, { proposalPackage: aPackage() }, ada)).status, 201);
});
