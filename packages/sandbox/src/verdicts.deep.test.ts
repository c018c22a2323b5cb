import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type Json, type JsonObject, limits, type Verdict } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import { aCandidate, aPackage, aSpec, forged, get, submitTo } from "../test/packages.ts";
import { engine } from "./engine.ts";
import { startSandbox } from "./start-sandbox.ts";

const sandbox = await startSandbox();
after(() => sandbox[Symbol.asyncDispose]());
const { datamint } = sandbox;

/** Mistakes of every kind that a candidate can have, none of them known to Datamint beforehand. */
const broken: { readonly [title: string]: JsonObject } = {
  "an agent as owner": aCandidate({ owner: { kind: "agent", id: "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27" } }),
  "an id that is taken": aCandidate({ generatorId: "person-basic" }),
  "a retired id": aCandidate({ generatorId: "order-history" }),
  "an id of the wrong form": aCandidate({ generatorId: "Loyalty Card" }),
  "several mistakes": aCandidate({ generatorName: "x", supportedStrategies: ["quick", "fast"], colour: "green" }),
  "a sample of the wrong type": aCandidate({ sampleRecords: [{ member: 1, age: "36", joined: "x", active: null }] }),
  "members with names of JavaScript": JSON.parse('{"__proto__": {"owner": 1}, "constructor": []}'),
  nothing: {},
};

for (const [title, candidate] of Object.entries(broken)) {
  test(`a forged package with a right digest gets the verdict that Assay gives: ${title}`, async () => {
    const registry = registryFromSnapshot((await get(datamint.registryUrl)).body);
    const verdict = engine.validate({ spec: aSpec(), registry, candidate });
    const { status, headers, body } = await submitTo(datamint.submissionUrl, {
      proposalPackage: forged({ candidate }),
    });
    assert.equal(status, 422);
    assert.equal(headers.get("content-type"), "application/json; charset=utf-8");
    assert.deepEqual(places(body), places(verdict));
    assert.deepEqual(body, JSON.parse(JSON.stringify(verdict)));
  });
}

test("a candidate may nest as deep as Assay reads it, and no deeper", async () => {
  // The body, the package and the candidate are three levels; Assay has the body and the candidate.
  const deepest = limits.bodyDepth - 2;
  const at = (depth: number) => forged({ candidate: { deep: nested(depth) } });
  const judged = await submitTo(datamint.submissionUrl, { proposalPackage: at(deepest) });
  assert.equal(judged.status, 422);
  assert.equal(judged.body.valid, false);
  const deeper = await submitTo(datamint.submissionUrl, { proposalPackage: at(deepest + 1) });
  assert.equal(deeper.status, 400);
  assert.equal(deeper.body.code, "json-too-deep");
});

test("an id that was taken after the build is the verdict's business", async () => {
  await using own = await startSandbox();
  const proposalPackage = aPackage();
  own.datamint.register("Loyalty_Card", "reserved");
  const { status, body } = await submitTo(own.datamint.submissionUrl, { proposalPackage });
  assert.equal(status, 422);
  assert.deepEqual(places(body), ["registry.id-taken /generatorId"]);
});

test("a Datamint that overlooks one check accepts what only that check refuses", async () => {
  await using weak = await startSandbox({ datamint: { withoutCheck: "owner.kind-not-allowed" } });
  const owner = { kind: "agent", id: "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27" };
  const submit = (members: JsonObject) =>
    submitTo(weak.datamint.submissionUrl, { proposalPackage: forged({ candidate: aCandidate(members) }) });
  assert.equal((await submit({ owner })).status, 201);
  const other = await submit({ owner, generatorId: "person-basic" });
  assert.equal(other.status, 422);
  assert.deepEqual(places(other.body), ["registry.id-taken /generatorId"]);
  assert.equal(other.body.counts.error, 1);
});

function places({ diagnostics }: Pick<Verdict, "diagnostics">): readonly string[] {
  return diagnostics.map(({ code, path }) => `${code} ${path}`);
}

function nested(depth: number): Json {
  return depth === 0 ? 1 : [nested(depth - 1)];
}
