import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { signCall } from "../auth/sign-call.ts";
import { bearer, createJunkKey, type Service, startService } from "../auth/start-service-with-identity.ts";
import { createCandidate, createEnvelope } from "../http/create-envelope.ts";
import { startService as startOpenService } from "../http/start-service.ts";
import { assertRefused, message, modernMessage, type PostOptions, post, readText, toolCall } from "./rpc.ts";

let service: Service;
let key: string;
let host: string;
before(async () => {
  service = await startService();
  key = await service.createKey();
  host = new URL(service.url).host;
});
after(() => service[Symbol.asyncDispose]());

const list = message("tools/list");

test("a body of 64 KiB is accepted, and one byte more is refused, with and without a Content-Length", async () => {
  const call = toolCall("validateProposal", createEnvelope({ candidate: createCandidate({ description: "" }) }));
  const spare = 65_536 - JSON.stringify(call).length;
  const createSized = (length: number) =>
    toolCall("validateProposal", createEnvelope({ candidate: createCandidate({ description: "x".repeat(length) }) }));
  const headers = bearer(key);
  const largest = await post(service.url, createSized(spare), { headers });
  assert.equal(largest.status, 200);
  assert.match(readText(largest.json.result), /^1 error/);
  assertRefused(await post(service.url, createSized(spare + 1), { headers }), 413, "body-too-large", -32600);
  const chunked = { ...headers, "transfer-encoding": "chunked" };
  assertRefused(await post(service.url, createSized(spare + 1), { headers: chunked }), 413, "body-too-large", -32600);
});

test("a body that is not a JSON-RPC message gets a JSON-RPC error", async () => {
  for (const body of ["7", '"tools/call"', "null", "{}", '{"jsonrpc":"2.0","id":1}']) {
    const { status, json } = await post(service.url, body);
    assert.deepEqual([status, typeof json.error.code], [400, "number"], body);
  }
});

test("requests from foreign origins are refused, and requests from the service's own origin are accepted", async () => {
  const foreignOrigins = [
    "https://evil.example",
    "null",
    "http://127.0.0.1",
    `https://${host}`,
    `http://${host}.evil.example`,
  ];
  for (const origin of foreignOrigins) {
    for (const request of [list, toolCall("listDomains")]) {
      const answer = await post(service.url, request, { headers: { origin, ...bearer(key) } });
      assertRefused(answer, 403, "origin-not-allowed", 403);
    }
    assert.equal((await post(service.url, undefined, { method: "GET", headers: { origin } })).status, 403);
  }
  for (const origin of [service.url, service.url.replace("127.0.0.1", "localhost")]) {
    assert.equal((await post(service.url, list, { headers: { origin } })).status, 200, origin);
  }
});

