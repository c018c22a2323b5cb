import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { createEnvelope } from "../http/create-envelope.ts";
import { message, post, readResult, toolCall } from "../mcp/rpc.ts";
import { json, startScriptedServer } from "../scripted-server.ts";
import { type AccessToken, createAccessToken } from "./access-token.ts";
import { bearer, type Service, startService } from "./start-service-with-identity.ts";

let service: Service;
let otherService: Service;
before(async () => {
  service = await startService({ oauth: true });
  otherService = await startService({ oauth: true });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await otherService[Symbol.asyncDispose]();
});

async function createToken(resource: string, issuer: Service = service): Promise<AccessToken> {
  return await createAccessToken(issuer.identity, await issuer.createOwner(), resource);
}

function validate(token: string) {
  return service.call("validateProposal", { headers: bearer(token), body: createEnvelope() });
}

test("the service and its MCP endpoint publish metadata that names the resource and its authorization server", async () => {
  for (const [path, resource] of [
    ["", service.url],
    ["/mcp", `${service.url}/mcp`],
  ] as const) {
    const response = await fetch(`${service.url}/.well-known/oauth-protected-resource${path}`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
    assert.deepEqual(await response.json(), {
      resource,
      authorization_servers: [service.identity.issuer],
      bearer_methods_supported: ["header"],
      resource_name: "Assay",
      resource_documentation: `${service.url}/docs`,
    });
  }
});

test("an answer with status 401 links to the resource metadata, over HTTP and over MCP", async () => {
  const http = await service.call("validateProposal", { body: createEnvelope() });
  assert.equal(http.status, 401);
  const metadata = `${service.url}/.well-known/oauth-protected-resource`;
  const challenge = http.headers["www-authenticate"] ?? "";
  assert.ok(challenge.startsWith(`Bearer realm="assay", resource_metadata="${metadata}", AgentAuth`), challenge);
  const mcp = await post(service.url, toolCall("listDomains"));
  assert.equal(mcp.status, 401);
  assert.ok(mcp.headers["www-authenticate"]?.includes(`resource_metadata="${metadata}/mcp"`));
  const invalid = await post(service.url, toolCall("listDomains"), { headers: bearer("x".repeat(32)) });
  const error = `error="invalid_token", resource_metadata="${metadata}/mcp"`;
  assert.ok(invalid.headers["www-authenticate"]?.includes(error));
  assert.ok(invalid.json.error.message.includes(`${service.url}/mcp`), invalid.json.error.message);
});

test("a client that tries a sign-in path from older MCP revisions gets an error that names the authorization server", async () => {
  for (const path of ["/.well-known/oauth-authorization-server", "/register", "/authorize", "/token"]) {
    const response = await fetch(`${service.url}${path}`, { method: path.includes(".well") ? "GET" : "POST" });
    assert.equal(response.status, 404);
    const { error_description } = (await response.json()) as { readonly error_description: string };
    assert.ok(error_description.includes(service.identity.issuer), error_description);
    assert.doesNotMatch(error_description, /no sign-in/);
  }
});

test("a token for the service, or for its MCP endpoint, is accepted over HTTP and over MCP", async () => {
  for (const resource of [service.url, `${service.url}/`, `${service.url}/mcp`]) {
    const { token } = await createToken(resource);
    const verdict = await validate(token);
    assert.deepEqual([verdict.status, verdict.json.valid], [200, true]);
    const list = await post(service.url, toolCall("listDomains"), { headers: bearer(token) });
    assert.equal(readResult(list.json.result).caller.subject, (await service.createOwner()).id);
    assert.equal((await post(service.url, message("tools/list"), { headers: bearer(token) })).status, 200);
  }
});

const invalidTokens: { readonly [title: string]: () => Promise<string> } = {
  "for another service": async () => {
    await service.identity.connectAssay(otherService.url);
    return (await createToken(otherService.url)).token;
  },
  "from another authorization server": async () => (await createToken(otherService.url, otherService)).token,
  "that was revoked": async () => {
    const { token, revoke } = await createToken(service.url);
    await revoke();
    return token;
  },
  "that was never issued": async () => randomBytes(32).toString("base64url"),
  "that is a JSON Web Token with a made-up signature": async () =>
    [{ alg: "RS256" }, { iss: service.identity.issuer, aud: service.url, sub: "ada" }, "signature"]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join("."),
};
for (const [title, create] of Object.entries(invalidTokens)) {
  test(`a token ${title} is refused, and the reason is not disclosed`, async () => {
    const token = await create();
    const http = await validate(token);
    assert.deepEqual([http.status, http.json.code], [401, "invalid-credentials"]);
    assert.match(http.json.detail, /as an access token it is not valid here/i);
    const mcp = await post(service.url, toolCall("listDomains"), { headers: bearer(token) });
    assert.deepEqual([mcp.status, mcp.json.error.data.code], [401, "invalid-credentials"]);
    assert.ok(!service.logLines.join("").includes(token));
  });
}

test("a token is accepted only if its claims name this service and a person, and only the log says what is wrong", async () => {
  let claims: object = {};
  await using endpoint = await startScriptedServer((...args) => json({ active: true, ...claims })(...args));
  await using scripted = await startService({ oauth: true, introspectionUrl: endpoint.origin });
  const [aud, sub, iss] = [`${scripted.url}/mcp`, "ada", scripted.identity.issuer];
  const cases: readonly (readonly [reason: string | undefined, claims: object])[] = [
    [undefined, { sub, aud }],
    [undefined, { sub, aud: ["https://other.example", `${scripted.url}/`], iss: `${iss}/` }],
    ["audience", { sub }],
    ["audience", { sub, aud: [] }],
    ["audience", { sub, aud: "https://other.example" }],
    ["audience", { sub, aud: `${aud}/other` }],
    ["audience", { sub, aud: { [aud]: true } }],
    ["issuer", { sub, aud, iss: "https://other.example" }],
    ["issuer", { sub, aud, iss: 7 }],
    ["subject", { aud, client_id: "a machine without a person" }],
    ["expired", { sub, aud, exp: 1 }],
    ["inactive", { active: false }],
  ];
  for (const [reason, caseClaims] of cases) {
    claims = caseClaims;
    const headers = bearer(randomBytes(32).toString("base64url"));
    // The second answer comes from the cache.
    for (const _ of [1, 2]) {
      const { status, json: body } = await scripted.call("listDomains", { headers });
      assert.equal(status, reason === undefined ? 200 : 401, JSON.stringify(caseClaims));
      assert.equal(scripted.findLogLines("call").at(-1)?.reason, reason);
      assert.ok(!("reason" in body));
    }
  }
});

test("without an authorization server, Assay refuses access tokens without asking the identity service", async () => {
  await using keysOnly = await startService();
  const ada = await keysOnly.identity.createPerson("Ada");
  const { token } = await createAccessToken(keysOnly.identity, ada, keysOnly.url);
  const introspections = keysOnly.identity.countIntrospections();
  const answer = await keysOnly.call("validateProposal", { headers: bearer(token), body: createEnvelope() });
  assert.equal(answer.status, 401);
  assert.match(answer.json.detail, /does not look like an API key/);
  assert.doesNotMatch(answer.headers["www-authenticate"] ?? "", /resource_metadata/);
  assert.equal(keysOnly.identity.countIntrospections(), introspections);
  assert.equal((await fetch(`${keysOnly.url}/.well-known/oauth-protected-resource`)).status, 404);
});
