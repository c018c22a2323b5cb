import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { createOpenapi, type JsonObject, limits, operations } from "@assay/contract";
import { fromOpenAPI } from "@better-auth/agent-auth/openapi";
import { anAgent } from "../../test/an-agent.ts";
import { startFakeAssay } from "../../test/fake-assay.ts";
import { createJwt } from "./agent-client.ts";
import type { OpenapiDocument } from "./assay-capabilities.ts";
import { createIdentity, type Identity } from "./create-identity.ts";

const validate = "assay.validateProposal";
const args = { targetProduct: "datamint", domainId: "generator-option", candidate: { generatorId: "orchid" } };

test("the capabilities are Assay's operations, with what its description says of them", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity();
  assert.deepEqual(await capabilitiesOf(identity), []);
  await identity.connectAssay(assay.url);
  const names = (await capabilitiesOf(identity)).map(({ name }) => name);
  assert.deepEqual(names, ["assay.listDomains", validate, "assay.buildProposal"]);
  const described = await (await fetch(`${identity.issuer}/capability/describe?name=${validate}`)).json();
  const { input } = described as { readonly input: { readonly required: readonly string[] } };
  assert.deepEqual(input.required, ["targetProduct", "domainId", "candidate"]);
});

// The query of the one operation without a body.
const listed = {
  type: "object",
  properties: {
    targetProduct: {
      type: "string",
      pattern: "^[a-z][a-z0-9-]{0,63}$",
      description: "Lists only its domains.",
    },
  },
};

test("a capability takes what the operation takes and returns what it returns, complete in itself", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  for (const [id, { description, request, response }] of Object.entries(operations)) {
    const url = `${identity.issuer}/capability/describe?name=assay.${id}`;
    const { input, output, ...described } = (await (await fetch(url)).json()) as JsonObject;
    assert.partialDeepStrictEqual(described, { name: `assay.${id}`, description });
    const { properties, required } = request ?? {};
    assert.deepEqual(input, request ? { type: "object", properties, required } : listed);
    assert.deepEqual(output, response);
  }
});

test("the adapter alone derives the same names, descriptions and inputs: only outputs have references", () => {
  const derived = fromOpenAPI(createOpenapi("https://assay.example") as OpenapiDocument);
  for (const [index, [name, { description, request }]] of Object.entries(operations).entries()) {
    const { output, ...capability } = derived[index]!;
    const { properties, required } = request ?? {};
    assert.deepEqual(capability, {
      name,
      description,
      input: request ? { type: "object", properties, required } : listed,
    });
    assert.match(JSON.stringify(output), /"\$ref":"#\/components\/schemas\//);
  }
});

test("an agent executes what its person granted: Assay sees the agent, the grant and the body", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { ada, agent, grants } = await anAgent(identity, validate);
  const { status, body } = await identity.execute(agent, validate, args);
  assert.equal(status, 200);
  assert.deepEqual(body, { data: { valid: true } });
  assert.equal(assay.arrived.length, 1);
  const { method, targetUri, headers, body: sent } = assay.arrived[0]!;
  assert.equal(method, "POST");
  assert.equal(targetUri, `${assay.url}/api/validate`);
  assert.equal(Buffer.from(sent!).toString(), JSON.stringify(args));
  assert.partialDeepStrictEqual(headers, {
    "content-type": "application/json",
    "content-digest": `sha-256=:${createHash("sha256").update(sent!).digest("base64")}:`,
    "x-adt-proxy-issuer": identity.issuer,
    "x-adt-proxy-agent": agent.id,
    "x-adt-proxy-host": agent.host.id,
    "x-adt-proxy-subject": ada.id,
    "x-adt-proxy-mode": "delegated",
    "x-adt-proxy-capability": validate,
    "x-adt-proxy-grant": grants[0],
  });
  assert.equal(headers.authorization, undefined);
});

