import { formatMetric } from "./format-metric.ts";

/** Formats the resource usage of the process. Names that begin with `process_` are the standard names in Prometheus. */
export function formatProcessMetrics(version: string): readonly string[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  const { active, idle } = performance.eventLoopUtilization();
  return [
    ...formatMetric("assay_build_info", "gauge", "1, with the version of Assay and of Node.", [
      [`version="${version}",node="${process.versions.node}"`, 1],
    ]),
    ...formatMetric("assay_event_loop_seconds_total", "counter", "Time that the event loop spent working or waiting.", [
      ['state="active"', active / 1_000],
      ['state="idle"', idle / 1_000],
    ]),
    ...formatMetric("process_cpu_seconds_total", "counter", "Processor time used by all threads.", [
      ["", (user + system) / 1e6],
    ]),
    ...formatMetric("process_resident_memory_bytes", "gauge", "Memory of the process.", [["", rss]]),
    ...formatMetric("process_start_time_seconds", "gauge", "When the process started, in seconds since 1970.", [
      ["", performance.timeOrigin / 1_000],
    ]),
    ...formatMetric("assay_heap_bytes", "gauge", "Memory that JavaScript uses: objects on the heap, and buffers.", [
      ['space="heap"', heapUsed],
      ['space="external"', external],
    ]),
  ];
}
