import { isSpanContextValid, type Tracer, trace } from "@opentelemetry/api";

/** Creates spans; they go nowhere unless an SDK was loaded before the service. */
export const tracer: Tracer = trace.getTracer("@assay/server");

/** Whether an SDK is there: it gives every span an id, also those that it does not sample. */
export function isTraced(): boolean {
  return isSpanContextValid(tracer.startSpan("is there an SDK").spanContext());
}
