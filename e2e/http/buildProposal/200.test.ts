import assert from "node:assert/strict";
import { test } from "node:test";
import { describeProposal } from "@assay/engine";
import { findSpecDomain } from "@assay/testing/candidates/domains";
import { createCandidate, createEnvelope } from "../create-envelope.ts";
import { sharedService } from "../start-service.ts";

const service = sharedService();

test("a valid candidate becomes a package that the product accepts if it is submitted as the answer describes", async () => {
  const { headers, json } = await service().call("buildProposal", { body: createEnvelope() });
  assert.equal(headers["cache-control"], "no-store");
  assert.equal(json.valid, true);
  assert.equal(
    json.ownerReview,
    describeProposal(json.proposalPackage, { spec: findSpecDomain("datamint/generator-option/1.0.0").spec }),
  );
  const { method, url, headers: submissionHeaders, auth, body } = json.submission;
  assert.equal(auth, "bearer");
  assert.equal(url, service().sandbox.datamint.submissionUrl);
  const submitted = await fetch(url, {
    method,
    headers: { ...submissionHeaders, authorization: "Bearer ada", connection: "close" },
    body: JSON.stringify(body).replace(/"<(\w+)>"/g, (_, name: string) => JSON.stringify(json[name])),
  });
  assert.equal(submitted.status, 201, await submitted.text());
});

test("an invalid candidate gets its diagnostics and no package", async () => {
  const candidate = createCandidate({ generatorId: "person-basic" });
  const { json } = await service().call("buildProposal", { body: createEnvelope({ candidate }) });
  assert.partialDeepStrictEqual(json, {
    valid: false,
    diagnostics: [{ code: "registry.id-taken", path: "/generatorId" }],
  });
  assert.equal("proposalPackage" in json || "ownerReview" in json || "submission" in json, false);
});
