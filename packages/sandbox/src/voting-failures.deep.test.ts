import assert from "node:assert/strict";
import { test } from "node:test";
import { aPackage, get, submitTo } from "../test/packages.ts";
import { type Mood, startUnreliable } from "../test/unreliable.ts";
import { createDatamint } from "./datamint/create-datamint.ts";
import { createVoting } from "./voting/create-voting.ts";

const moods: readonly Mood[] = ["fails", "hangs", "babbles", "loses"];

for (const mood of moods) {
  for (const key of ["once", undefined]) {
    test(`when the voting service ${mood}, a retry ${key ? "with" : "without"} a key opens one ballot`, async () => {
      await using voting = await createVoting();
      await using between = await startUnreliable(voting.origin, mood);
      await using datamint = await createDatamint({
        votingUrl: between.origin,
        ...(mood === "hangs" && { votingTimeoutMs: 2_000 }),
      });
      const submit = () =>
        submitTo(datamint.submissionUrl, { proposalPackage: aPackage() }, key ? { "idempotency-key": key } : {});

      const failed = await submit();
      assert.equal(failed.status, 503);
      assert.equal(failed.headers.get("retry-after"), "1");
      assert.partialDeepStrictEqual(failed.body, {
        code: "voting-unavailable",
        retryable: true,
        retryAfterSeconds: 1,
      });
      const waiting = (await get(datamint.submissionUrl)).body.proposals;
      assert.deepEqual(
        waiting.map(({ state, ballot }: { state: string; ballot?: object }) => [state, ballot]),
        [["awaiting-ballot", undefined]],
      );
      assert.equal((await submit()).status, 503);

      between.mood = "works";
      const accepted = await submit();
      assert.equal(accepted.status, 201);
      assert.equal(accepted.body.proposal.id, waiting[0].id);
      const { proposals } = (await get(datamint.submissionUrl)).body;
      assert.deepEqual(proposals, [accepted.body.proposal]);
      const ballot = await get(`${voting.origin}/ballots/${accepted.body.proposal.ballot.id}`);
      assert.equal(ballot.body.proposalId, waiting[0].id);
    });
  }
}

test("a proposal that waits for its ballot is pending in the registry", async () => {
  await using between = await startUnreliable("http://127.0.0.1:1", "fails");
  await using datamint = await createDatamint({ votingUrl: between.origin });
  await submitTo(datamint.submissionUrl, { proposalPackage: aPackage() });
  assert.deepEqual((await get(datamint.registryUrl)).body.pending, [{ id: "loyalty-card" }]);
});

test("nothing of an invalid submission reaches the voting service, nor is it recorded", async () => {
  await using between = await startUnreliable("http://127.0.0.1:1", "fails");
  await using datamint = await createDatamint({ votingUrl: between.origin });
  const refused = await submitTo(datamint.submissionUrl, {
    proposalPackage: aPackage({ generatorId: "person-basic" }),
  });
  assert.equal(refused.status, 422);
  assert.deepEqual((await get(datamint.submissionUrl)).body.proposals, []);
});

test("twenty retries at once after a failure get one ballot", async () => {
  await using voting = await createVoting();
  await using between = await startUnreliable(voting.origin, "loses");
  await using datamint = await createDatamint({ votingUrl: between.origin });
  const submit = () => submitTo(datamint.submissionUrl, { proposalPackage: aPackage() }, { "idempotency-key": "once" });
  assert.equal((await submit()).status, 503);
  between.mood = "works";
  const answers = await Promise.all(Array.from({ length: 20 }, submit));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(19).fill(200), 201]);
  assert.equal(new Set(answers.map(({ body }) => body.proposal.ballot.id)).size, 1);
});
