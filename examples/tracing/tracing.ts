// Sends the traces of Assay to a collector, by OTLP over HTTP. Loaded before the service:
//   npm install @opentelemetry/api@1.10.0 @opentelemetry/context-async-hooks@3.1.1 @opentelemetry/core@3.1.1 \
//     @opentelemetry/exporter-trace-otlp-http@0.301.0 @opentelemetry/resources@3.1.1 @opentelemetry/sdk-trace@3.1.1
//   NODE_OPTIONS="--import=./tracing.ts" OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 assay-server
// TRACE_RATIO is the share of calls that are traced (default: 0.01); a call that a trusted proxy traces is always traced.
import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";

const { TRACE_RATIO = "0.01", OTEL_SERVICE_NAME = "assay" } = process.env;

// The log needs it for traceId, and spans need it to find their parents.
context.setGlobalContextManager(new AsyncLocalStorageContextManager());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());

/** Exported for those who want to send what is left before its time. */
export const provider = new TracerProvider({
  resource: resourceFromAttributes({ "service.name": OTEL_SERVICE_NAME }),
  sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(Number(TRACE_RATIO)) }),
  // An object with the exporter: given the exporter itself, this version would send nothing and report nothing.
  spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
});
trace.setGlobalTracerProvider(provider);

// The service is closed by then, and the process waits two seconds for the last spans.
process.once("beforeExit", () => {
  provider.shutdown().catch((reason) => console.error(`The last spans were not sent: ${reason}`));
});
