import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@assay/client";
import type { OperationId, ProblemCode } from "@assay/contract";
import { metricOf } from "@assay/testing/services/metric-of";
import { anEnvelope, type Service, startService } from "./service.ts";

const operations = ["validateProposal", "buildProposal"] as const satisfies readonly OperationId[];

test("without rules the answer is 503 spec-package-unavailable", async () => {
  await using service = await startService({
    domain: ({ datamint }) => ({ specPackageUrl: `${datamint.origin}/nothing` }),
  });
  await tellsToStop(service, "spec-package-unavailable");
  const { domains } = (await service.call("listDomains")).json;
  for (const member of ["specPackage", "candidateSchemaUrl"]) assert.equal(member in domains[0], false, member);
  assert.deepEqual((await createClient({ service: service.url }).listDomains()).domains, domains);
});

test("without a registry the answer is 503 registry-unavailable", async () => {
  await using service = await startService({
    domain: ({ datamint }) => ({ registry: { url: `${datamint.origin}/nothing` } }),
  });
  await tellsToStop(service, "registry-unavailable");
});

/** The answers, and the list of domains, tell a caller to stop and when to try again. */
async function tellsToStop(service: Service, expected: ProblemCode): Promise<void> {
  for (const operation of operations) {
    const { status, headers, json } = await service.call(operation, { body: anEnvelope() });
    const { code, detail, retryable, retryAfterSeconds } = json;
    assert.deepEqual([status, code, retryable], [503, expected, true], operation);
    assert.match(detail, /\bStop and try again in \d+ seconds\b/);
    assert.ok(retryAfterSeconds > 0);
    assert.equal(headers["retry-after"], String(retryAfterSeconds));
    const [domain] = (await service.call("listDomains")).json.domains;
    assert.equal(domain.status, "unavailable");
    assert.deepEqual(domain.problem, { code, detail, retryAfterSeconds });
  }
  assert.equal(await metricOf(service.app, 'assay_domain_status{.*,status="unavailable"}'), 1);
}
