import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { anEnvelope, startService } from "./service.ts";

/** Tests that a proposal gets no verdict while the target product does not say what the verdict rests on. */
export function testUnavailable(operation: "validateProposal" | "buildProposal"): void {
  test("without rules the answer is 503 spec-package-unavailable", async () => {
    await using service = await startService({
      domain: ({ datamint }) => ({ specPackageUrl: `${datamint.origin}/nothing` }),
    });
    const { status, json } = await service.call(operation, { body: anEnvelope() });
    assert.equal(status, 503);
    assert.partialDeepStrictEqual(json, { code: "spec-package-unavailable", retryable: true });
    assert.ok(json.retryAfterSeconds > 0);
  });

  for (const mode of ["snapshot", "ranges"] as const) {
    test(`without a registry (${mode}) the answer is 503 registry-unavailable`, async () => {
      await using service = await startService({
        domain: ({ datamint }) => ({ registry: { mode, url: `${datamint.origin}/nothing` } }),
      });
      const { status, json } = await service.call(operation, { body: anEnvelope() });
      assert.equal(status, 503);
      assert.partialDeepStrictEqual(json, { code: "registry-unavailable", retryable: true });
      assert.ok(json.retryAfterSeconds > 0);
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
