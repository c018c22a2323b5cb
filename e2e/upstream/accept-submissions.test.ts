import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { createEngine, describeProposal, registryFromSnapshot } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { idn } from "@assay/engine/idn";

// The code of docs/guides/accept-submissions.md, run as it is there.
const root = join(import.meta.dirname, "../..");
const guide = readFileSync(join(root, "docs/guides/accept-submissions.md"), "utf8");
const engine = createEngine({ sha256: (text) => hash("sha256", text), cel, idn });
const candidate: JsonObject = JSON.parse(
  readFileSync(join(root, "packages/contract/cases/candidates/loyalty-card.json"), "utf8"),
);
const empty = registryFromSnapshot({ revision: "1", entries: [], pending: [] });
const spec = compiled("1.0.0");

interface Answer {
  readonly status: number;
  readonly body: JsonObject & { readonly proposal?: JsonObject; readonly code?: string };
}
type AcceptSubmission = (request: object, product: object) => Promise<Answer>;
let acceptSubmission: AcceptSubmission;

before(async () => {
  const [, code = ""] = /```js\n(\/\/ submissions\.mjs\n[\s\S]*?)```/.exec(guide) ?? [];
  const file = join(import.meta.dirname, `submissions-${process.pid}.mjs`);
  writeFileSync(file, code);
  try {
    ({ acceptSubmission } = await import(file));
  } finally {
    rmSync(file);
  }
});

test("a package is recorded once, however often and under whichever key it is sent", async () => {
  const first = await submit("ada", built("ada"));
  assert.equal(first.status, 201);
  const { digest } = built("ada");
  assert.partialDeepStrictEqual(first.body.proposal, { state: "in-ballot", generatorId: "loyalty-card", digest });
  assert.deepEqual(first.body.proposal?.ballot, { review: describeProposal(built("ada")) });
  for (const idempotencyKey of ["once", "another", undefined]) {
    const again = await submit("ada", built("ada"), { idempotencyKey });
    assert.deepEqual([again.status, again.body], [200, first.body]);
  }
  assert.equal((await submit("ben", built("ben"))).status, 201);
});

test("a package of another owner is refused, recorded or not, and the owner can still submit it", async () => {
  for (const status of [201, 200]) {
    const refused = await submit("ben", built("hana"), { idempotencyKey: "bens" });
    assert.deepEqual([refused.status, refused.body.code], [403, "not-the-owner"]);
    for (const id of ["hana", "ben"]) assert.ok(String(refused.body.detail).includes(`"${id}"`));
    assert.equal((await submit("hana", built("hana"))).status, status);
  }
  const changed = await submit("ben", { ...built("hana"), digest: built("ben").digest }, { idempotencyKey: "bens" });
  assert.deepEqual([changed.status, changed.body.code], [422, "changed-after-build"]);
});

test("a key that was used with another package is a conflict", async () => {
  assert.equal((await submit("cleo", built("cleo"))).status, 201);
  const other = await submit("cleo", built("cleo", { generatorId: "gift-card" }));
  assert.deepEqual([other.status, other.body.code], [409, "idempotency-conflict"]);
});

test("what is not valid now, built under other rules or changed after the build is refused, and spends no key", async () => {
  const taken = registryFromSnapshot({
    revision: "2",
    entries: [{ id: "loyalty-card", state: "active" }],
    pending: [],
  });
  const invalid = await submit("dora", built("dora"), {}, { registry: taken });
  assert.equal(invalid.status, 422);
  assert.partialDeepStrictEqual(invalid.body, { valid: false, diagnostics: [{ code: "registry.id-taken" }] });
  const old = await submit("dora", built("dora"), {}, { spec: compiled("2.0.0") });
  assert.deepEqual([old.status, old.body.code], [422, "spec-package-changed"]);
  const dorasOwn = built("dora");
  const renamed = { ...dorasOwn, candidate: { ...dorasOwn.candidate, generatorName: "Another name" } };
  for (const wrong of [renamed, {}, null, "text"]) {
    const refused = await submit("dora", wrong);
    assert.deepEqual([refused.status, refused.body.code], [422, "changed-after-build"]);
  }
  assert.equal((await submit("dora", built("dora"))).status, 201);
});

test("of simultaneous requests, one is told that it created the proposal", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit("gil", built("gil"))));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(19).fill(200), 201]);
  assert.equal(new Set(answers.map(({ body }) => body.proposal?.id)).size, 1);
});

test("a body that is not JSON is refused", async () => {
  const request = { caller: "emil", body: Buffer.from("{") };
  const { status, body } = await acceptSubmission(request, { engine, spec, registry: empty });
  assert.deepEqual([status, body.code], [400, "malformed-json"]);
});

test("when the ballot cannot be opened, the same request again opens it for the same proposal", async () => {
  const opened: string[] = [];
  const openBallot = async (id: string) => {
    opened.push(id);
    if (opened.length === 1) throw new Error("The voting service is unavailable.");
    return {};
  };
  assert.equal((await submit("fay", built("fay"), {}, { openBallot })).status, 503);
  const { status, body } = await submit("fay", built("fay"), {}, { openBallot });
  assert.equal(status, 201);
  assert.deepEqual(opened, [body.proposal?.id, body.proposal?.id]);
});

function submit(caller: string, proposalPackage: unknown, request = {}, product = {}): Promise<Answer> {
  // As it comes over the wire.
  const body = Buffer.from(JSON.stringify({ proposalPackage }));
  const openBallot = async (_id: string, review: string) => ({ review });
  return acceptSubmission(
    { caller, idempotencyKey: "once", body, ...request },
    { engine, spec, registry: empty, openBallot, ...product },
  );
}

function built(owner: string, members: JsonObject = {}) {
  const changed = { ...candidate, owner: { kind: "human", id: owner }, ...members };
  const { proposalPackage, verdict } = engine.build({ spec, registry: empty, candidate: changed });
  assert(proposalPackage, verdict.summary);
  return proposalPackage;
}

function compiled(version: string) {
  const file = `packages/contract/spec-packages/datamint/generator-option/${version}.json`;
  const answer = engine.compileSpec(readFileSync(join(root, file)));
  assert(answer.kind === "ok");
  return answer.spec;
}
