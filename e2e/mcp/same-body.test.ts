import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, limits, mcpDefaults } from "@assay/contract";
import { mostlyValid } from "@assay/testing/candidates/arbitrary-candidates";
import { figure } from "@assay/testing/figure";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { bearer, sharedService } from "../auth/service.ts";
import { aCandidate, anEnvelope } from "../http/service.ts";
import { modern, post, toolCall } from "./rpc.ts";

let key: string;
const service = sharedService(async ({ newKey }) => {
  key = await newKey();
});

const anyName = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("__proto__", "constructor", "toString"));
const anyObject = fc.dictionary(anyName, fc.jsonValue({ maxDepth: 6, stringUnit: "grapheme" }));
const candidates = fc
  .oneof(
    { arbitrary: mostlyValid, weight: 3 },
    { arbitrary: anyObject, weight: 1 },
    // Over MCP a string that begins like an object is read as one.
    { arbitrary: fc.constantFrom<Json>(null, true, 7, "draft", [], [{}]), weight: 1 },
  )
  .filter((candidate) => Buffer.byteLength(JSON.stringify(candidate)) < limits.bodyBytes - 800) as fc.Arbitrary<Json>;
const options = fc.record(
  { fixes: fc.constantFrom(true, false, "repair" as const), upcoming: fc.boolean() },
  { requiredKeys: [] },
);

// Valid, and no rule lets anybody tidy it: these spaces are in the package.
const spaced = aCandidate({ sampleRecords: [{ member: " Ada  Diaz ", age: 36, joined: "2024-02-29", active: true }] });

test("with the same options, the body is the same over HTTP and over MCP, in both eras and in both forms", async () => {
  let compared = 0;
  const property = fc.asyncProperty(
    candidates,
    options,
    fc.constantFrom("validateProposal" as const, "buildProposal" as const),
    async (candidate, options, operation) => {
      const body = anEnvelope({ candidate, options });
      const same = anEnvelope({ candidate, options: { ...mcpDefaults, ...options } });
      const rest = await service().call(operation, { headers: bearer(key), body: same });
      const { message, headers } = modern("tools/call", { name: operation, arguments: body });
      for (const { status, json } of [
        await post(service().url, toolCall(operation, body), { headers: bearer(key) }),
        await post(service().url, message, { headers: { ...headers, ...bearer(key) } }),
      ]) {
        assert.equal(status, rest.status);
        assert.equal(timeless(json.result.structuredContent), timeless(rest.json));
        assert.equal(timeless(JSON.parse(json.result.content[0].text)), timeless(rest.json));
      }
      compared += 1;
    },
  );
  await fc.assert(property, { ...propertyRuns(0.5), examples: [[spaced, {}, "buildProposal"]] });
  figure("calls with the same body over HTTP and MCP", compared, `all of ${propertyRuns(0.5).numRuns}`);
});

test("the list of domains is the same, too", async () => {
  const { json } = await service().call("listDomains");
  const answer = await post(service().url, toolCall("listDomains"), { headers: bearer(key) });
  assert.deepEqual(answer.json.result.structuredContent, json);
});

// As text, so that the order of members counts; the moment of the call is all that may differ.
function timeless(value: object): string {
  return JSON.stringify(value).replaceAll(/"(evaluatedAt|checkedAt)":"[^"]+"/g, "");
}
