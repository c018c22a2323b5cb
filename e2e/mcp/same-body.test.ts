import assert from "node:assert/strict";
import { test } from "node:test";
import { describeForAgent, type Json, type JsonObject } from "@assay/contract";
import { readCaseCandidate } from "@assay/testing/cases/golden-cases";
import { figure } from "@assay/testing/figure";
import { bearer, sharedService } from "../auth/service.ts";
import { createCandidate, createEnvelope } from "../http/service.ts";
import { chooseCases } from "../serve-cases.ts";
import { modernMessage, post, toolCall } from "./rpc.ts";

let key: string;
const service = sharedService(async ({ createKey }) => {
  key = await createKey();
});

// Valid, and no rule lets anybody tidy it: these spaces are in the package.
const [firstRecord, ...otherRecords] = createCandidate().sampleRecords as readonly JsonObject[];
const spaced = createCandidate({ sampleRecords: [{ ...firstRecord, member: " Ada  Diaz " }, ...otherRecords] });
// Over MCP a string that begins like an object is read as one.
const otherValues: readonly Json[] = [null, true, 7, "", "draft", [], [{}]];

test("the body is the same over HTTP and over MCP, in both eras, and the text of an invalid verdict is lines", async () => {
  const candidates = [spaced, ...chooseCases().map(({ content }) => readCaseCandidate(content)), ...otherValues];
  for (const [index, candidate] of candidates.entries()) {
    const operation = index % 2 === 0 ? "buildProposal" : "validateProposal";
    const body = createEnvelope({ candidate });
    const rest = await service().call(operation, { headers: bearer(key), body });
    if (candidate === spaced) assert.equal(rest.json.valid, true);
    const { message, headers } = modernMessage("tools/call", { name: operation, arguments: body });
    for (const { status, json } of [
      await post(service().url, toolCall(operation, body), { headers: bearer(key) }),
      await post(service().url, message, { headers: { ...headers, ...bearer(key) } }),
    ]) {
      assert.equal(status, rest.status);
      assert.equal(JSON.stringify(json.result.structuredContent), rest.body);
      assert.equal(json.result.content[0].text, rest.json.valid ? rest.body : describeForAgent(rest.json));
    }
  }
  figure("candidates with the same body over HTTP and MCP", candidates.length, "all");
});

test("the list of domains is the same, too, and names the caller", async () => {
  const { json } = await service().call("listDomains", { headers: bearer(key) });
  const answer = await post(service().url, toolCall("listDomains"), { headers: bearer(key) });
  assert.deepEqual(answer.json.result.structuredContent, json);
  assert.equal(json.caller.subject, (await service().createOwner()).id);
});
