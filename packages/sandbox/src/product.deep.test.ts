import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import type { Json, JsonObject } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import { createCandidate, createPackage, findSpec, forgePackage, get, submitTo } from "../test/proposal-packages.ts";
import { engine } from "./engine.ts";
import { readDatamintRules } from "./product/rules.ts";
import { startSandbox } from "./start-sandbox.ts";

// Shared by the tests that record nothing.
const sandbox = await startSandbox();
after(() => sandbox[Symbol.asyncDispose]());

const ada = { authorization: "Bearer ada" };
const adaWithKey = { ...ada, "idempotency-key": "once" };

for (const [vote, state] of [
  ["yes", "accepted"],
  ["no", "rejected"],
] as const) {
  test(`a recorded proposal is ${state} after two ${vote} votes`, async () => {
    await using fresh = await startSandbox();
    const { submissionUrl, registryUrl } = fresh.datamint;
    const { status, body } = await submitTo(submissionUrl, { proposalPackage: createPackage() }, ada);
    assert.equal(status, 201);
    const { ballot } = body.proposal;
    const open = (await get(ballot.url)).body;
    assert.partialDeepStrictEqual(open, { title: "loyalty-card", state: "open" });
    assert.match(JSON.stringify(open.review), /loyalty-card/);
    assert.deepEqual((await get(registryUrl)).body.pending, [{ id: "loyalty-card" }]);
    for (const voter of ["dora", "dora", "emil"])
      await submitTo(`${ballot.url}/votes`, JSON.stringify({ vote }), { authorization: `Bearer ${voter}` });
    assert.partialDeepStrictEqual((await get(ballot.url)).body, { state });
    assert.partialDeepStrictEqual((await get(submissionUrl, ada)).body.proposals, [{ state }]);
    const { entries, pending } = (await get(registryUrl)).body;
    assert.deepEqual(pending, []);
    assert.equal(JSON.stringify(entries).includes("loyalty-card"), state === "accepted");
  });
}

const { specPackage, ...incompletePackage } = createPackage();
const member = `"proposalPackage":${JSON.stringify(createPackage())}`;
const refusals: readonly (readonly [title: string, body: Json | object | string, status: number, code: string])[] = [
  ["a package built under rules that are only announced", createPackage({}, "2.0.0"), 422, "unknown-spec-package"],
  [
    "a package built under rules that were never published",
    forgePackage({ specPackage: { ...specPackage, version: "1.0.1" } }),
    422,
    "unknown-spec-package",
  ],
  ["a changed digest", { ...createPackage(), digest: `sha256:${"0".repeat(64)}` }, 422, "digest-mismatch"],
  [
    "a package whose candidate is not normalized",
    forgePackage({ candidate: createCandidate({ generatorName: " Card " }) }),
    422,
    "not-normalized",
  ],
  ["a package for a different domain", forgePackage({ domainId: "other" }), 422, "unknown-spec-package"],
  ["a package without its spec package", incompletePackage, 422, "invalid-package"],
  ["a body with an unknown member", `{${member},"more":1}`, 422, "invalid-envelope"],
  ["a body that is not JSON", "{", 400, "malformed-json"],
  ["a body with two packages", `{${member},${member}}`, 400, "ambiguous-json"],
  ["a body that is too large", `{"proposalPackage":"${"x".repeat(196_608)}"}`, 413, "body-too-large"],
];
for (const [title, content, status, code] of refusals) {
  test(`refuses ${title} as ${code}`, async () => {
    const body = typeof content === "string" ? content : { proposalPackage: content as Json };
    const answer = await submitTo(sandbox.datamint.submissionUrl, body);
    assert.deepEqual([answer.status, answer.body.code], [status, code]);
    assert.match(answer.headers.get("content-type") ?? "", /^application\/problem\+json/);
  });
}

test("refuses a submission with the content type of a form, which is curl's default", async () => {
  const form = { ...ada, "content-type": "application/x-www-form-urlencoded" };
  assert.equal((await submitTo(sandbox.datamint.submissionUrl, "{}", form)).status, 415);
});

test("refuses a package built under earlier rules as spec-package-changed", async () => {
  await using fresh = await startSandbox();
  fresh.datamint.publish(readDatamintRules("2.0.0"));
  const refused = await submitTo(fresh.datamint.submissionUrl, { proposalPackage: createPackage() });
  assert.equal(refused.body.code, "spec-package-changed");
});

test("answers a forged package that has a valid digest with the same verdict as Assay", async () => {
  const { registryUrl, submissionUrl } = sandbox.datamint;
  const registry = registryFromSnapshot((await get(registryUrl)).body);
  const candidates: readonly JsonObject[] = [
    createCandidate({ owner: { kind: "agent", id: "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27" } }),
    createCandidate({ generatorId: "person-basic" }),
    JSON.parse('{"__proto__": {"owner": 1}, "constructor": []}'),
  ];
  for (const candidate of candidates) {
    const verdict = engine.validate({ spec: findSpec(), registry, candidate });
    const { status, body } = await submitTo(submissionUrl, { proposalPackage: forgePackage({ candidate }) });
    assert.deepEqual([status, body], [422, JSON.parse(JSON.stringify(verdict))]);
  }
});