test("calls of several agents at once do not mix up on whose behalf they are", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const agents = await Promise.all(Array.from({ length: 5 }, () => anAgent(identity, validate)));
  const marked = agents.map(({ agent }) => identity.execute(agent, validate, { marker: agent.id }));
  assert.deepEqual(new Set((await Promise.all(marked)).map(({ status }) => status)), new Set([200]));
  for (const { headers, body } of assay.arrived) {
    assert.equal(JSON.parse(Buffer.from(body!).toString()).marker, headers["x-adt-proxy-agent"]);
  }
});

test("what was not granted, or no longer is, the identity service refuses before Assay hears of it", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { ada, agent } = await anAgent(identity, validate);
  await assertRefused(identity.execute(agent, "assay.buildProposal", args), 403, "capability_not_granted");
  await assertRefused(identity.execute(agent, "assay.dropEverything"), 404, "capability_not_found");
  await identity.revokeGrant(ada, agent, validate);
  await assertRefused(identity.execute(agent, validate, args), 403, "grant_revoked");
  assert.equal(assay.arrived.length, 0);
  await identity.grant(ada, agent, validate);
  assert.equal((await identity.execute(agent, validate, args)).status, 200);
});

test("a revoked agent is refused, and another one on the same host is not", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { ada, agent } = await anAgent(identity, validate);
  const other = await identity.registerAgent(agent.host);
  await identity.grant(ada, other, validate);
  await identity.revokeAgent(ada, agent);
  await assertRefused(identity.execute(agent, validate, args), 403, "agent_revoked");
  assert.equal((await identity.execute(other, validate, args)).status, 200);
  await assert.rejects(identity.grant(ada, agent, validate), /403/);
});

test("a person cannot grant for another person's agent, nor grant a capability that does not exist", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { ada, agent } = await anAgent(identity);
  const ben = await identity.createPerson("Ben");
  await assert.rejects(identity.grant(ben, agent, validate), /403/);
  await assert.rejects(identity.revokeAgent(ben, agent), /403/);
  await assert.rejects(identity.grant(ada, agent, "assay.dropEverything"), /400/);
});

test("an agent's token is good once, and only with the agent's own key", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { agent } = await anAgent(identity, validate);
  const claims = { iss: agent.host.id, sub: agent.id, aud: identity.issuer };
  const token = createJwt("agent+jwt", claims, agent.privateKey);
  assert.equal(await executeWith(identity, token), 200);
  assert.equal(await executeWith(identity, token), 401);
  assert.equal(await executeWith(identity, createJwt("agent+jwt", claims, agent.host.privateKey)), 401);
  const elsewhere = { ...claims, aud: "https://id.example" };
  assert.equal(await executeWith(identity, createJwt("agent+jwt", elsewhere, agent.privateKey)), 401);
  assert.equal(assay.arrived.length, 1);
});

test("arguments named like headers never become headers, even where a description declares them", async () => {
  await using assay = await startFakeAssay();
  const smuggled = {
    "x-adt-proxy-agent": "root",
    Authorization: "Bearer ai_root",
    signature: "adt=:AAAA:",
    "x-other": "1",
  };
  const parameters = Object.keys(smuggled).map((name) => ({ name, in: "header", schema: { type: "string" } }));
  const item = assay.openapi.paths!["/api/validate"]!;
  const declaring = { ...assay.openapi, paths: { "/api/validate": { post: { ...item.post, parameters } } } };
  for (const openapi of [assay.openapi, declaring]) {
    await using identity = await createIdentity({ assayUrl: assay.url, openapi });
    const { agent } = await anAgent(identity, validate);
    assert.equal((await identity.execute(agent, validate, { ...args, ...smuggled })).status, 200);
    const { headers, rawHeaders } = assay.arrived.at(-1)!;
    assert.equal(headers["x-adt-proxy-agent"], agent.id);
    assert.equal(headers.authorization, undefined);
    assert.equal(headers["x-other"], undefined);
    const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    assert.equal(new Set(names).size, names.length);
    assert.ok(!rawHeaders.includes(smuggled.signature));
  }
});

