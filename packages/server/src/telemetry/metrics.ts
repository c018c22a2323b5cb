import type { CallEvent } from "./events.ts";

/** Counters for the operator, in the text format of Prometheus. */
export interface Metrics {
  call(event: Pick<CallEvent, "operation" | "status" | "code">): void;
  text(): string;
}

export function createMetrics(): Metrics {
  const calls = new Map<string, number>();
  return {
    call({ operation, status, code = "" }) {
      const labels = `operation="${operation}",status="${status}",code="${code}"`;
      calls.set(labels, (calls.get(labels) ?? 0) + 1);
    },
    text() {
      const lines = [...calls].sort().map(([labels, count]) => `assay_calls_total{${labels}} ${count}`);
      return [
        "# HELP assay_calls_total Calls by operation, status and problem code.",
        "# TYPE assay_calls_total counter",
        ...lines,
        "",
      ].join("\n");
    },
  };
}
