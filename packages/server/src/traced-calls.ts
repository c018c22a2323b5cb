import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from "@opentelemetry/api";
import { type Answered, type Begun, type Call, Calls, type Head, type Outcome } from "./call.ts";
import { headerCount, headerValue, type RawHeaders } from "./shared/raw-headers.ts";
import { outcomeOf } from "./telemetry/outcome-of.ts";
import { tracer } from "./telemetry/tracer.ts";

/**
 * Calls with a span each, and one for each step. A span says which operation was called and how it ended, and nothing
 * that a caller sent.
 */
export class TracedCalls extends Calls {
  override begin(head: Head): Begun {
    const parent = parentOf(head);
    const span = tracer.startSpan(head.operation, { kind: SpanKind.SERVER }, parent);
    return super.begin({ ...head, trace: trace.setSpan(parent, span) });
  }

  override admit(...args: Parameters<Calls["admit"]>): ReturnType<Calls["admit"]> {
    return inStep("admit", args[0], () => super.admit(...args));
  }

  override authenticate(...args: Parameters<Calls["authenticate"]>): ReturnType<Calls["authenticate"]> {
    return inStep("authenticate", args[0], () => super.authenticate(...args));
  }

  override receive(...args: Parameters<Calls["receive"]>): ReturnType<Calls["receive"]> {
    return inStep("receive", args[0], () => super.receive(...args));
  }

  override run(...args: Parameters<Calls["run"]>): ReturnType<Calls["run"]> {
    return inStep("run", args[0], () => super.run(...args));
  }

  override async conclude(call: Call, outcome: Outcome): ReturnType<Calls["conclude"]> {
    const headers = await context.with(traceOf(call), () => super.conclude(call, outcome));
    endSpan(call, outcome);
    return headers;
  }
}

function inStep<Result>(name: string, call: Call, run: () => Result): Result {
  const parent = traceOf(call);
  // A call that is not sampled has a trace id all the same, for the log and for other services.
  if (call.kind === "refused" || !trace.getSpan(parent)?.isRecording()) return context.with(parent, run);
  const span = tracer.startSpan(name, {}, parent);
  const result = context.with(trace.setSpan(parent, span), run);
  if (result instanceof Promise) return result.finally(() => span.end()) as Result;
  span.end();
  return result;
}

function endSpan(call: Call, { status, problem }: Outcome): void {
  const span = trace.getSpan(traceOf(call));
  if (!span) return;
  const valid = call.kind === "answered" ? validIn(call) : undefined;
  const outcome = outcomeOf({ status, code: problem?.code, valid });
  span.setAttributes({
    "assay.via": call.head.via ?? "http",
    "assay.request_id": call.head.requestId,
    "assay.outcome": outcome,
    "http.response.status_code": status,
    ...(problem && { "assay.code": problem.code }),
  });
  if (outcome === "failed") span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function validIn({ result }: Answered): boolean | undefined {
  return "valid" in result ? result.valid : undefined;
}

function traceOf({ head }: Call): Context {
  return head.trace ?? ROOT_CONTEXT;
}

// Callers could join traces of others, or choose what is sampled. `tracestate` and `baggage` can hold any text.
function parentOf({ rawHeaders, isForwarded }: Head): Context {
  return isForwarded ? propagation.extract(ROOT_CONTEXT, rawHeaders, traceparentOnly) : ROOT_CONTEXT;
}

const traceparentOnly: TextMapGetter<RawHeaders> = {
  keys: () => ["traceparent"],
  get(rawHeaders, name) {
    // Of two, one may be the client's.
    const isIt = name.toLowerCase() === "traceparent" && headerCount(rawHeaders, "traceparent") === 1;
    return isIt ? headerValue(rawHeaders, "traceparent") : undefined;
  },
};