test("what Assay says about a call reaches the agent: 429 with its Retry-After, and problems with their codes", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { agent } = await anAgent(identity, validate);
  const answers = [
    { status: 429, code: "rate-limited", retryAfter: "17", expected: 429 },
    { status: 422, code: "invalid-envelope", retryAfter: null, expected: 422 },
    { status: 503, code: "registry-unavailable", retryAfter: "5", expected: 503 },
    { status: 401, code: "invalid-credentials", retryAfter: null, expected: 502 },
    { status: 302, code: "moved", retryAfter: null, expected: 502 },
    { status: 500, code: "internal", retryAfter: null, expected: 502 },
  ];
  for (const { status, code, retryAfter, expected } of answers) {
    const headers = { "content-type": "application/problem+json", ...(retryAfter && { "retry-after": retryAfter }) };
    assay.answer = { status, headers, body: { code, detail: "As it is." } };
    const answer = await identity.execute(agent, validate, args);
    assert.equal(answer.status, expected);
    assert.equal(answer.body.error, code);
    assert.equal(answer.headers.get("retry-after"), retryAfter);
  }
});

test("a batch of 50 under one token is 50 signed calls, each for its own grant, and each of them learns of its limit", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { agent, grants } = await anAgent(identity, validate, "assay.buildProposal");
  assay.answer = { status: 429, headers: { "retry-after": "17" }, body: { code: "rate-limited", detail: "Wait." } };
  const claims = { iss: agent.host.id, sub: agent.id, aud: identity.issuer };
  const requests = Array.from({ length: 50 }, (_, index) => ({
    capability: index % 2 ? validate : "assay.buildProposal",
    arguments: args,
  }));
  const response = await fetch(`${identity.issuer}/capability/batch-execute`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${createJwt("agent+jwt", claims, agent.privateKey)}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ requests }),
  });
  const { responses } = (await response.json()) as { readonly responses: readonly object[] };
  assert.equal(new Set(assay.arrived.map(({ headers }) => headers["signature-input"])).size, 50);
  for (const { targetUri, headers } of assay.arrived) {
    const [capability, grant] = targetUri.endsWith("/api/validate")
      ? [validate, grants[0]]
      : ["assay.buildProposal", grants[1]];
    assert.equal(headers["x-adt-proxy-capability"], capability);
    assert.equal(headers["x-adt-proxy-grant"], grant);
  }
  assert.equal(responses.length, 50);
  for (const answer of responses) {
    assert.partialDeepStrictEqual(answer, { status: "failed", error: { code: "rate-limited" } });
  }
});

test("arguments that are too large for Assay are refused before they are signed", async () => {
  await using assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { agent } = await anAgent(identity, validate);
  const padded = (bytes: number) => ({ padding: "ö".repeat((bytes - '{"padding":""}'.length) / 2) });
  await assertRefused(identity.execute(agent, validate, padded(limits.bodyBytes + 2)), 413, "body-too-large");
  assert.equal(assay.arrived.length, 0);
  assert.equal((await identity.execute(agent, validate, padded(limits.bodyBytes))).status, 200);
  assert.equal(assay.arrived[0]?.body?.byteLength, limits.bodyBytes);
});

test("when Assay cannot be reached, the agent is told so", async () => {
  const assay = await startFakeAssay();
  await using identity = await createIdentity({ assayUrl: assay.url });
  const { agent } = await anAgent(identity, validate);
  await assay[Symbol.asyncDispose]();
  await assertRefused(identity.execute(agent, validate, args), 502, "assay_unreachable");
});

async function assertRefused(answer: ReturnType<Identity["execute"]>, status: number, error: string): Promise<void> {
  const answered = await answer;
  assert.equal(answered.status, status);
  assert.equal(answered.body.error, error);
}

async function executeWith({ issuer }: Identity, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ capability: validate, arguments: args });
  return (await fetch(`${issuer}/capability/execute`, { method: "POST", headers, body })).status;
}

async function capabilitiesOf({ issuer }: Identity): Promise<readonly { readonly name: string }[]> {
  const answer = await (await fetch(`${issuer}/capability/list`)).json();
  return (answer as { readonly capabilities: readonly { readonly name: string }[] }).capabilities;
}
