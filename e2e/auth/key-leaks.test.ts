import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { after, test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { waitUntil } from "@assay/testing/wait-until";
import { createCandidate, createEnvelope } from "../http/create-envelope.ts";
import { exchange } from "../http/exchange.ts";
import { head } from "../http/raw/raw-case.ts";
import { startScriptedServer } from "../scripted-server.ts";
import { startTraceSink } from "../trace-sink.ts";
import { signCall } from "./sign-call.ts";
import { bearer, createJunkKey, type Service, startService } from "./start-service-with-identity.ts";

// All tests in this file run with tracing enabled, the way an operator would set it up.
const sink = await startTraceSink();
Object.assign(process.env, { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, TRACE_RATIO: "1" });
const { provider } = await import("../../examples/tracing/tracing.ts");
after(async () => {
  await provider.shutdown();
  await sink[Symbol.asyncDispose]();
});

const valid = JSON.stringify(createEnvelope());

test("a key anywhere in a request reaches only the identity service", async () => {
  using recorder = recordRequests();
  await using service = await startService({ refreshSeconds: 0.2, app: { trustedProxies: ["127.0.0.0/8"] } });
  const { identity } = service;
  const { id, key } = await identity.createKey(await identity.createPerson("Ada"));
  const keys = [key];
  const callsBefore = recorder.listRequests(identity.issuer).length;
  const answers = await sendEverywhere(service, key);
  await identity.revokeKey(id);
  service.advance(31); // A key counts as active for 30 seconds after the identity service confirmed it.
  answers.push(...(await sendEverywhere(service, key)));
  assert.ok(recorder.listRequests(identity.issuer).length > callsBefore);

  for (const startOutage of [() => identity.failWith(500), () => identity.failWith(401), () => identity.kill()]) {
    await startOutage();
    service.advance(130); // During an outage, a key stays accepted for up to 120 seconds.
    const freshKey = await service.createKey();
    keys.push(freshKey);
    for (const sentKey of [key, freshKey]) answers.push(...(await sendEverywhere(service, sentKey)));
  }
  await identity.revive();
  identity.resume();
  await service.sandbox.datamint[Symbol.asyncDispose]();
  answers.push(...(await sendEverywhere(service, key)));
  await waitUntil("a refresh fails", () => service.findLogLines("refresh-failed").length);
  answers.push(await (await fetch(`${service.app.operatorUrl}/metrics`)).text());

  const productRequests = recorder.listRequests(service.sandbox.datamint.origin);
  assert.ok(productRequests.some((request) => request.includes("/spec-packages/")));
  assert.ok(productRequests.some((request) => request.includes("/registry")));
  assert.ok(service.findLogLines("identity-failed").length > 0);
  assertNoLeak(keys, "answers and pages", answers);
  assertNoLeak(keys, "log lines", service.logLines);
  assertNoLeak(keys, "requests for spec packages and registries", productRequests);
  assertNoLeak(keys, "URLs and headers of requests to the identity service", recorder.listRequests(identity.issuer));
  await provider.forceFlush();
  const spans = sink.spans().map((span) => JSON.stringify(span));
  const tracedUrls = ["/api/validate", new URL(identity.issuer).port, "/registry"];
  assert.ok(tracedUrls.every((part) => spans.some((span) => span.includes(part))));
  assertNoLeak(keys, "spans", spans);
});

test("a body that contains the caller's own key is refused, and the answer repeats no part of the key", async () => {
  await using service = await startService();
  const key = await service.createKey();
  const headers = { ...bearer(key), "x-request-id": key, referer: `https://x.example/${key}` };
  const answers: string[] = [];
  for (const body of createBodies(key)) {
    const answer = await service.call("buildProposal", { headers, body, query: `key=${key}` });
    assert.deepEqual([answer.status, answer.json.code], [422, "credential-in-body"], body);
    answers.push(JSON.stringify(answer));
  }
  const { type } = JSON.parse(JSON.parse(answers[0] as string).body);
  answers.push(await (await fetch(type, { headers: bearer(key) })).text());
  assert.equal(service.findLogLines("call").length, answers.length - 1);
  assertNoLeak([key], "answers to bodies with a key, and pages", answers);
  assertNoLeak([key], "log lines about bodies with a key", service.logLines);

  // Another caller's key is ordinary text, and so is a string that only resembles the caller's key.
  for (const generatorName of [await service.createKey(), key.slice(0, -1), key.toUpperCase()]) {
    const body = createEnvelope({ candidate: createCandidate({ generatorName }) });
    assert.equal((await service.call("validateProposal", { headers: bearer(key), body })).status, 200);
  }
});

test("a key that the identity service repeats in its answers reaches neither callers nor the log", async () => {
  let [status, template] = [200, ""];
  await using identity = await startScriptedServer((response, _, body) => {
    const token = new URLSearchParams(body).get("token") ?? "";
    const headers = { location: `/${token}`, "x-token": token };
    response.writeHead(status, `No ${token}`, headers).end(template.replace("{token}", token));
  });
  await using service = await startService({ introspectionUrl: `${identity.origin}/introspect` });
  const key = createJunkKey();
  const answers: string[] = [];
  for (const failureStatus of [200, 302, 401, 500]) {
    for (const failureTemplate of ["{token}", '{"active":"{token}"}']) {
      [status, template] = [failureStatus, failureTemplate];
      const answer = await service.call("validateProposal", { headers: bearer(key), body: createEnvelope() });
      assert.equal(answer.status, 503);
      answers.push(JSON.stringify(answer));
      // A valid answer in between, because Assay would stop asking after a few failures in a row.
      [status, template] = [200, '{"active":false}'];
      await service.call("validateProposal", { headers: bearer(createJunkKey()), body: createEnvelope() });
    }
  }
  assert.equal(service.findLogLines("identity-failed").length, answers.length);
  assertNoLeak([key], "answers while the identity service repeats keys", answers);
  assertNoLeak([key], "log lines while the identity service repeats keys", service.logLines);
});

/** Sends a key in every part of a request. Returns no answers to bodies, because these can quote the key. */
async function sendEverywhere(service: Service, key: string): Promise<string[]> {
  const validHeader = `Authorization: Bearer ${await service.createKey()}`;
  const withKeyInBody = createBodies(key).map((body) => writePost(body, validHeader));
  await sendAll(service, withKeyInBody);
  return await sendAll(service, [...putIntoHeaders(service, key, validHeader), ...putIntoUrl(key, validHeader)]);
}

/** Creates requests with the key in headers. `validHeader` contains another key, which authenticates them. */
function putIntoHeaders(service: Service, key: string, validHeader: string): readonly string[] {
  const signedHeaders = Object.entries(signCall(service).headers).map(([name, value]) => `${name}: ${value}`);
  return [
    ...[`Bearer ${key}`, key, `Basic ${key}`, `Bearer ${key} ${key}`, `Bearer ${key}x`].flatMap((credentials) => [
      writePost(valid, `Authorization: ${credentials}`),
      head("GET /api/domains HTTP/1.1", `Authorization: ${credentials}`),
      writePost('{"candidate":', `Authorization: ${credentials}`),
      head("GET /nothing HTTP/1.1", `Authorization: ${credentials}`),
      head("DELETE /api/validate HTTP/1.1", `Authorization: ${credentials}`),
    ]),
    writePost(valid, `Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`),
    writePost(valid, `Authorization: Bearer ${key}`, ...signedHeaders),
    writePost(valid, ...signedHeaders, `X-Adt-Proxy-Key: ${key}`),
    ...[key, `Bearer_${key}`, `agent-${key}`, `x${key}!`].flatMap((claim) => [
      writePost(valid, `X-Adt-Proxy-Agent: ${claim}`),
      writePost(valid, `X-Adt-Proxy-Issuer: ${claim}`),
    ]),
    writePost(
      valid,
      validHeader,
      `X-Api-Key: ${key}`,
      `X-Request-Id: ${key}`,
      `Cookie: key=${key}`,
      `Traceparent: ${key}`,
    ),
    writePost(valid, validHeader, `Traceparent: 00-${key}-${key}-01`, `Tracestate: a=${key}`, `Baggage: a=${key}`),
    writePost(valid, validHeader, `Traceparent: 00-${"a".repeat(32)}-${"b".repeat(16)}-01`, `Tracestate: a=${key}`),
    writePost(
      valid,
      validHeader,
      `Origin: https://${key}.example`,
      `Referer: https://x.example/${key}`,
      `User-Agent: ${key}`,
    ),
    writePost(valid, validHeader, `Expect: ${key}`),
    writePost(valid, `Authorization : Bearer ${key}`),
    head("POST /api/validate HTTP/1.1", validHeader, `Content-Type: ${key}`, "Content-Length: 0"),
  ];
}

function putIntoUrl(key: string, validHeader: string): readonly string[] {
  const paths = [`/api/domains?key=${key}`, `/${key}`, `/problems/${key}`, `/diagnostics/${key}`, `/api/%2e/${key}`];
  return [...paths.map((path) => head(`GET ${path} HTTP/1.1`, validHeader)), `GET /${key}\r\n\r\n`];
}

/** Creates bodies with the key in many positions. The server's `body-contains-key.test.ts` covers every spelling. */
function createBodies(actualKey: string): readonly string[] {
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
  ].map((body) => body.replaceAll(key, () => actualKey));
}

