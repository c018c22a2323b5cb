import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AssayError, createClient } from "@assay/client";
import type { JsonObject } from "@assay/contract";
import { applyFix } from "@assay/engine";
import { bearer, type Service, startService } from "../auth/service.ts";
import { aCandidate } from "../http/service.ts";

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

test("a draft goes from the list of domains to its vote", async () => {
  const key = await service.newKey(await service.owner());
  const assay = createClient({ service: service.url, key, products: [service.sandbox.datamint.origin] });

  const { domains } = await assay.listDomains();
  const [domain = assert.fail("no domain")] = domains;
  assert.equal(domain.status, "ready");
  const { targetProduct, domainId, submissionUrl } = domain;
  assert.deepEqual(await assay.listProposals(submissionUrl), { proposals: [] });

  const { generatorName, ...rest } = aCandidate({ supportedStrategies: ["Fast"] });
  const draft: JsonObject = { ...rest, generator_name: generatorName ?? "" };
  const checked = await assay.validate({ targetProduct, domainId, candidate: draft });
  assert.equal(checked.valid, false);
  const notBuilt = await assay.build({ targetProduct, domainId, candidate: draft });
  assert.deepEqual([notBuilt.valid, notBuilt.proposalPackage], [false, undefined]);

  const repaired = applyFix(draft, checked.repair?.patch ?? []);
  assert(repaired.kind === "ok");
  const candidate = repaired.candidate as JsonObject;
  assert.equal((await assay.validate({ targetProduct, domainId, candidate })).valid, true);
  const built = await assay.build({ targetProduct, domainId, candidate });
  assert(built.valid);
  assert.match(built.ownerReview, /^# Proposal to review/);

  const submitted = await assay.submit(built);
  assert(submitted.valid);
  assert.equal(submitted.created, true);
  assert.equal(submitted.proposal.digest, built.proposalPackage.digest);
  assert.deepEqual(await assay.submit(built), { ...submitted, created: false });
  assert.deepEqual(await assay.listProposals(submissionUrl), { proposals: [submitted.proposal] });

  for (const voter of [key, await service.newKey()]) {
    const headers = { ...bearer(voter), "content-type": "application/json" };
    await fetch(`${submitted.proposal.ballot?.url}/votes`, { method: "POST", headers, body: '{"vote":"yes"}' });
  }
  const { proposals } = await assay.listProposals(submissionUrl);
  assert.deepEqual(
    proposals.map(({ id, state }) => [id, state]),
    [[submitted.proposal.id, "accepted"]],
  );
});

test("a package whose id was taken after it was built is refused with the verdict of the product", async () => {
  const products = [service.sandbox.datamint.origin];
  const assay = createClient({ service: service.url, key: await service.newKey(), products });
  const candidate = aCandidate({ generatorId: "late-card" });
  const built = await assay.build({ targetProduct: "datamint", domainId: "generator-option", candidate });
  assert(built.valid);
  service.sandbox.datamint.register("late-card");
  const refused = await assay.submit(built);
  assert(!refused.valid);
  assert.deepEqual(
    refused.diagnostics.map(({ code, path }) => [code, path]),
    [["registry.id-taken", "/generatorId"]],
  );
});

test("a package of another owner is refused by the product, and stays hers to submit", async () => {
  const products = [service.sandbox.datamint.origin];
  const candidate = aCandidate({ generatorId: "her-card" });
  const ben = createClient({ service: service.url, key: await service.newKey(), products });
  const built = await ben.build({ targetProduct: "datamint", domainId: "generator-option", candidate });
  assert(built.valid);
  await assert.rejects(ben.submit(built), isProblem("not-the-owner", 403));
  assert.deepEqual(await ben.listProposals(service.sandbox.datamint.submissionUrl), { proposals: [] });
  const ada = createClient({ service: service.url, key: await service.newKey(await service.owner()), products });
  assert.partialDeepStrictEqual(await ada.submit(built), { valid: true, created: true });
});

test("problems of the service and of the product are the same kind of error", async () => {
  const products = [service.sandbox.datamint.origin];
  const candidate = aCandidate({ generatorId: "other-card" });
  const request = { targetProduct: "datamint", domainId: "generator-option", candidate };
  const nobody = createClient({ service: service.url, products });
  const stranger = createClient({ service: service.url, products, key: "ai_unknown" });
  const author = createClient({ service: service.url, products, key: await service.newKey() });
  const { submissionUrl } = service.sandbox.datamint;

  await assert.rejects(nobody.validate(request), isProblem("missing-credentials", 401));
  await assert.rejects(stranger.validate(request), isProblem("invalid-credentials", 401));
  await assert.rejects(nobody.listProposals(submissionUrl), isProblem("missing-credentials", 401));
  await assert.rejects(stranger.listProposals(submissionUrl), isProblem("invalid-credentials", 401));
  await assert.rejects(author.validate({ ...request, domainId: "generator-options" }), (error: AssayError) => {
    assert.deepEqual(error.problem?.didYouMean, { targetProduct: "datamint", domainId: "generator-option" });
    return isProblem("unknown-domain", 422)(error);
  });
  const large = { ...request, candidate: { ...candidate, description: "x".repeat(1_000_000) } };
  await assert.rejects(author.validate(large), isProblem("body-too-large", 413));
  const built = await author.build(request);
  assert(built.valid);
  const { proposalPackage } = built;
  const changed = {
    ...built,
    proposalPackage: {
      ...proposalPackage,
      candidate: { ...candidate, description: "Another description than the one that was built." },
    },
  };
  await assert.rejects(author.submit(changed), isProblem("digest-mismatch", 422));
});

function isProblem(code: string, status: number): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof AssayError);
    assert.deepEqual([error.code, error.status, error.retryable], [code, status, false]);
    assert.ok(error.requestId);
    return true;
  };
}
