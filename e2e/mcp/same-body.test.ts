import assert from "node:assert/strict";
import { test } from "node:test";
import { describeForAgent, type Json, type JsonObject } from "@assay/contract";
import { readCaseCandidate } from "@assay/testing/cases/golden-cases";
import { printFigure } from "@assay/testing/print-figure";
import { bearer, sharedService } from "../auth/start-service-with-identity.ts";
import { createCandidate, createEnvelope } from "../http/create-envelope.ts";
import { chooseCases } from "../serve-cases.ts";
import { modernMessage, post, readResult, readText, toolCall } from "./rpc.ts";

let key: string;
const service = sharedService(async ({ createKey }) => {
  key = await createKey();
});

// This candidate is valid, and no rule allows Assay to trim it, so these spaces become part of the package.
const [firstRecord, ...otherRecords] = createCandidate().sampleRecords as readonly JsonObject[];
const spaced = createCandidate({ sampleRecords: [{ ...firstRecord, member: " Ada  Diaz " }, ...otherRecords] });
// None of the strings begins like a JSON object, because over MCP, Assay would parse it.
const otherValues: readonly Json[] = [null, true, 7, "", "draft", [], [{}]];

test("HTTP and both eras of MCP return the same package or valid verdict, and MCP describes an invalid verdict as text", async () => {
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
      const text = readText(json.result);
      if (!rest.json.valid) assert.equal(text, describeForAgent(rest.json));
      else if (operation === "validateProposal") assert.equal(text, rest.body);
      else {
        const { note: _, caller: __, ...built } = JSON.parse(text);
        const { valid, summary, specPackage, registry, diagnostics, ...expected } = rest.json;
        assert.deepEqual(built, { ...expected, ...(diagnostics.length > 0 && { diagnostics }) });
        assert.equal(JSON.stringify(built.proposalPackage), JSON.stringify(expected.proposalPackage));
      }
    }
  }
  printFigure("candidates with the same result over HTTP and MCP", candidates.length, "all");
});

test("HTTP and MCP return the same list of domains, which names the caller", async () => {
  const { json } = await service().call("listDomains", { headers: bearer(key) });
  const answer = await post(service().url, toolCall("listDomains"), { headers: bearer(key) });
  const { caller, ...list } = readResult(answer.json.result);
  assert.deepEqual({ ...list, caller: { subject: caller.subject } }, json);
  assert.equal(json.caller.subject, (await service().createOwner()).id);
});
