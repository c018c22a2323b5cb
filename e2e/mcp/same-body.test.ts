import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, type JsonObject, mcpDefaults } from "@assay/contract";
import { candidateOf } from "@assay/testing/cases/golden-cases";
import { figure } from "@assay/testing/figure";
import { bearer, sharedService } from "../auth/service.ts";
import { aCandidate, anEnvelope } from "../http/service.ts";
import { chosenCases } from "../serve-cases.ts";
import { modern, post, toolCall } from "./rpc.ts";

let key: string;
const service = sharedService(async ({ newKey }) => {
  key = await newKey();
});

// Valid, and no rule lets anybody tidy it: these spaces are in the package.
const [firstRecord, ...otherRecords] = aCandidate().sampleRecords as readonly JsonObject[];
const spaced = aCandidate({ sampleRecords: [{ ...firstRecord, member: " Ada  Diaz " }, ...otherRecords] });
// Over MCP a string that begins like an object is read as one.
const otherValues: readonly Json[] = [null, true, 7, "", "draft", [], [{}]];
const options = [{}, { fixes: true }, { fixes: false, upcoming: true }, { fixes: "repair" }];

test("with the same options, the body is the same over HTTP and over MCP, in both eras and in both forms", async () => {
  const candidates = [spaced, ...chosenCases().map(({ content }) => candidateOf(content)), ...otherValues];
  for (const [index, candidate] of candidates.entries()) {
    const chosen = options[index % options.length];
    const operation = index % 2 === 0 ? "buildProposal" : "validateProposal";
    const body = anEnvelope({ candidate, options: chosen as Json });
    const same = anEnvelope({ candidate, options: { ...mcpDefaults, ...chosen } });
    const rest = await service().call(operation, { headers: bearer(key), body: same });
    if (candidate === spaced) assert.equal(rest.json.valid, true);
    const { message, headers } = modern("tools/call", { name: operation, arguments: body });
    for (const { status, json } of [
      await post(service().url, toolCall(operation, body), { headers: bearer(key) }),
      await post(service().url, message, { headers: { ...headers, ...bearer(key) } }),
    ]) {
      assert.equal(status, rest.status);
      assert.equal(timeless(json.result.structuredContent), timeless(rest.json));
      assert.equal(timeless(JSON.parse(json.result.content[0].text)), timeless(rest.json));
    }
  }
  figure("candidates with the same body over HTTP and MCP", candidates.length, "all");
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
