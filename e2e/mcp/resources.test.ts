import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject, SpecPackage } from "@assay/contract";
import { bearer, sharedService } from "../auth/start-service-with-identity.ts";
import { createEnvelope } from "../http/create-envelope.ts";
import { message, modernMessage, post, readResult, toolCall } from "./rpc.ts";

const service = sharedService();

const send = async (method: string, params: JsonObject = {}) => {
  const { message: request, headers } = modernMessage(method, params);
  return (await post(service().url, request, { headers })).json;
};
const read = async (uri: string) => (await send("resources/read", { uri })).result;

test("a client can read the rules of a domain, and how long it may cache them", async () => {
  const { contents, ttlMs, cacheScope } = await read("assay://spec/datamint/generator-option");
  const spec = JSON.parse(contents[0].text);
  assert.deepEqual([spec.format, spec.domainId], ["spec-package/v1", "generator-option"]);
  assert.deepEqual([contents[0].mimeType, ttlMs, cacheScope], ["application/json", 30_000, "public"]);
});

test("the rules are served without their tests and with one accepted example", async () => {
  const { acceptedExample, ...rules } = JSON.parse(
    (await read("assay://spec/datamint/generator-option")).contents[0].text,
  );
  const { tests, ...published } = (await (
    await fetch(service().sandbox.datamint.specPackageUrl)
  ).json()) as SpecPackage;
  assert.partialDeepStrictEqual(rules, published);
  assert.deepEqual(Object.keys(rules), Object.keys(published));
  assert.deepEqual(rules.candidateSchema.properties.owner.properties.kind.enum, published.owner.kinds);
  // The example has no owner, because agents must ask who the owner is. With an owner, the example is valid.
  assert.equal(acceptedExample.owner, undefined);
  const { owner } = createEnvelope().candidate as JsonObject;
  const candidate = { ...acceptedExample, owner };
  const call = toolCall("validateProposal", createEnvelope({ candidate }));
  const { json } = await post(service().url, call, { headers: bearer(await service().createKey()) });
  assert.equal(readResult(json.result).valid, true);
});

test("announced rules can be read in the same form as the current rules", async () => {
  const { next } = JSON.parse((await read("assay://spec/datamint/generator-option")).contents[0].text);
  const { contents, ttlMs } = await read("assay://spec/datamint/generator-option/next");
  const { version, tests, acceptedExample } = JSON.parse(contents[0].text);
  assert.deepEqual([version, tests, typeof acceptedExample, ttlMs], [next.version, undefined, "object", 30_000]);
});

test("every resource that is listed can be read", async () => {
  const { resources } = (await send("resources/list")).result;
  const uris = resources.map(({ uri }: { uri: string }) => uri);
  assert.ok(uris.includes("assay://spec/datamint/generator-option"));
  for (const uri of uris) assert.equal((await read(uri)).contents[0].uri, uri);
});

test("the error for an unknown resource has its URI as data, unless it is long or not plain ASCII", async () => {
  const readUnknown = async (uri: string) =>
    (await post(service().url, message("resources/read", { uri }))).json.error as JsonObject;
  const unknown = "assay://spec/datamint/other";
  const longest = unknown.padEnd(256, "r");
  for (const uri of [unknown, longest, "assay://schemas/problem"]) {
    assert.deepEqual((await readUnknown(uri)).data, { uri });
    assert.deepEqual((await send("resources/read", { uri })).error.data, { uri });
  }
  for (const uri of [`${longest}r`, "assay://schemas/\u202eproblem"]) {
    const error = await readUnknown(uri);
    assert.deepEqual([error.code, error.data], [-32602, undefined]);
    assert.ok(!String(error.message).includes(uri.slice(-7)), uri);
  }
});

test("reading an unknown resource is an error", async () => {
  for (const uri of [
    "assay://spec/datamint/other",
    "assay://spec/__proto__/constructor",
    "assay://spec/datamint/other/next",
    "assay://spec/datamint/generator-option/tests",
    "assay://schemas/problem",
    "file:///etc/passwd",
  ]) {
    const { error } = await send("resources/read", { uri });
    assert.equal(error.code, -32602, uri);
    const { json } = await post(service().url, message("resources/read", { uri }));
    assert.equal(json.error.code, -32602, uri);
  }
});
