import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Metrics, RequestTarget } from "./metrics.ts";
import { isTraced, tracer } from "./tracer.ts";

/** Headers that tell another service to which trace a request belongs. */
export type TraceHeaders = { readonly [name: string]: string };

/** Sends one request to another service and measures it; an answer can be a failure too. */
export type Observe = <Answer>(
  to: RequestTarget,
  send: (headers: TraceHeaders) => Promise<Answer>,
  isFailure?: (answer: Answer) => boolean,
) => Promise<Answer>;

/** Creates the function that measures requests, and makes a span of each if traces are wanted. */
export function createObserve({ requested }: Pick<Metrics, "requested">): Observe {
  const begin = isTraced() ? beginSpan : () => untraced;
  return async (to, send, isFailure) => {
    const startedAt = performance.now();
    const { headers, end } = begin(to);
    let hasFailed = true;
    try {
      const answer = await send(headers);
      hasFailed = isFailure?.(answer) ?? false;
      return answer;
    } finally {
      end(hasFailed);
      requested(to, (performance.now() - startedAt) / 1_000, hasFailed);
    }
  };
}

interface Begun {
  readonly headers: TraceHeaders;
  end(hasFailed: boolean): void;
}

const untraced: Begun = { headers: {}, end() {} };

// What is requested and why it failed is not told: addresses and texts of others may contain anything.
function beginSpan(to: RequestTarget): Begun {
  const parent = context.active();
  const span = tracer.startSpan(to, { kind: SpanKind.CLIENT }, parent);
  const headers: { [name: string]: string } = {};
  propagation.inject(trace.setSpan(parent, span), headers);
  return {
    headers,
    end(hasFailed) {
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
