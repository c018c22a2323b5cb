import assert from "node:assert/strict";
import { test } from "node:test";
import { describeForAgent, type Json, type JsonObject } from "@assay/contract";
import { readCaseCandidate } from "@assay/testing/cases/golden-cases";
import { printFigure } from "@assay/testing/print-figure";
import { bearer, sharedService } from "../auth/start-service-with-identity.ts";
import { createCandidate, createEnvelope } from "../http/create-envelope.ts";
import { chooseCases } from "../serve-cases.ts";
import { modernMessage, post, toolCall } from "./rpc.ts";

let key: string;
const service = sharedService(async ({ createKey }) => {
  key = await createKey();
});

// This candidate is valid, and no rule allows Assay to trim it, so these spaces become part of the package.
const [firstRecord, ...otherRecords] = createCandidate().sampleRecords as readonly JsonObject[];
const spaced = createCandidate({ sampleRecords: [{ ...firstRecord, member: " Ada  Diaz " }, ...otherRecords] });
// None of the strings begins like a JSON object, because over MCP, Assay would parse it.
const otherValues: readonly Json[] = [null, true, 7, "", "draft", [], [{}]];

test("HTTP and both eras of MCP return the same result, and MCP also describes an invalid verdict as text", async () => {
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
  printFigure("candidates with the same body over HTTP and MCP", candidates.length, "all");
});

test("HTTP and MCP return the same list of domains, which names the caller", async () => {
  const { json } = await service().call("listDomains", { headers: bearer(key) });
  const answer = await post(service().url, toolCall("listDomains"), { headers: bearer(key) });
  assert.deepEqual(answer.json.result.structuredContent, json);
  assert.equal(json.caller.subject, (await service().createOwner()).id);
});
