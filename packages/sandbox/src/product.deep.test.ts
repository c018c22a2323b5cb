import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import type { Json, JsonObject } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import { createCandidate, createPackage, findSpec, forgePackage, get, submitTo } from "../test/packages.ts";
import { engine } from "./engine.ts";
import { readDatamintRules } from "./product/rules.ts";
import { startSandbox } from "./start-sandbox.ts";

// For tests that record nothing.
const sandbox = await startSandbox();
after(() => sandbox[Symbol.asyncDispose]());

const ada = { authorization: "Bearer ada" };
const once = { ...ada, "idempotency-key": "once" };

for (const [what, state] of [
  ["yes", "accepted"],
  ["no", "rejected"],
] as const) {
  test(`a built package is recorded, and two votes for ${what} decide what becomes of its id`, async () => {
    await using own = await startSandbox();
    const { submissionUrl, registryUrl } = own.datamint;
    const { status, body } = await submitTo(submissionUrl, { proposalPackage: createPackage() }, ada);
    assert.equal(status, 201);
    const { ballot } = body.proposal;
    const open = (await get(ballot.url)).body;
    assert.partialDeepStrictEqual(open, { title: "loyalty-card", state: "open" });
    assert.match(JSON.stringify(open.review), /loyalty-card/);
    assert.deepEqual((await get(registryUrl)).body.pending, [{ id: "loyalty-card" }]);
    for (const voter of ["dora", "dora", "emil"])
      await submitTo(`${ballot.url}/votes`, JSON.stringify({ vote: what }), { authorization: `Bearer ${voter}` });
    assert.partialDeepStrictEqual((await get(ballot.url)).body, { state });
    assert.partialDeepStrictEqual((await get(submissionUrl, ada)).body.proposals, [{ state }]);
    const { entries, pending } = (await get(registryUrl)).body;
    assert.deepEqual(pending, []);
    assert.equal(JSON.stringify(entries).includes("loyalty-card"), state === "accepted");
  });
}

const { specPackage, ...rest } = createPackage();
const text = JSON.stringify(createPackage());
const refusals: readonly (readonly [title: string, body: Json | object | string, status: number, code: string])[] = [
  ["a package under rules that are only announced", createPackage({}, "2.0.0"), 422, "unknown-spec-package"],
  [
    "one under rules nobody published",
    forgePackage({ specPackage: { ...specPackage, version: "1.0.1" } }),
    422,
    "unknown-spec-package",
  ],
  ["a wrong digest", { ...createPackage(), digest: `sha256:${"0".repeat(64)}` }, 422, "digest-mismatch"],
  [
    "a candidate that is not as a build leaves it",
    forgePackage({ candidate: createCandidate({ generatorName: " Card " }) }),
    422,
    "not-normalized",
  ],
  ["a package for another domain", forgePackage({ domainId: "other" }), 422, "unknown-spec-package"],
  ["a package without a member", rest, 422, "invalid-package"],
  ["a body with another member", `{"proposalPackage":${text},"more":1}`, 422, "invalid-envelope"],
  ["a body that is not JSON", "{", 400, "malformed-json"],
  ["a body with two packages", `{"proposalPackage":${text},"proposalPackage":${text}}`, 400, "ambiguous-json"],
  ["a body that is too large", `{"proposalPackage":"${"x".repeat(196_608)}"}`, 413, "body-too-large"],
];
for (const [title, what, status, code] of refusals) {
  test(`${title} is refused as a problem`, async () => {
    const body = typeof what === "string" ? what : { proposalPackage: what as Json };
    const answer = await submitTo(sandbox.datamint.submissionUrl, body);
    assert.deepEqual([answer.status, answer.body.code], [status, code]);
    assert.match(answer.headers.get("content-type") ?? "", /^application\/problem\+json/);
  });
}

test("a submission is not a form, which curl sends unless it is told otherwise", async () => {
  const form = { ...ada, "content-type": "application/x-www-form-urlencoded" };
  assert.equal((await submitTo(sandbox.datamint.submissionUrl, "{}", form)).status, 415);
});

test("a package built under the rules before gets a problem of its own", async () => {
  await using own = await startSandbox();
  own.datamint.publish(readDatamintRules("2.0.0"));
  const refused = await submitTo(own.datamint.submissionUrl, { proposalPackage: createPackage() });
  assert.equal(refused.body.code, "spec-package-changed");
});

test("a forged package with a right digest gets the verdict that Assay gives", async () => {
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

test("twenty requests at once with one key are one proposal; the key belongs to its caller and to one package", async () => {
  await using own = await startSandbox();
  const { submissionUrl } = own.datamint;
  const submit = (headers = once, generatorId = "loyalty-card") =>
    submitTo(submissionUrl, { proposalPackage: createPackage({ generatorId }) }, headers);
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit()));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(19).fill(200), 201]);
  for (const { body } of answers) assert.deepEqual(body, answers[0]?.body);
  assert.equal((await submit(once, "gift-card")).body.code, "idempotency-conflict");
  assert.equal((await submit({ ...once, authorization: "Bearer ben" }, "gift-card")).status, 201);
});

test("rules of any trade make a product, and broken ones do not replace them", async () => {
  const document = JSON.parse(
    readFileSync(new URL("../../../examples/smallest-spec-package/spec-package.json", import.meta.url), "utf8"),
  );
  const specPackage = Buffer.from(JSON.stringify(document));
  await using own = await startSandbox({ datamint: { specPackage } });
  const fetchCurrent = async () => (await get(own.datamint.specPackageUrl)).body;
  assert.deepEqual(await fetchCurrent(), document);
  assert.throws(() => own.datamint.publish(Buffer.from(JSON.stringify({ ...document, title: 1 }))), /\/title/);
  assert.deepEqual(await fetchCurrent(), document);
  own.datamint.publish(Buffer.from(JSON.stringify({ ...document, version: "1.0.1" })));
  assert.equal((await fetchCurrent()).version, "1.0.1");
});

test("of two proposals for one id, the first that is accepted gets it", async () => {
  await using own = await startSandbox();
  const { submissionUrl } = own.datamint;
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
