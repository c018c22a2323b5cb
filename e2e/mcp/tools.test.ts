import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type JsonObject, needsMeanings } from "@assay/contract";
import { printFigure } from "@assay/testing/print-figure";
import { bearer, sharedService, startService } from "../auth/start-service-with-identity.ts";
import { createCandidate, createEnvelope } from "../http/create-envelope.ts";
import { message, modernMessage, post, readResult, readText, toolCall } from "./rpc.ts";

let key: string;
const service = sharedService(async ({ createKey }) => {
  key = await createKey();
});

const call = async (name: string, args: JsonObject) => {
  const { status, json } = await post(service().url, toolCall(name, args), { headers: bearer(key) });
  assert.equal(status, 200);
  return json.result;
};

test("the service speaks every protocol revision since 2024-11-05, and offers a supported revision to clients that ask for any other", async () => {
  const initialize = async (protocolVersion: string) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "assay-e2e", version: "1.0.0" } };
    return (await post(service().url, message("initialize", params))).json.result;
  };
  for (const revision of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
    assert.equal((await initialize(revision)).protocolVersion, revision);
    const headers = { ...bearer(key), "mcp-protocol-version": revision };
    const { json } = await post(service().url, toolCall("listDomains"), { headers });
    assert.equal(readResult(json.result).domains.length, 1);
  }
  assert.equal((await initialize("1999-01-01")).protocolVersion, "2025-11-25");
  const { message: futureMessage, headers } = modernMessage("tools/list");
  const meta = { "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
  const params = { _meta: { ...(futureMessage.params as { _meta: object })._meta, ...meta } };
  const sent = { headers: { ...headers, "mcp-protocol-version": "2099-01-01" } };
  const { status, json } = await post(service().url, { ...futureMessage, params }, sent);
  assert.deepEqual([status, json.error.data.supported], [400, ["2026-07-28"]]);
});

test("the tools say what a model may not decide, and so do the answers about it", async () => {
  const { tools } = (await post(service().url, message("tools/list"))).json.result;
  const [list, validate, build] = tools.map(({ description }: { readonly description: string }) => description);
  for (const needs of ["ask", "owner-decision"] as const) assert.ok(validate.includes(needsMeanings[needs]));
  assert.doesNotMatch(validate, /fix|patch/i);
  assert.match(list, /whose key/);
  assert.match(build, /name everything in it that the person did not say/);
  const { id } = await service().createOwner();
  const listed = readResult(await call("listDomains", {}));
  const { note, caller } = readResult(await call("buildProposal", createEnvelope()));
  assert.match(note, /name everything in it that the person did not say/);
  assert.deepEqual([caller, caller.subject], [listed.caller, id]);
  assert.match(caller.note, /only if that person says so/);
  const owner = { kind: "human", id: "me" };
  const text = readText(await call("buildProposal", createEnvelope({ candidate: createCandidate({ owner }) })));
  assert.ok(
    text.includes(`owner-decision: ${needsMeanings["owner-decision"]}\n/owner/id: `) && !text.includes(id),
    text,
  );
});

test("an invalid verdict is lines that name every path, without patches and next rules", async () => {
  const draft = JSON.parse(readFileSync(new URL("../../examples/first-proposal/draft.json", import.meta.url), "utf8"));
  const { json } = await service().call("validateProposal", { headers: bearer(key), body: draft });
  const text = readText(await call("validateProposal", draft));
  assert.doesNotMatch(text, /"op":|^Under /m);
  for (const { path } of json.diagnostics) assert.match(text, new RegExp(`^${path}[: ]`, "m"));
  const sizes = [text, JSON.stringify(json)].map((each) => Buffer.byteLength(each));
  printFigure("bytes of a typical invalid verdict, as text and over HTTP", sizes.join(" and "), "none");
});

test("a candidate that is sent as a JSON string is parsed", async () => {
  const asObject = await call("buildProposal", createEnvelope());
  const asText = await call("buildProposal", createEnvelope({ candidate: JSON.stringify(createCandidate()) }));
  assert.equal(readResult(asText).proposalPackage.digest, readResult(asObject).proposalPackage.digest);
  const spaced = await call(
    "buildProposal",
    createEnvelope({ candidate: `\n ${JSON.stringify(createCandidate(), null, 2)}` }),
  );
  assert.equal(readResult(spaced).proposalPackage.digest, readResult(asObject).proposalPackage.digest);
});

test("a candidate string that is not valid JSON gets an error with its position", async () => {
  for (const candidate of ['{"owner":', '{"owner":1,"owner":2}', `{"a":${"[".repeat(31)}${"]".repeat(31)}}`]) {
    const result = await call("validateProposal", createEnvelope({ candidate }));
    assert.equal(result.isError, true);
    const problem = readResult(result);
    assert.deepEqual([problem.code, problem.errors[0].path], ["invalid-envelope", "/candidate"]);
    assert.match(problem.detail, /Line 1, column \d+/);
  }
});

test("an outage of the product is reported to the model, and an outage of the identity service to the client", async () => {
  await using ownService = await startService();
  const ownKey = await ownService.createKey();
  await ownService.sandbox.datamint[Symbol.asyncDispose]();
  ownService.advance(2 * 86_400);
  const send = () => post(ownService.url, toolCall("validateProposal", createEnvelope()), { headers: bearer(ownKey) });
  const { status, json, headers } = await send();
  const problem = readResult(json.result);
  assert.deepEqual([status, json.result.isError, problem.code], [200, true, "spec-package-unavailable"]);
  assert.match(problem.detail, /\bStop and try again in \d+ seconds\b/);
  assert.equal(headers["retry-after"], String(problem.retryAfterSeconds));
  const listed = await post(ownService.url, toolCall("listDomains", {}), { headers: bearer(ownKey) });
  const { code, detail, retryAfterSeconds } = problem;
  assert.partialDeepStrictEqual(readResult(listed.json.result).domains[0], {
    status: "unavailable",
    problem: { code, detail, retryAfterSeconds },
  });
  await ownService.identity.kill();
  ownService.advance(600);
  const refused = await send();
  assert.deepEqual([refused.status, refused.json.error.code], [503, 503]);
  assert.equal(refused.json.error.data.code, "identity-unavailable");
  assert.equal(refused.headers["retry-after"], String(refused.json.error.data.retryAfterSeconds));
});
