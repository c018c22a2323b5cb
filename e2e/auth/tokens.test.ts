import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import type { JsonObject } from "@assay/contract";
import type { Identity } from "@assay/sandbox";
import { startChild } from "@assay/testing/services/start-child";
import { assayCommand } from "../cli/assay.ts";
import { anEnvelope } from "../http/service.ts";
import { message, post, toolCall } from "../mcp/rpc.ts";
import { type AccessToken, createAccessToken } from "./access-token.ts";
import { bearer, type Service, startService } from "./service.ts";

let service: Service;
let other: Service;
before(async () => {
  service = await startService({ oauth: true });
  other = await startService({ oauth: true });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

async function aToken(resource: string, at: Service = service): Promise<AccessToken> {
  return await createAccessToken(at.identity, await at.owner(), resource);
}

async function introspect({ introspectionUrl, clients: { assay } }: Identity, token: string) {
  const headers = { authorization: `Basic ${btoa(`${assay.id}:${assay.secret}`)}` };
  const body = new URLSearchParams({ token });
  return (await (await fetch(introspectionUrl, { method: "POST", headers, body })).json()) as JsonObject;
}

function validate(token: string) {
  return service.call("validateProposal", { headers: bearer(token), body: anEnvelope() });
}

test("the metadata of the service and of its MCP endpoint name the resource and its authorization server", async () => {
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

test("a refusal says where these metadata are, over HTTP and over MCP", async () => {
  const http = await service.call("validateProposal", { body: anEnvelope() });
  assert.equal(http.status, 401);
  const metadata = `${service.url}/.well-known/oauth-protected-resource`;
  const challenge = http.headers["www-authenticate"] ?? "";
  assert.ok(challenge.startsWith(`Bearer realm="assay", resource_metadata="${metadata}", AgentAuth`), challenge);
  const mcp = await post(service.url, toolCall("listDomains"));
  assert.equal(mcp.status, 401);
  assert.ok(mcp.headers["www-authenticate"]?.includes(`resource_metadata="${metadata}/mcp"`));
  const wrong = await post(service.url, toolCall("listDomains"), { headers: bearer("x".repeat(32)) });
  assert.ok(wrong.headers["www-authenticate"]?.includes(`error="invalid_token", resource_metadata="${metadata}/mcp"`));
  assert.ok(wrong.json.error.message.includes(`${service.url}/mcp`), wrong.json.error.message);
});

test("the paths at which older clients look for a sign-in name the authorization server", async () => {
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
    const { token } = await aToken(resource);
    const verdict = await validate(token);
    assert.deepEqual([verdict.status, verdict.json.valid], [200, true]);
    const list = await post(service.url, toolCall("listDomains"), { headers: bearer(token) });
    assert.equal(list.json.result.structuredContent.caller.subject, (await service.owner()).id);
    assert.equal((await post(service.url, message("tools/list"), { headers: bearer(token) })).status, 200);
  }
});

const refused: { readonly [title: string]: () => Promise<string> } = {
  "for another service": async () => {
    await service.identity.connectAssay(other.url);
    return (await aToken(other.url)).token;
  },
  "of another authorization server": async () => (await aToken(other.url, other)).token,
  "that was revoked": async () => {
    const { token, revoke } = await aToken(service.url);
    await revoke();
    return token;
  },
  "that nobody issued": async () => randomBytes(32).toString("base64url"),
  "that is a JSON Web Token of somebody": async () =>
    [{ alg: "RS256" }, { iss: service.identity.issuer, aud: service.url, sub: "ada" }, "signature"]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join("."),
};
for (const [title, create] of Object.entries(refused)) {
  test(`a token ${title} is refused, and the reason is not disclosed`, async () => {
    const token = await create();
    const http = await validate(token);
    assert.deepEqual([http.status, http.json.code], [401, "invalid-credentials"]);
    assert.match(http.json.detail, /This access token is not valid here/);
    const mcp = await post(service.url, toolCall("listDomains"), { headers: bearer(token) });
    assert.deepEqual([mcp.status, mcp.json.error.data.code], [401, "invalid-credentials"]);
    assert.ok(!service.logLines.join("").includes(token));
  });
}

test("a client that names no service gets no token", async () => {
  const ada = await service.identity.createPerson("Ada");
  for (const method of ["GET", "POST"])
    await assert.rejects(createAccessToken(service.identity, ada, undefined, method), /invalid_target/);
});

const skip = spawnSync("python3", ["--version"]).status !== 0 && "python3 is not installed";
test("no product takes a token for no service, although it was issued in the name of its person", {
  skip,
}, async () => {
  await using started = new AsyncDisposableStack();
  const folder = started.adopt(mkdtempSync(join(tmpdir(), "assay-tokens-")), (path) =>
    rmSync(path, { recursive: true }),
  );
  const identityDatabase = join(folder, "identity.db");
  const attacked = started.use(await startService({ oauth: true, identityDatabase }));
  const owner = await attacked.owner();
  const { key } = await attacked.identity.createKey(owner);
  const { json } = await attacked.call("buildProposal", { headers: bearer(key), body: anEnvelope() });
  const { token } = await createAccessToken(attacked.identity, owner, attacked.url);
  // As a server issues it that does not require `resource`.
  const issued = started.adopt(new DatabaseSync(identityDatabase), (opened) => opened.close());
  assert.equal(issued.prepare("UPDATE oauthAccessToken SET resources = NULL").run().changes, 1);
  const known = await introspect(attacked.identity, token);
  assert.deepEqual([known.active, known.sub, known.aud], [true, owner.id, undefined]);

  const examples = join(import.meta.dirname, "../../examples");
  const { introspectionUrl: IDENTITY, clients } = attacked.identity;
  const products = [
    [process.execPath, "--conditions=assay-source", join(examples, "product-node/product.ts")],
    ["python3", "-B", join(examples, "product-python/product.py")],
  ].map(async ([program = "", ...args]) => {
    const child = await startChild({
      program,
      args: [...args, join(examples, "smallest-spec-package/spec-package.json")],
      env: {
        ...{ PATH: process.env.PATH, PORT: "0", DATABASE: join(folder, `${basename(program)}.db`) },
        ...{ IDENTITY, CLIENT: clients.product.id, CLIENT_SECRET: clients.product.secret },
        ASSAY: assayCommand.map((word) => `'${word}'`).join(" "),
      },
      isReady: (line) => line.startsWith("listening"),
    });
    return started.use(child).readyLine.replace("listening at ", "");
  });
  const origins = await Promise.all(products);
  const statusesWith = async (credential: string) => {
    const headers = { ...bearer(credential), "content-type": "application/json" };
    const body = JSON.stringify({ proposalPackage: json.proposalPackage });
    const submitted = fetch(json.submission.url, { method: "POST", headers, body });
    const listed = origins.map((origin) => fetch(`${origin}/api/proposals`, { headers }));
    return (await Promise.all([submitted, ...listed])).map(({ status }) => status);
  };
  assert.deepEqual(await statusesWith(token), [401, 401, 401]);
  assert.deepEqual(await statusesWith(key), [201, 200, 200]);
  assert.equal((await attacked.call("listDomains", { headers: bearer(token) })).status, 401);
});

test("a token is refused once it has expired, and once it is revoked", async () => {
  await using patient = await startService({ oauth: true });
  const ada = await patient.identity.createPerson("Ada");
  const call = (token: string) => patient.call("listDomains", { headers: bearer(token) });
  const { token } = await createAccessToken(patient.identity, ada, patient.url);
  const known = await call(token);
  assert.deepEqual([known.status, known.json.caller], [200, { subject: ada.id }]);
  patient.pass(3_601);
  assert.equal((await call(token)).status, 401);
  const second = await createAccessToken(patient.identity, ada, patient.url);
  await second.revoke();
  assert.equal((await call(second.token)).status, 401);
});

test("what the introspection endpoint says of a token decides whether it is for this service", async () => {
  let said: object = {};
  const endpoint = createServer((_request, response) => void response.end(JSON.stringify({ active: true, ...said })));
  endpoint.listen(0, "127.0.0.1");
  await once(endpoint, "listening");
  const introspectionUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
  await using asking = await startService({ oauth: true, introspectionUrl });
  const [aud, sub, iss] = [`${asking.url}/mcp`, "ada", asking.identity.issuer];
  const cases: readonly (readonly [status: number, said: object])[] = [
    [200, { sub, aud }],
    [200, { sub, aud: ["https://other.example", `${asking.url}/`], iss: `${iss}/` }],
    [401, { sub }],
    [401, { sub, aud: [] }],
    [401, { sub, aud: "https://other.example" }],
    [401, { sub, aud: `${aud}/other` }],
    [401, { sub, aud: { [aud]: true } }],
    [401, { sub, aud, iss: "https://other.example" }],
    [401, { sub, aud, iss: 7 }],
    [401, { aud, client_id: "a machine without a person" }],
    [401, { sub, aud, exp: 1 }],
  ];
  for (const [status, given] of cases) {
    said = given;
    const headers = bearer(randomBytes(32).toString("base64url"));
    assert.equal((await asking.call("listDomains", { headers })).status, status, JSON.stringify(given));
  }
  endpoint.close();
});

test("without an authorization server, a token is not a key", async () => {
  await using usual = await startService();
  const { token } = await createAccessToken(usual.identity, await usual.identity.createPerson("Ada"), usual.url);
  const asked = usual.identity.introspections();
  const answer = await usual.call("validateProposal", { headers: bearer(token), body: anEnvelope() });
  assert.equal(answer.status, 401);
  assert.match(answer.json.detail, /does not look like an API key/);
  assert.doesNotMatch(answer.headers["www-authenticate"] ?? "", /resource_metadata/);
  assert.equal(usual.identity.introspections(), asked);
  assert.equal((await fetch(`${usual.url}/.well-known/oauth-protected-resource`)).status, 404);
});