function writePost(body: string, ...headers: readonly string[]): string {
  const contentHeaders = ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`];
  return `${head("POST /api/validate HTTP/1.1", ...contentHeaders, ...headers)}${body}`;
}

async function sendAll(service: Service, requests: readonly string[]): Promise<string[]> {
  const received: string[] = [];
  for (const request of requests) {
    const { answers, rest } = await exchange(service.url, request, { expect: 1 });
    assert.equal(answers.length, 1, request);
    received.push(`${JSON.stringify(answers)}${rest}`);
  }
  return received;
}

/** Records the URL and headers of every request that any server in this process receives. */
function recordRequests(): { listRequests(origin: string): readonly string[] } & Disposable {
  const requests: { readonly port: number | undefined; readonly text: string }[] = [];
  const record = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    requests.push({ port: request.socket.localPort, text: [request.url, ...request.rawHeaders].join("\n") });
  };
  subscribe("http.server.request.start", record);
  return {
    listRequests: (origin) =>
      requests.filter(({ port }) => port === Number(new URL(origin).port)).map(({ text }) => text),
    [Symbol.dispose]: () => void unsubscribe("http.server.request.start", record),
  };
}

function assertNoLeak(keys: readonly string[], where: string, texts: readonly string[]): void {
  // Looks for a few characters of each key, because a shortened message can still disclose a part of it.
  const parts = keys.map((key) => key.slice(3, 9));
  const leaks = texts.filter((text) => parts.some((part) => text.includes(part)));
  printFigure(`occurrences of a sent key in ${texts.length} ${where}`, leaks.length, 0);
  assert.equal(leaks.length, 0, leaks[0]);
}
