import assert from "node:assert/strict";
import { test } from "node:test";
import { createCandidate, createEnvelope } from "../create-envelope.ts";
import { sharedService } from "../start-service.ts";

const service = sharedService();

test("the verdict on a valid candidate names the rules and the registry state on which it is based", async () => {
  const { headers, json } = await service().call("validateProposal", { body: createEnvelope() });
  assert.equal(headers["cache-control"], "no-store");
  const { valid, summary, diagnostics, specPackage, registry, ...rest } = json;
  assert.deepEqual([valid, typeof summary, diagnostics], [true, "string", []]);
  assert.deepEqual([specPackage.version, registry.idStatus], ["1.0.0", "free"]);
  // In particular, there is no `caller`, because this service does not use keys.
  assert.deepEqual(
    Object.keys(rest).filter((name) => name !== "skippedRules"),
    [],
  );
});

test("one answer reports every error, and the code of each has a documentation page", async () => {
  const candidate = createCandidate({ owner: { kind: "agent", id: "a" }, generatorId: "Person_Basic", colour: "red" });
  const { json } = await service().call("validateProposal", { body: createEnvelope({ candidate }) });
  assert.equal(json.valid, false);
  const reported = json.diagnostics.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`);
  for (const expected of [
    "field.unknown /colour",
    "owner.kind-not-allowed /owner/kind",
    "registry.id-taken /generatorId",
  ])
    assert.ok(reported.includes(expected), expected);
  for (const { code } of json.diagnostics) {
    const page = await fetch(`${service().url}/diagnostics/${code}`, { headers: { connection: "close" } });
    assert.equal(page.status, 200);
  }
});
