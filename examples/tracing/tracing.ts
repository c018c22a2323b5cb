// Sends Assay's traces to a collector with OTLP over HTTP. Load it before the service:
//   npm install @opentelemetry/api@1.10.0 @opentelemetry/context-async-hooks@3.0.0 @opentelemetry/core@3.0.0 \
//     @opentelemetry/exporter-trace-otlp-http@0.300.0 @opentelemetry/instrumentation@0.300.0 \
//     @opentelemetry/instrumentation-http@0.300.0 @opentelemetry/instrumentation-undici@0.34.0 \
//     @opentelemetry/resources@3.0.0 @opentelemetry/sdk-trace@3.0.0
//   NODE_OPTIONS="--import=./tracing.ts" OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 assay-server
// TRACE_RATIO is the fraction of requests to trace (default: 0.01).
import { register } from "node:module";
import { context, propagation, SpanKind, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { registerInstrumentations } from "@opentelemetry/instrumentation";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { UndiciInstrumentation } from "@opentelemetry/instrumentation-undici";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";

const { TRACE_RATIO = "0.01", OTEL_SERVICE_NAME = "assay" } = process.env;

// Instruments only these modules, and only if they are imported after this line.
register("@opentelemetry/instrumentation/hook.mjs", import.meta.url, {
  data: { include: ["http", "node:http", "https", "node:https"] },
});

// Lets a span find its parent.
context.setGlobalContextManager(new AsyncLocalStorageContextManager());

// Every trace begins here: callers choose neither its id nor whether it is sampled, and their `tracestate` is dropped.
const w3c = new W3CTraceContextPropagator();
propagation.setGlobalPropagator({
  inject: (...args) => w3c.inject(...args),
  extract: (active) => active,
  fields: () => w3c.fields(),
});

const keptAttributes = new Set(["http.request.method", "http.response.status_code"]);
// Kept only for requests to other services, where operators configure them. In requests to Assay, callers choose them.
const keptClientAttributes = new Set([...keptAttributes, "server.address", "server.port", "url.path"]);
const ownPath = /^\/(?:api\/(?:domains|validate|build)|mcp|livez|readyz|metrics)$/;

/** Drops data that the instrumentation copies from requests: queries, headers, addresses and error messages. */
const clean: SpanProcessor = {
  onStart() {},
  onEnd({ kind, attributes, events, status }) {
    const names = kind === SpanKind.CLIENT ? keptClientAttributes : keptAttributes;
    for (const [name, value] of Object.entries(attributes)) {
      const isOwnPath = name === "url.path" && ownPath.test(String(value));
      if (!names.has(name) && !isOwnPath) delete attributes[name];
    }
    events.length = 0;
    delete status.message;
  },
  forceFlush: async () => {},
  shutdown: async () => {},
};

/** Exported so that other code can send the remaining spans early. */
export const provider = new TracerProvider({
  resource: resourceFromAttributes({ "service.name": OTEL_SERVICE_NAME }),
  sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(Number(TRACE_RATIO)) }),
  // Pass an object: given the exporter itself, this version silently sends nothing.
  spanProcessors: [clean, new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
});
trace.setGlobalTracerProvider(provider);
registerInstrumentations({ instrumentations: [new HttpInstrumentation(), new UndiciInstrumentation()] });

// The service is closed at this point, and the process waits up to two seconds for the last spans.
process.once("beforeExit", () => {
  provider.shutdown().catch((reason) => console.error(`The last spans were not sent: ${reason}`));
});
