import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { waitUntil } from "@assay/testing/wait-until";
import { runBinary, startBinary } from "../start-binary.ts";
import { attributesOf, startTraceSink } from "../trace-sink.ts";
import { aCandidate, anEnvelope, callAt } from "./service.ts";

const preload = join(import.meta.dirname, "../../examples/tracing/tracing.ts");
const fromProxy = "0af7651916cd43dd8448eb211c80319c";
const fromClient = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = (traceId: string) => `00-${traceId}-b7ad6b7169203331-01`;

test("a call that a trusted proxy traces is traced on, to the log, to others and to the collector", async () => {
  await using sink = await startTraceSink();
  using arrivals = recordTraces();
  await using service = await startBinary(
    { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, TRACE_RATIO: "0", ASSAY_TRUSTED_PROXIES: "127.0.0.0/8" },
    ["--import", preload],
  );
  const { sandbox, url, publicUrl } = service;
  const { key } = await sandbox.identity.createKey(await sandbox.identity.createPerson("Ada"));
  const headers = {
    authorization: `Bearer ${key}`,
    "x-forwarded-for": "203.0.113.1",
    traceparent: traceparent(fromProxy),
    tracestate: "vendor=anything",
  };
  const call = () => callAt(url, "validateProposal", { headers, body: anEnvelope() }, publicUrl);
  const { headers: answered } = await call();
  await service[Symbol.asyncDispose]();

  const spans = sink.spans().filter(({ traceId }) => traceId === fromProxy);
  assert.deepEqual(sink.spans().length, spans.length, "nothing else is sampled");
  const [root, ...more] = spans.filter(({ name }) => name === "validateProposal");
  assert.ok(root && more.length === 0);
  assert.equal(root.parentSpanId, "b7ad6b7169203331");
  assert.deepEqual(attributesOf(root), {
    "assay.via": "http",
    "assay.request_id": answered["x-request-id"],
    "assay.outcome": "valid",
    "http.response.status_code": "200",
  });
  const parents = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  const below = spans.filter((span) => span !== root).map((span) => [span.name, parents.get(span.parentSpanId ?? "")]);
  assert.deepEqual(below.toSorted(), [
    ["admit", "validateProposal"],
    ["authenticate", "validateProposal"],
    ["introspection", "authenticate"],
    ["receive", "validateProposal"],
    ["run", "validateProposal"],
  ]);
  const asked = spans.find(({ name }) => name === "introspection");
  assert.deepEqual(arrivals.at(sandbox.identity.issuer), [`00-${fromProxy}-${asked?.spanId}-01`]);
  for (const secret of [key, "203.0.113.1", "127.0.0.1", String(aCandidate().generatorId)]) {
    assert.ok(!sink.received.some((body) => body.includes(secret)), secret);
  }
  const lines = service
    .output()
    .split("\n")
    .filter((line) => line.includes('"event":"call"'));
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).traceId),
    [fromProxy],
  );
});

test("a caller cannot choose a trace, and what is sampled here is traced to the last call", async () => {
  await using sink = await startTraceSink();
  await using service = await startBinary({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, TRACE_RATIO: "1" }, [
    "--import",
    preload,
  ]);
  const headers = { traceparent: traceparent(fromClient) };
  for (let call = 0; call < 3; call += 1) {
    const { status } = await callAt(service.url, "listDomains", { headers }, service.publicUrl);
    assert.equal(status, 200);
  }
  await service[Symbol.asyncDispose]();
  const calls = sink.spans().filter(({ name }) => name === "listDomains");
  assert.equal(calls.length, 3);
  assert.ok(calls.every(({ parentSpanId = "" }) => parentSpanId === ""));
  assert.equal(new Set(calls.map(({ traceId }) => traceId)).size, 3);
  assert.ok(!sink.received.some((body) => body.includes(fromClient)));
  // What is fetched in the background is a trace of its own.
  for (const name of ["spec-package", "registry"])
    assert.ok(
      sink.spans().some((span) => span.name === name),
      name,
    );
});

test("a collector that is down does not change how the service ends", async () => {
  await using service = runBinary({
    productUrl: "http://127.0.0.1:9",
    NODE_OPTIONS: `--import=${preload}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    TRACE_RATIO: "1",
  });
  const isDone = (output: string) => output.includes('"event":"refresh-failed"');
  await waitUntil("something was traced", service.output, { isDone });
  service.kill("SIGTERM");
  assert.deepEqual(await service.exited, { code: 0, signal: null });
});

/** The traces of requests that arrive at servers of this process, except for those that are none of Assay's. */
function recordTraces(): { at(origin: string): readonly string[] } & Disposable {
  const arrived: { readonly port: number | undefined; readonly traceparent: string }[] = [];
  const record = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    const { traceparent: sent } = request.headers;
    assert.equal(request.headers.tracestate, undefined);
    if (typeof sent === "string" && sent.includes(fromProxy)) {
      arrived.push({ port: request.socket.localPort, traceparent: sent });
    }
  };
  subscribe("http.server.request.start", record);
  return {
    at: (origin) => arrived.filter(({ port }) => port === Number(new URL(origin).port)).map((one) => one.traceparent),
    [Symbol.dispose]: () => void unsubscribe("http.server.request.start", record),
  };
}
