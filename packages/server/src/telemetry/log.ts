import { trace } from "@opentelemetry/api";
import { type Logger, pino } from "pino";
import { isTraced } from "./tracer.ts";

/** Creates the log: one JSON object per line, and nothing unless a level is given. */
export function createLog(options?: { readonly level: string; readonly to?: { write(line: string): void } }): Logger {
  const settings = {
    level: options?.level ?? "silent",
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    ...(isTraced() && { mixin: traceId }),
  };
  return options?.to ? pino(settings, options.to) : pino(settings);
}

function traceId(): { readonly traceId?: string } {
  const span = trace.getActiveSpan();
  return span ? { traceId: span.spanContext().traceId } : {};
}
