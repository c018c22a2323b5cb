import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { metricOf } from "@assay/testing/services/metric-of";
import { anEnvelope, type Called, type Service, startService } from "./service.ts";

/** Tests that a proposal gets no verdict while the target product does not say what the verdict rests on. */
export function testUnavailable(operation: "validateProposal" | "buildProposal"): void {
  test("without rules the answer is 503 spec-package-unavailable", async () => {
    await using service = await startService({
      domain: ({ datamint }) => ({ specPackageUrl: `${datamint.origin}/nothing` }),
    });
    const answer = await service.call(operation, { body: anEnvelope() });
    assert.equal(answer.status, 503);
    assert.partialDeepStrictEqual(answer.json, { code: "spec-package-unavailable", retryable: true });
    await tellsToStop(service, answer);
  });

  for (const mode of ["snapshot", "ranges"] as const) {
    test(`without a registry (${mode}) the answer is 503 registry-unavailable`, async () => {
      await using service = await startService({
        domain: ({ datamint }) => ({ registry: { mode, url: `${datamint.origin}/nothing` } }),
      });
      const answer = await service.call(operation, { body: anEnvelope() });
      assert.equal(answer.status, 503);
      assert.partialDeepStrictEqual(answer.json, { code: "registry-unavailable", retryable: true });
      await tellsToStop(service, answer);
    });
  }

  test("rules that were not confirmed for too long are not judged by", async () => {
    let late = 0;
    // Nothing is refreshed, however long the calls take.
    const sleep = async (_: number, signal: AbortSignal) => void (await once(signal, "abort"));
    await using service = await startService({ now: () => new Date(Date.now() + late), sleep });
    assert.equal((await service.call(operation, { body: anEnvelope() })).status, 200);
    late = 301_000;
    assert.equal((await service.call(operation, { body: anEnvelope() })).json.code, "registry-unavailable");
    late = 3_601_000;
    assert.equal((await service.call(operation, { body: anEnvelope() })).json.code, "spec-package-unavailable");
  });
}

/** The answer, and the list of domains, tell a caller to stop and when to try again. */
async function tellsToStop(service: Service, { headers, json }: Called): Promise<void> {
  const { code, detail, retryAfterSeconds } = json;
  assert.match(detail, /\bStop and try again in \d+ seconds\b/);
  assert.ok(retryAfterSeconds > 0);
  assert.equal(headers["retry-after"], String(retryAfterSeconds));
  const [domain] = (await service.call("listDomains")).json.domains;
  assert.equal(domain.status, "unavailable");
  assert.deepEqual(domain.problem, { code, detail, retryAfterSeconds });
  assert.equal(await metricOf(service.app, 'assay_domain_status{.*,status="unavailable"}'), 1);
}