test("records one proposal per Idempotency-Key, which is bound to its caller and package", async () => {
  await using fresh = await startSandbox();
  const { submissionUrl } = fresh.datamint;
  const submit = (headers = adaWithKey, generatorId = "loyalty-card") =>
    submitTo(submissionUrl, { proposalPackage: createPackage({ generatorId }) }, headers);
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit()));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(19).fill(200), 201]);
  for (const { body } of answers) assert.deepEqual(body, answers[0]?.body);
  assert.equal((await submit(adaWithKey, "gift-card")).body.code, "idempotency-conflict");
  assert.equal((await submit({ ...adaWithKey, authorization: "Bearer ben" }, "gift-card")).status, 201);
});

test("runs a product with any spec package, and refuses to publish a broken spec package", async () => {
  const document = JSON.parse(
    readFileSync(new URL("../../../examples/smallest-spec-package/spec-package.json", import.meta.url), "utf8"),
  );
  const specPackage = Buffer.from(JSON.stringify(document));
  await using fresh = await startSandbox({ datamint: { specPackage } });
  const fetchCurrent = async () => (await get(fresh.datamint.specPackageUrl)).body;
  assert.deepEqual(await fetchCurrent(), document);
  assert.throws(() => fresh.datamint.publish(Buffer.from(JSON.stringify({ ...document, title: 1 }))), /\/title/);
  assert.deepEqual(await fetchCurrent(), document);
  fresh.datamint.publish(Buffer.from(JSON.stringify({ ...document, version: "1.0.1" })));
  assert.equal((await fetchCurrent()).version, "1.0.1");
});

test("gives an id to the first accepted proposal, and rejects a later proposal for the same id", async () => {
  await using fresh = await startSandbox();
  const { submissionUrl } = fresh.datamint;
  const ballots: string[] = [];
  for (const description of [
    "Members of a loyalty program, with points.",
    "Members of a loyalty program, with tiers.",
  ]) {
    const proposalPackage = createPackage({ description });
    ballots.push((await submitTo(submissionUrl, { proposalPackage }, ada)).body.proposal.ballot.url);
  }
  for (const ballot of ballots)
    for (const voter of ["dora", "emil"])
      await submitTo(`${ballot}/votes`, '{"vote":"yes"}', { authorization: `Bearer ${voter}` });
  const { proposals } = (await get(submissionUrl, ada)).body;
  assert.partialDeepStrictEqual(proposals, [{ state: "accepted" }, { state: "rejected", reason: "registry.id-taken" }]);
});

test("a ballot waits until its owner has signed in and confirmed it, and an agent with the owner's key cannot", async () => {
  await using fresh = await startSandbox({ identity: true, asksOwner: true });
  const { datamint, identity } = fresh;
  const { owner } = createCandidate() as { readonly owner: { readonly id: string } };
  const ada = await identity.createPerson("Ada", owner.id);
  const ben = await identity.createPerson("Ben");
  const { key } = await identity.createKey(ada);
  const authorization = { authorization: `Bearer ${key}` };
  const submit = () => submitTo(datamint.submissionUrl, { proposalPackage: createPackage() }, authorization);
  const { status, body } = await submit();
  const { url } = body.proposal.ballot;
  assert.deepEqual([status, body.proposal.state, (await submit()).status], [201, "awaiting-owner", 200]);
  const readState = async () => [(await get(url)).body.state, (await get(datamint.registryUrl)).body.pending.length];
  const voted = await submitTo(`${url}/votes`, '{"vote":"yes"}', authorization);
  assert.deepEqual([voted.status, voted.body.code], [409, "ballot-closed"]);
  const confirm = async (email: string, password: string) => {
    const form = new URLSearchParams({ email, password });
    const headers = { accept: "text/html", ...authorization };
    return (await fetch(`${url}/confirmation`, { method: "POST", body: form, headers, redirect: "manual" })).status;
  };
  for (const [email, password] of [
    [ada.email, "wrong"],
    [ada.email, key],
    [ben.email, ben.password],
    ["", ""],
  ] as const)
    assert.equal(await confirm(email, password), 403);
  assert.deepEqual(await readState(), ["awaiting-owner", 0]);
  assert.equal(await confirm(ada.email, ada.password), 303);
  assert.deepEqual(await readState(), ["open", 1]);
  for (const person of [ada, ben]) {
    const voter = await identity.createKey(person);
    await submitTo(`${url}/votes`, '{"vote":"no"}', { authorization: `Bearer ${voter.key}` });
  }
  assert.equal(await confirm(ada.email, ada.password), 303);
  assert.equal((await submit()).body.proposal.state, "awaiting-owner");
  assert.deepEqual(await readState(), ["rejected", 0]);
});
