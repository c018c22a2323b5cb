import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { figure } from "@assay/testing/figure";
import { waitUntil } from "@assay/testing/wait-until";
import { exchange } from "../http/exchange.ts";
import { head } from "../http/raw/raw-case.ts";
import { createCandidate, createEnvelope } from "../http/service.ts";
import { startTraceSink } from "../trace-sink.ts";
import { bearer, createJunkKey, type Service, startService } from "./service.ts";
import { signCall } from "./sign-call.ts";

// Everything in this file is traced, as an operator would trace it.
const sink = await startTraceSink();
Object.assign(process.env, { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, TRACE_RATIO: "1" });
const { provider } = await import("../../examples/tracing/tracing.ts");
after(async () => {
  await provider.shutdown();
  await sink[Symbol.asyncDispose]();
});

const valid = JSON.stringify(createEnvelope());

test("a key is nowhere to be found but with the identity service, wherever a caller put it", async () => {
  using arrivals = recordArrivals();
  await using service = await startService({ refreshSeconds: 0.2, more: { trustedProxies: ["127.0.0.0/8"] } });
  const { identity } = service;
  const { id, key } = await identity.createKey(await identity.createPerson("Ada"));
  const asks = arrivals.listArrivals(identity.issuer).length;
  const seen = await sendEverywhere(service, key);
  await identity.revokeKey(id);
  service.advance(31);
  seen.push(...(await sendEverywhere(service, key)));
  assert.ok(arrivals.listArrivals(identity.issuer).length > asks);

  for (const fail of [() => identity.failWith(500), () => identity.failWith(401), () => identity.kill()]) {
    await fail();
    service.advance(130);
    for (const canary of [key, await service.createKey()]) seen.push(...(await sendEverywhere(service, canary)));
  }
  await identity.revive();
  identity.resume();
  await service.sandbox.datamint[Symbol.asyncDispose]();
  seen.push(...(await sendEverywhere(service, key)));
  await waitUntil("a refresh fails", () => service.findLogLines("refresh-failed").length);
  seen.push(await (await fetch(`${service.app.operatorUrl}/metrics`)).text());

  const upstream = arrivals.listArrivals(service.sandbox.datamint.origin);
  assert.ok(upstream.some((request) => request.includes("/spec-packages/")));
  assert.ok(upstream.some((request) => request.includes("/registry")));
  assert.ok(service.findLogLines("identity-failed").length > 0);
  assertClean(key, "answers and pages", seen);
  assertClean(key, "log lines", service.logLines);
  assertClean(key, "requests for spec packages and registries", upstream);
  assertClean(key, "addresses and headers of requests to the identity service", arrivals.listArrivals(identity.issuer));
  await provider.forceFlush();
  const spans = sink.spans().map((span) => JSON.stringify(span));
  for (const path of ["/api/validate", new URL(identity.issuer).port, "/registry"])
    assert.ok(
      spans.some((span) => span.includes(path)),
      path,
    );
  assertClean(key, "spans", spans);
});

test("a body that holds the caller's own key is refused unread, and nothing of the key comes back", async () => {
  await using service = await startService();
  const key = await service.createKey();
  const headers = { ...bearer(key), "x-request-id": key, referer: `https://x.example/${key}` };
  const seen: string[] = [];
  for (const body of createBodies(key)) {
    const answer = await service.call("buildProposal", { headers, body, query: `key=${key}` });
    assert.deepEqual([answer.status, answer.json.code], [422, "credential-in-body"], body);
    seen.push(JSON.stringify(answer));
  }
  const { type } = JSON.parse(JSON.parse(seen[0] as string).body);
  seen.push(await (await fetch(type, { headers: bearer(key) })).text());
  assert.equal(service.findLogLines("call").length, seen.length - 1);
  assertClean(key, "answers to bodies that hold it, and pages", seen);
  assertClean(key, "log lines about bodies that hold it", service.logLines);

  // A key that is another's, or only resembles the caller's, is a text like any other.
  for (const generatorName of [await service.createKey(), key.slice(0, -1), key.toUpperCase()]) {
    const body = createEnvelope({ candidate: createCandidate({ generatorName }) });
    assert.equal((await service.call("validateProposal", { headers: bearer(key), body })).status, 200);
  }
});

