import assert from "node:assert/strict";
import { type Json, limits } from "@assay/contract";
import { mostlyValid } from "@assay/testing/candidates/arbitrary-candidates";
import { figure } from "@assay/testing/figure";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { anEnvelope, type Service } from "./service.ts";

const anyObject = fc.dictionary(
  fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("owner", "generatorId", "outputFields", "sampleRecords")),
  fc.jsonValue({ maxDepth: 8, stringUnit: "grapheme" }) as fc.Arbitrary<Json>,
);
const anyCandidate: fc.Arbitrary<Json> = fc
  .oneof(anyObject, mostlyValid, fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>)
  .filter((candidate) => Buffer.byteLength(JSON.stringify(candidate)) < limits.bodyBytes - 200);

/** Sends random values as candidates, most of them objects: each gets a verdict. */
export async function checkAnyCandidate(
  service: Service,
  operation: "validateProposal" | "buildProposal",
): Promise<void> {
  let verdicts = 0;
  const property = fc.asyncProperty(anyCandidate, async (candidate) => {
    const { status, json } = await service.call(operation, { body: anEnvelope({ candidate }) });
    assert.equal(status, 200);
    assert.equal(json.valid, json.counts.error === 0);
    assert.equal("proposalPackage" in json, operation === "buildProposal" && json.valid);
    verdicts += 1;
  });
  await fc.assert(property, propertyRuns());
  figure(`${operation}: random candidates that got a verdict`, verdicts, `all of ${propertyRuns().numRuns}`);
}
