import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject, LinkedDiagnostic } from "@assay/contract";
import { applyFix } from "@assay/engine";
import { sharedService } from "../auth/service.ts";
import { aCandidate, anEnvelope } from "../http/service.ts";
import { connectNew } from "./clients.ts";

const service = sharedService();
const { generatorName = null, ...rest } = aCandidate({ supportedStrategies: ["Fast"] });
const draft = { ...rest, generator_name: generatorName };

test("an agent that applies what its tools answer takes a draft to the package that its author meant", async () => {
  await using client = await connectNew(service().url, await service().newKey(), "modern");
  const call = async (name: string, candidate: JsonObject) =>
    (await client.call(name, anEnvelope({ candidate }))).structuredContent;
  const { valid, repair } = await call("validateProposal", draft);
  assert.equal(valid, false);
  const repaired = applyFix(draft, repair.patch);
  assert(repaired.kind === "ok");
  const built = await call("buildProposal", repaired.candidate as JsonObject);
  const meant = await call("buildProposal", aCandidate({ supportedStrategies: ["fast"] }));
  assert.equal(built.proposalPackage.digest, meant.proposalPackage.digest);
});

test("an agent is told to stop and ask where only the owner decides, and offered nothing that writes an owner", async () => {
  await using client = await connectNew(service().url, await service().newKey(), "modern");
  const candidate = { ...draft, owner: { kind: "agent", id: "agt_one" } };
  const { diagnostics, repair } = (await client.call("validateProposal", anEnvelope({ candidate }))).structuredContent;
  const forAPerson = diagnostics.filter(({ needs }: LinkedDiagnostic) => needs === "owner-decision");
  assert.deepEqual(
    forAPerson.map(({ path }: LinkedDiagnostic) => path),
    ["/owner/kind"],
  );
  const applied = applyFix(candidate, repair.patch);
  assert(applied.kind === "ok");
  assert.deepEqual((applied.candidate as JsonObject).owner, candidate.owner);
});