test("an identity service that repeats a key in its answers does not bring it into a log", async () => {
  const repeating: { respond(token: string): readonly [number, string] } = { respond: () => [200, ""] };
  const server = createServer(async (request, response) => {
    const token = new URLSearchParams(await text(request)).get("token") ?? "";
    const [status, body] = repeating.respond(token);
    response.writeHead(status, `No ${token}`, { location: `/${token}`, "x-token": token }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const introspectionUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/introspect`;
    await using service = await startService({ introspectionUrl });
    const key = createJunkKey();
    const seen: string[] = [];
    const bodies = ["{token}", '{"active":"{token}"}'];
    for (const status of [200, 302, 401, 500]) {
      for (const body of bodies) {
        repeating.respond = (token) => [status, body.replace("{token}", token)];
        const answer = await service.call("validateProposal", { headers: bearer(key), body: createEnvelope() });
        assert.equal(answer.status, 503);
        seen.push(JSON.stringify(answer));
        // An answer that can be used, so that the next one is asked for at once.
        repeating.respond = () => [200, '{"active":false}'];
        await service.call("validateProposal", { headers: bearer(createJunkKey()), body: createEnvelope() });
      }
    }
    assert.equal(service.findLogLines("identity-failed").length, seen.length);
    assertClean(key, "answers, with an identity service that repeats it", seen);
    assertClean(key, "log lines, with an identity service that repeats it", service.logLines);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

/** Puts a key wherever a caller may put one, and tells all that came back but for what quotes a body to its sender. */
async function sendEverywhere(service: Service, key: string): Promise<string[]> {
  const own = `Authorization: Bearer ${await service.createKey()}`;
  await sendEach(service, listBodies(key, own));
  return await sendEach(service, [...listHeaders(service, key, own), ...listAddresses(key, own)]);
}

function listHeaders(service: Service, key: string, own: string): readonly string[] {
  const proxied = Object.entries(signCall(service).headers).map(([name, value]) => `${name}: ${value}`);
  return [
    ...[`Bearer ${key}`, key, `Basic ${key}`, `Bearer ${key} ${key}`, `Bearer ${key}x`].flatMap((credentials) => [
      writePost(valid, `Authorization: ${credentials}`),
      head("GET /api/domains HTTP/1.1", `Authorization: ${credentials}`),
      writePost('{"candidate":', `Authorization: ${credentials}`),
      head("GET /nothing HTTP/1.1", `Authorization: ${credentials}`),
      head("DELETE /api/validate HTTP/1.1", `Authorization: ${credentials}`),
    ]),
    writePost(valid, `Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`),
    writePost(valid, `Authorization: Bearer ${key}`, ...proxied),
    writePost(valid, ...proxied, `X-Adt-Proxy-Key: ${key}`),
    ...[key, `Bearer_${key}`, `agent-${key}`, `x${key}!`].flatMap((claim) => [
      writePost(valid, `X-Adt-Proxy-Agent: ${claim}`),
      writePost(valid, `X-Adt-Proxy-Issuer: ${claim}`),
    ]),
    writePost(valid, own, `X-Api-Key: ${key}`, `X-Request-Id: ${key}`, `Cookie: key=${key}`, `Traceparent: ${key}`),
    writePost(valid, own, `Traceparent: 00-${key}-${key}-01`, `Tracestate: a=${key}`, `Baggage: a=${key}`),
    writePost(valid, own, `Traceparent: 00-${"a".repeat(32)}-${"b".repeat(16)}-01`, `Tracestate: a=${key}`),
    writePost(valid, own, `Origin: https://${key}.example`, `Referer: https://x.example/${key}`, `User-Agent: ${key}`),
    writePost(valid, own, `Expect: ${key}`),
    writePost(valid, `Authorization : Bearer ${key}`),
    head("POST /api/validate HTTP/1.1", own, `Content-Type: ${key}`, "Content-Length: 0"),
  ];
}

function listAddresses(key: string, own: string): readonly string[] {
  const paths = [`/api/domains?key=${key}`, `/${key}`, `/problems/${key}`, `/diagnostics/${key}`, `/api/%2e/${key}`];
  return [...paths.map((path) => head(`GET ${path} HTTP/1.1`, own)), `GET /${key}\r\n\r\n`];
}

function listBodies(key: string, own: string): readonly string[] {
  return createBodies(key).map((body) => writePost(body, own));
}

/** Bodies with a key in every kind of place; `body-contains-key.test.ts` of the server has every way to spell it. */
function createBodies(spelling: string): readonly string[] {
  const key = "<key>";
  const envelopes = [
    ...[{ [key]: 1 }, { key }, { targetProduct: key }, { domainId: key }, { candidate: key }],
    ...[{ options: { [key]: true } }, { options: { fixes: key } }],
  ];
  const candidates = [
    ...[{ [key]: 1 }, { generatorId: key }, { owner: { kind: key } }, { generatorName: `${key} and more` }],
    ...[{ sampleRecords: [{ [key]: 1 }, { cardNumber: key }] }, { note: { deep: [[{ deeper: key }]] } }],
    { description: JSON.stringify({ nested: key }) },
  ];
  const unreadable = [
    ...[key, `\\${key}`, `{"candidate":"${key}`, `{"candidate":${key}}`, `{"${key}":1,"${key}":2}`, `{"${key}" 1}`],
    ...[`{"${key}":{"a":1,"a":2}}`, `{"${key}":1e999}`, `["${key}",]`, `${"[".repeat(40)}"${key}"`],
  ];
  return [
    ...envelopes.map((members) => JSON.stringify(createEnvelope(members))),
    ...candidates.map((members) => JSON.stringify(createEnvelope({ candidate: createCandidate(members) }))),
    ...unreadable,
  ].map((body) => body.replaceAll(key, () => spelling));
}

function writePost(body: string, ...headers: readonly string[]): string {
  const announced = ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`];
  return `${head("POST /api/validate HTTP/1.1", ...announced, ...headers)}${body}`;
}

async function sendEach(service: Service, requests: readonly string[]): Promise<string[]> {
  const received: string[] = [];
  for (const request of requests) {
    const { answers, rest } = await exchange(service.url, request, { expect: 1 });
    assert.equal(answers.length, 1, request);
    received.push(`${JSON.stringify(answers)}${rest}`);
  }
  return received;
}

/** Every request that arrives at any server of this process: its address and its headers. */
function recordArrivals(): { listArrivals(origin: string): readonly string[] } & Disposable {
  const arrived: { readonly port: number | undefined; readonly text: string }[] = [];
  const record = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    arrived.push({ port: request.socket.localPort, text: [request.url, ...request.rawHeaders].join("\n") });
  };
  subscribe("http.server.request.start", record);
  return {
    listArrivals: (origin) =>
      arrived.filter(({ port }) => port === Number(new URL(origin).port)).map(({ text }) => text),
    [Symbol.dispose]: () => void unsubscribe("http.server.request.start", record),
  };
}

function assertClean(key: string, where: string, texts: readonly string[]): void {
  // A few letters are enough: a message that cuts it short still tells a part.
  const part = key.slice(3, 9);
  const hits = texts.filter((found) => found.includes(part));
  figure(`a canary key in ${texts.length} ${where}: hits`, hits.length, 0);
  assert.equal(hits.length, 0, hits[0]);
}
