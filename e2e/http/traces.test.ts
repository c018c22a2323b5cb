import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { startBinary } from "../start-binary.ts";
import { readAttributes, startTraceSink } from "../trace-sink.ts";
import { callOperation } from "./call-operation.ts";
import { createCandidate, createEnvelope } from "./create-envelope.ts";

const preload = join(import.meta.dirname, "../../examples/tracing/tracing.ts");
const clientTraceId = "4bf92f3577b34da6a3ce929d0e0e4736";

test("a trace covers a request and the calls that it waits for, and contains no text from the caller", async () => {
  await using sink = await startTraceSink();
  using traceparents = recordTraceparents();
  await using service = await startBinary({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, TRACE_RATIO: "1" }, [
    "--import",
    preload,
  ]);
  const { sandbox, url, publicUrl } = service;
  const { key } = await sandbox.identity.createKey(await sandbox.identity.createPerson("Ada"));
  const headers = {
    authorization: `Bearer ${key}`,
    "x-forwarded-for": "203.0.113.1",
    traceparent: `00-${clientTraceId}-b7ad6b7169203331-01`,
    tracestate: "vendor=anything",
  };
  const { status } = await callOperation(url, "validateProposal", { headers, body: createEnvelope() }, publicUrl);
  assert.equal(status, 200);
  await fetch(`${url}/canary?query=canary`, { headers: { "user-agent": "canary" } });
  await service[Symbol.asyncDispose]();

  const spans = sink.spans().map((span) => ({ ...span, attributes: readAttributes(span) }));
  const calls = spans.filter(({ attributes }) => attributes["url.path"] === "/api/validate");
  const [root] = calls;
  assert.ok(root && calls.length === 1);
  assert.deepEqual([root.name, root.parentSpanId ?? ""], ["POST", ""]);
  assert.deepEqual(root.attributes, {
    "http.request.method": "POST",
    "http.response.status_code": "200",
    "url.path": "/api/validate",
  });
  const { hostname, port } = new URL(sandbox.identity.issuer);
  const introspection = spans.find(({ parentSpanId }) => parentSpanId === root.spanId);
  assert.ok(introspection);
  assert.partialDeepStrictEqual(introspection.attributes, { "server.address": hostname, "server.port": port });
  assert.ok(traceparents.includes(`00-${root.traceId}-${introspection.spanId}-01`));
  // Documents are fetched in the background, in separate traces.
  assert.ok(spans.some(({ parentSpanId = "", attributes }) => parentSpanId === "" && "server.port" in attributes));
  const secrets = [key, clientTraceId, "anything", "203.0.113.1", "canary", String(createCandidate().generatorId)];
  for (const secret of secrets) assert.ok(!sink.bodies().some((body) => body.includes(secret)), secret);
});

/** Records the `traceparent` header of every request that a server in this process receives. */
function recordTraceparents(): readonly string[] & Disposable {
  const traceparents: string[] = [];
  const record = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    traceparents.push(String(request.headers.traceparent));
  };
  subscribe("http.server.request.start", record);
  return Object.assign(traceparents, {
    [Symbol.dispose]: () => void unsubscribe("http.server.request.start", record),
  });
}
