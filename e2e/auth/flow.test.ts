import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { BuildResult, JsonObject } from "@assay/contract";
import { aCandidate, anEnvelope } from "../http/service.ts";
import { bearer, type Service, startService } from "./service.ts";

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

test("with one key of the identity service a draft goes from the list of domains to its ballot", async () => {
  const ada = await service.owner();
  const headers = bearer(await service.newKey(ada));

  const open = await service.call("listDomains");
  const known = await service.call("listDomains", { headers });
  assert.deepEqual([open.status, known.status], [200, 200]);
  assert.deepEqual(known.json, { ...open.json, caller: { subject: ada.id } });
  const [{ targetProduct, domainId, submissionUrl }] = known.json.domains;

  const draft = aCandidate({ owner: { ...(aCandidate().owner as JsonObject), kind: "agent" } });
  const refused = await service.call("validateProposal", {
    headers,
    body: { targetProduct, domainId, candidate: draft },
  });
  assert.equal(refused.status, 200);
  assert.equal(refused.json.valid, false);
  assert.partialDeepStrictEqual(refused.json.diagnostics, [{ code: "owner.kind-not-allowed", path: "/owner/kind" }]);

  const repaired = { targetProduct, domainId, candidate: aCandidate() };
  assert.equal((await service.call("validateProposal", { headers, body: repaired })).json.valid, true);
  const { json } = await service.call("buildProposal", { headers, body: repaired });
  const { submission } = json as BuildResult;
  assert.equal(submission?.url, submissionUrl);
  assert.match(submission?.credential ?? "", /the key of this call/);

  assert.equal((await submit(json)).status, 401);
  const submitted = await submit(json, headers);
  assert.equal(submitted.status, 201);
  const { proposal } = (await submitted.json()) as Submitted;
  assert.equal(proposal.digest, json.proposalPackage.digest);
  const ballot = await fetch(proposal.ballot.url);
  assert.equal(ballot.status, 200);
  assert.partialDeepStrictEqual(await ballot.json(), { id: proposal.id });

  const callers = service.logged("call").map(({ caller, callerId }) => [caller, callerId]);
  assert.deepEqual(callers, [[undefined, undefined], ...Array(4).fill(["key", ada.id])]);
});

test("two callers with one Idempotency-Key see only their own proposals", async () => {
  const people = await Promise.all(["Ben", "Cleo"].map((name) => service.identity.createPerson(name)));
  const outcomes = [];
  for (const [index, person] of people.entries()) {
    const key = bearer(await service.newKey(person));
    const owner = { kind: "human", id: person.id };
    const candidate = aCandidate({ owner, generatorId: index === 0 ? "gift-card" : "travel-card" });
    const { json } = await service.call("buildProposal", { headers: key, body: anEnvelope({ candidate }) });
    const headers = { ...key, "idempotency-key": "one-for-both" };
    const submitted = await submit(json, headers);
    const { proposal } = (await submitted.json()) as Submitted;
    outcomes.push({ headers, status: submitted.status, proposal, digest: json.proposalPackage.digest });
  }
  assert.notEqual(outcomes[0]?.proposal.id, outcomes[1]?.proposal.id);
  for (const { headers, status, proposal, digest } of outcomes) {
    assert.deepEqual([status, proposal.digest], [201, digest]);
    const { proposals } = (await (await fetch(service.sandbox.datamint.submissionUrl, { headers })).json()) as {
      readonly proposals: readonly unknown[];
    };
    assert.deepEqual(proposals, [proposal]);
  }
});

interface Submitted {
  readonly proposal: { readonly id: string; readonly digest: string; readonly ballot: { readonly url: string } };
}

function submit({ submission, proposalPackage }: BuildResult, headers: { readonly [name: string]: string } = {}) {
  assert.ok(submission && proposalPackage);
  const usual = Object.fromEntries(
    Object.entries(submission.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return fetch(submission.url, {
    method: submission.method,
    headers: { ...usual, ...headers },
    body: JSON.stringify({ proposalPackage }),
  });
}