test("a page on a listed origin can send a preflight request and then call the service", async () => {
  const origin = "https://page.example";
  await using server = await startOpenService({ corsOrigins: [origin] });
  const preflight = await post(server.url, undefined, { method: "OPTIONS", headers: { origin } });
  assert.equal(preflight.status, 204);
  const allowed = preflight.headers["access-control-allow-headers"]?.split(", ");
  for (const name of ["authorization", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"])
    assert.ok(allowed?.includes(name), name);
  const { status, headers } = await post(server.url, toolCall("listDomains"), { headers: { origin } });
  assert.deepEqual([status, headers["access-control-allow-origin"]], [200, origin]);
  const foreign = { method: "OPTIONS", headers: { origin: "https://other.example" } };
  const refused = await post(server.url, undefined, foreign);
  assert.equal(refused.status, 403);
});

test("an internal error is answered with -32603 and a fixed text, and only the log contains the details", async () => {
  let clockIsBroken = false;
  const lines: string[] = [];
  const now = () => {
    if (clockIsBroken) throw new Error("the clock fell off the wall");
    return new Date();
  };
  const write = (line: string) => lines.push(line);
  await using server = await startOpenService({ now, log: { level: "info", to: { write } } });
  clockIsBroken = true;
  for (const name of ["validateProposal", "buildProposal"]) {
    const request = toolCall(name, createEnvelope(), "nine");
    const { message: modernCall, headers } = modernMessage("tools/call", { name, arguments: createEnvelope() });
    assertRefused(await post(server.url, request), 500, "internal", -32603, "nine");
    const answer = await post(server.url, modernCall, { headers });
    assertRefused(answer, 500, "internal", -32603, 1);
    assert.ok(!answer.body.includes("clock"));
  }
  clockIsBroken = false;
  assert.equal(lines.filter((line) => line.includes("the clock fell off the wall")).length, 4);
});

test("a foreign host name that resolves to this machine (DNS rebinding) is refused, and the service's own names are accepted", async () => {
  const { port } = new URL(service.url);
  for (const name of ["evil.example", `evil.example:${port}`, `127.0.0.1.evil.example:${port}`, "127.0.0.1:1"]) {
    const answer = await post(service.url, list, { headers: { host: name } });
    assertRefused(answer, 421, "misdirected-host", -32600);
    assert.ok(answer.json.error.message.includes(host), "the message names the correct host");
    assert.equal((await post(service.url, undefined, { method: "GET", headers: { host: name } })).status, 421);
    const page = await post(service.url, list, { headers: { host: name, origin: `http://${name}` } });
    assertRefused(page, 403, "origin-not-allowed", 403);
  }
  for (const name of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, `LOCALHOST:${port}`]) {
    assert.equal((await post(service.url, list, { headers: { host: name } })).status, 200, name);
  }
  await using elsewhere = await startOpenService({ publicUrl: "https://assay.example" });
  for (const [name, status] of [
    ["assay.example", 200],
    [new URL(elsewhere.url).host, 421],
  ] as const) {
    assert.equal((await post(elsewhere.url, list, { headers: { host: name } })).status, status, name);
  }
});

test("every method except POST gets 405 before the body is read", async () => {
  for (const method of ["GET", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS"]) {
    const { status, headers } = await post(service.url, undefined, { method });
    assert.deepEqual([status, headers.allow], [405, "POST"], method);
  }
  const stream = { accept: "text/event-stream", "mcp-session-id": "some" };
  assert.equal((await post(service.url, undefined, { method: "GET", headers: stream })).status, 405);
  assert.equal((await post(service.url, "{", { method: "DELETE", headers: stream })).status, 405);
});

test("every tool needs a key, even listDomains, and the key is checked before the tool's name", async () => {
  for (const name of ["listDomains", "validateProposal", "buildProposal", "dropTables", "constructor", "__proto__"]) {
    const missing = await post(service.url, toolCall(name, {}, "seven"));
    assertRefused(missing, 401, "missing-credentials", 401, "seven");
    assert.match(missing.headers["www-authenticate"] ?? "", /^Bearer realm="assay"/);
    const junk = await post(service.url, toolCall(name, {}, 7), { headers: bearer(createJunkKey()) });
    assertRefused(junk, 401, "invalid-credentials", 401, 7);
  }
  for (const name of ["dropTables", "constructor", "__proto__", "toString"]) {
    const { status, json } = await post(service.url, toolCall(name), { headers: bearer(key) });
    assert.deepEqual([status, json.error.code], [200, -32602], name);
  }
});

test("signed calls for agents get 401 over MCP, even with a valid key", async () => {
  const { headers } = signCall(service);
  for (const signed of [headers, { ...headers, ...bearer(key) }, { "x-adt-proxy-anything": "1", ...bearer(key) }]) {
    const answer = await post(service.url, toolCall("listDomains"), { headers: signed });
    assertRefused(answer, 401, "invalid-credentials", 401, 1);
  }
  assert.equal(service.findLogLines("proxy-refused").at(-1)?.reason, "keys-only");
  for (const method of ["tools/list", "ping", "initialize", "resources/list", "resources/read"]) {
    const answer = await post(service.url, message(method), { headers });
    assertRefused(answer, 401, "invalid-credentials", 401, 1);
    assert.match(answer.headers.ratelimit ?? "", /^"calls";r=/, "the call counts for its address");
  }
});

test("a message with 200 values is read, and one with 201 is refused before the MCP library reads it", async () => {
  const createMany = (count: number) => Array.from({ length: count }, () => 1);
  const clientInfo = { name: "client", version: "1.0.0" };
  const initialize = (info: JsonObject) =>
    message("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { ...clientInfo, ...info } });
  const { message: discover, headers } = modernMessage("server/discover");
  const listen = modernMessage("subscriptions/listen", {
    notifications: { resourceSubscriptions: createMany(32_000) },
  });
  const refused: readonly (readonly [JsonObject, PostOptions?])[] = [
    [initialize({ icons: createMany(32_000) })],
    [initialize({ icons: [{ src: "https://client.example/icon.png", sizes: createMany(32_000) }] })],
    [{ ...discover, params: { ...(discover.params as JsonObject), _meta: createMany(32_000) } }, { headers }],
    [listen.message, { headers: listen.headers }],
    [initialize({ icons: createMany(190) })],
  ];
  for (const [body, options] of refused) {
    assertRefused(await post(service.url, body, options), 400, "bad-request", -32600, 1);
  }
  // The message has 11 other values.
  assert.equal((await post(service.url, initialize({ icons: createMany(189) }))).json.error.code, -32602);
  const withKey = { headers: bearer(key) };
  const call = await post(service.url, toolCall("validateProposal", { candidate: createMany(30_000) }), withKey);
  assert.equal(call.json.result.isError, true, "the limit does not apply to the arguments of a tool");
  const list = await post(service.url, message("tools/call", { name: "listDomains", arguments: [] }), withKey);
  assert.match(list.json.error.message, / \/params\/arguments\.$/);
});

test("discovery needs no key, and a key that a client sends is not checked", async () => {
  const introspections = service.identity.countIntrospections();
  for (const method of ["tools/list", "resources/list", "resources/templates/list", "ping"]) {
    assert.equal((await post(service.url, message(method), { headers: bearer(createJunkKey()) })).status, 200, method);
  }
  const { message: discover, headers } = modernMessage("server/discover");
  assert.equal((await post(service.url, discover, { headers })).status, 200);
  assert.equal(service.identity.countIntrospections(), introspections);
});

test("a client that looks for a sign-in page is told to use an API key", async () => {
  const paths = [
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-authorization-server/mcp",
    "/.well-known/openid-configuration",
    "/.well-known/openid-configuration/mcp",
    "/mcp/.well-known/openid-configuration",
    "/register",
    "/authorize",
    "/token",
  ];
  for (const path of paths) {
    for (const method of ["GET", "POST"]) {
      const { status, json } = await post(service.url, method === "POST" ? "{}" : undefined, { path, method });
      assert.deepEqual([status, json.error], [404, "invalid_request"], `${method} ${path}`);
      assert.match(json.error_description, /Configure an API key .*Authorization: Bearer ai_/);
    }
  }
});
