import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { Ajv2020 } from "ajv/dist/2020.js";
import { bearer, sharedService } from "../auth/service.ts";
import { anEnvelope } from "../http/service.ts";
import { message, modern, post, toolCall } from "./rpc.ts";

const service = sharedService();

const ask = async (method: string, params: JsonObject = {}) => {
  const { message: sent, headers } = modern(method, params);
  return (await post(service().url, sent, { headers })).json;
};
const read = async (uri: string) => (await ask("resources/read", { uri })).result;

test("the rules of a domain can be read, and say how long they may be kept", async () => {
  const { contents, ttlMs, cacheScope } = await read("assay://spec/datamint/generator-option");
  const spec = JSON.parse(contents[0].text);
  assert.deepEqual([spec.format, spec.domainId], ["spec-package/v1", "generator-option"]);
  assert.deepEqual([contents[0].mimeType, ttlMs, cacheScope], ["application/json", 30_000, "public"]);
});

test("the rules come without their tests and with one accepted example; the complete package has its own address", async () => {
  const [short, complete] = await Promise.all(
    ["", "/complete"].map(
      async (suffix) => (await read(`assay://spec/datamint/generator-option${suffix}`)).contents[0].text,
    ),
  );
  const { acceptedExample, ...rules } = JSON.parse(short);
  const { tests, ...published } = JSON.parse(complete);
  assert.partialDeepStrictEqual(rules, published);
  assert.deepEqual(Object.keys(rules), Object.keys(published));
  assert.deepEqual(rules.candidateSchema.properties.owner.properties.kind.enum, published.owner.kinds);
  figure("bytes of the rules of a domain, without and with tests", `${short.length} and ${complete.length}`, "printed");
  assert.ok(tests.length > 1 && short.length < complete.length / 2);
  // Who owns a proposal is asked, never copied; with an owner, the example is accepted.
  assert.equal(acceptedExample.owner, undefined);
  const { owner } = anEnvelope().candidate as JsonObject;
  const candidate = { ...acceptedExample, owner };
  const sent = toolCall("validateProposal", anEnvelope({ candidate }));
  const { json } = await post(service().url, sent, { headers: bearer(await service().newKey()) });
  assert.equal(json.result.structuredContent.valid, true);
});

test("the announced next rules can be read in the same form", async () => {
  const { next } = JSON.parse((await read("assay://spec/datamint/generator-option")).contents[0].text);
  const { contents, ttlMs } = await read("assay://spec/datamint/generator-option/next");
  const { version, tests, acceptedExample } = JSON.parse(contents[0].text);
  assert.deepEqual([version, tests, typeof acceptedExample, ttlMs], [next.version, undefined, "object", 30_000]);
});

test("the full schemas behind the thin ones can be read, and answers meet them", async () => {
  const key = await service().newKey();
  const { resources } = (await ask("resources/list")).result;
  const names = resources.map(({ uri }: { uri: string }) => uri);
  assert.ok(names.includes("assay://spec/datamint/generator-option"));
  for (const [tool, name] of [
    ["listDomains", "domain-list"],
    ["validateProposal", "validation-result"],
    ["buildProposal", "build-result"],
  ] as const) {
    assert.ok(names.includes(`assay://schemas/${name}`));
    const { contents } = await read(`assay://schemas/${name}`);
    const fits = new Ajv2020({ strict: false }).compile(JSON.parse(contents[0].text));
    const args = tool === "listDomains" ? {} : anEnvelope();
    const { json } = await post(service().url, toolCall(tool, args), { headers: bearer(key) });
    assert.ok(fits(json.result.structuredContent));
  }
  for (const uri of names) assert.equal((await read(uri)).contents[0].uri, uri);
});

test("what is not there is said not to be there", async () => {
  for (const uri of [
    "assay://spec/datamint/other",
    "assay://spec/__proto__/constructor",
    "assay://spec/datamint/other/next",
    "assay://spec/datamint/generator-option/tests",
    "assay://schemas/..%2Fproblems",
    "assay://schemas/constructor",
    "file:///etc/passwd",
  ]) {
    const { error } = await ask("resources/read", { uri });
    assert.equal(error.code, -32602, uri);
    const { json } = await post(service().url, message("resources/read", { uri }));
    assert.equal(json.error.code, -32602, uri);
  }
});
