import assert from "node:assert/strict";
import { test } from "node:test";
import { aCandidate, anEnvelope, sharedService } from "../service.ts";

const service = sharedService();

test("a valid candidate is told so, with what the verdict rests on", async () => {
  const { headers, json } = await service().call("validateProposal", { body: anEnvelope() });
  assert.equal(headers["cache-control"], "no-store");
  assert.partialDeepStrictEqual(json, { valid: true, counts: { error: 0 }, diagnostics: [], truncated: false });
  assert.partialDeepStrictEqual(json.evidence, {
    engine: { name: "assay" },
    specPackage: { version: "1.0.0", url: service().sandbox.datamint.specPackageUrl },
  });
  assert.equal("proposalPackage" in json, false);
});

test("everything that is wrong comes in one answer, each with a page that explains it", async () => {
  const candidate = aCandidate({ owner: { kind: "agent", id: "a" }, generatorId: "Person_Basic", colour: "red" });
  const { json } = await service().call("validateProposal", { body: anEnvelope({ candidate }) });
  assert.equal(json.valid, false);
  const found = json.diagnostics.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`);
  assert.deepEqual(
    ["field.unknown /colour", "owner.kind-not-allowed /owner/kind", "registry.id-taken /generatorId"].filter(
      (expected) => !found.includes(expected),
    ),
    [],
  );
  for (const { code, docs } of json.diagnostics) {
    assert.equal(docs, `${service().url}/diagnostics/${code}`);
    assert.equal((await fetch(docs, { headers: { connection: "close" } })).status, 200);
  }
});

test("the announced rules are tried, too, where that is asked for", async () => {
  const { json } = await service().call("validateProposal", { body: anEnvelope({ options: { upcoming: true } }) });
  const { json: domains } = await service().call("listDomains");
  assert.equal(json.upcoming?.version, domains.domains[0].nextSpecPackage?.version);
});

test("a body of 65,536 bytes is read, in one piece or in chunks", async () => {
  const body = JSON.stringify(anEnvelope()).padEnd(65_536);
  assert.equal((await service().call("validateProposal", { body })).json.valid, true);
  const headers = { "transfer-encoding": "chunked", "content-length": [] };
  assert.equal((await service().call("validateProposal", { body, headers })).json.valid, true);
});
