import { type DomainName, operationIds, type ProblemEntry, problemCatalogue } from "@assay/contract";
import type { CallEvent } from "./call-event.ts";
import { type DomainHealth, formatDomainMetrics } from "./format-domain-metrics.ts";
import { formatLabels, formatMetric } from "./format-metric.ts";
import { formatProcessMetrics } from "./format-process-metrics.ts";
import { createHistogram } from "./histogram.ts";

/** Metrics for the operator, in the Prometheus text format. */
export interface Metrics {
  countCall(call: CallEvent): void;
  /** A client was refused repeatedly within a minute. */
  countPersistentClient(): void;
  /** A request to another service ended. */
  observeRequest(target: RequestTarget, seconds: number, hasFailed: boolean): void;
  /** The event loop ran a timer late. */
  observeLoopDelay(seconds: number): void;
  /** A document of a domain could not be refreshed. */
  countRefreshFailure(failure: DomainName & { readonly part: string; readonly kind: RefreshFailureKind }): void;
  /** A call was counted, or refused by its rate limit. */
  countCharge(kind: ChargeKind): void;
  /** A signed call was accepted while the store was unavailable, so other instances do not know its nonce. */
  countLocalNonce(): void;
  /** A request got 503 `overloaded`. Most are not logged, because a flood of requests would flood the log. */
  countOverload(): void;
  /** A trusted proxy forwarded a request without the address of its client. */
  countUnknownClient(): void;
  /** A request had `X-Forwarded-For`, but no proxy is trusted. */
  countIgnoredForwarding(): void;
  /** The store did not answer a command, or gave an invalid answer. */
  countStoreFailure(): void;
  /** Sets whether this instance counts calls on its own because the store is unavailable. */
  setDegraded(isDegraded: boolean): void;
  formatText(state: ServiceState): string;
}

/** The values of the `outcome` label of calls. */
const outcomes = ["valid", "invalid", "refused", "limited", "failed"] as const;

const upstreams = ["spec-package", "registry", "introspection", "key-set"] as const;
/** Another service that this service sends requests to. */
export type RequestTarget = (typeof upstreams)[number] | "store";

/** Why a refresh failed: the document was not received, it was rejected, or its check was interrupted. */
export type RefreshFailureKind = "fetch" | "invalid" | "aborted";

type ChargeKind = "counted" | "over" | "replayed";

/** The current state of the service, for the gauges. */
interface ServiceState {
  readonly version: string;
  readonly connections: number;
  readonly domains: readonly DomainHealth[];
}

// With +Inf, the sum and the count, nine bounds produce twelve rows: 480 rows for all combinations of labels.
const callBounds = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const requestBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const delayBounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

const requestOutcomes = ["ok", "failed"] as const;

// Product teams choose the ids of rules, and can publish new ones with every version.
const maxErrorRows = 2_000;
const otherErrors = formatLabels({ product: "other", domain: "other", code: "other", rule: "other" });

/** Creates metrics that all start at 0. */
export function createMetrics(): Metrics {
  const calls = new Map<string, number>();
  const errorCounts = new Map<string, number>();
  const refreshFailures = new Map<string, number>();
  let isDegraded = 0;
  const counters = {
    countCharge: createCounter<ChargeKind>(
      "assay_limit_total",
      "Calls within the rate limit (counted), over it (over), and signed calls received twice (replayed).",
      { result: ["counted", "over", "replayed"] },
    ),
    countPersistentClient: createCounter(
      "assay_limit_persistent_total",
      "Clients that were refused repeatedly, each at most once a minute; the log names up to ten of them a minute.",
    ),
    countLocalNonce: createCounter(
      "assay_limit_local_nonces_total",
      "Signed calls accepted while Redis was unavailable.",
    ),
    countOverload: createCounter("assay_overloaded_total", "Requests that got 503 overloaded."),
    countUnknownClient: createCounter(
      "assay_forwarded_without_address_total",
      "Requests from a trusted proxy without a usable client address.",
    ),
    countIgnoredForwarding: createCounter(
      "assay_forwarding_ignored_total",
      "Requests with X-Forwarded-For while ASSAY_TRUSTED_PROXIES is unset.",
    ),
    countStoreFailure: createCounter(
      "assay_limit_store_errors_total",
      "Redis commands that got no answer, or an invalid one.",
    ),
  };
  const callDurations = createHistogram({
    name: "assay_call_duration_seconds",
    help: "How long calls took, by operation, transport and outcome.",
    labels: { operation: [...operationIds, "unknown"], via: ["http", "mcp"], outcome: outcomes },
    bounds: callBounds,
  });
  const upstreamDurations = createHistogram({
    name: "assay_upstream_duration_seconds",
    help: "How long requests to target products and the identity service took.",
    labels: { upstream: upstreams, outcome: requestOutcomes },
    bounds: requestBounds,
  });
  const storeDurations = createHistogram({
    name: "assay_store_duration_seconds",
    help: "How long Redis took to count a call.",
    labels: { outcome: requestOutcomes },
    bounds: requestBounds,
  });
  const loopDelays = createHistogram({
    name: "assay_event_loop_delay_seconds",
    help: "How late the event loop ran a timer, sampled twenty times a second.",
    labels: {},
    bounds: delayBounds,
  });

  return {
    ...counters,
    countCall(call) {
      const { operation, via = "http", status, milliseconds, code = "" } = call;
      increment(calls, `operation="${operation}",status="${status}",code="${code}"`);
      callDurations.observe(milliseconds / 1_000, operation, via, findOutcome(call));
      for (const { code, rule = "" } of call.errors ?? []) {
        const labels = formatLabels({ product: `${call.targetProduct}`, domain: `${call.domainId}`, code, rule });
        const hasRoom = errorCounts.has(labels) || errorCounts.size < maxErrorRows - 1;
        increment(errorCounts, hasRoom ? labels : otherErrors);
      }
    },
    observeRequest(target, seconds, hasFailed) {
      const outcome = hasFailed ? "failed" : "ok";
      if (target === "store") storeDurations.observe(seconds, outcome);
      else upstreamDurations.observe(seconds, target, outcome);
    },
    observeLoopDelay: (seconds) => loopDelays.observe(seconds),
    countRefreshFailure({ targetProduct, domainId, part, kind }) {
      increment(refreshFailures, formatLabels({ product: targetProduct, domain: domainId, part, kind }));
    },
    setDegraded(isNowDegraded) {
      isDegraded = isNowDegraded ? 1 : 0;
    },
    formatText({ version, connections, domains }) {
      const histograms = [callDurations, upstreamDurations, storeDurations, loopDelays];
      return [
        ...formatMetric(
          "assay_calls_total",
          "counter",
          "Calls by operation, status and problem code.",
          [...calls].sort(),
        ),
        ...formatMetric("assay_verdict_errors_total", "counter", "Verdicts with an error.", [...errorCounts].sort()),
        ...Object.values(counters).flatMap((counter) => counter.lines()),
        ...formatGauge(
          "assay_limit_degraded",
          "1 while this instance counts calls on its own because Redis is unavailable.",
          isDegraded,
        ),
        ...histograms.flatMap((histogram) => histogram.lines()),
        ...formatDomainMetrics(refreshFailures, domains),
        ...formatGauge("assay_connections", "Open connections from callers.", connections),
        ...formatProcessMetrics(version),
        "",
      ].join("\n");
    },
  };
}

/**
 * Returns the outcome of a call. `valid` includes lists of domains, and `failed` is for failures of the service.
 * The status of the problem takes precedence, because an MCP tool reports a problem with status 200.
 */
function findOutcome({ status, code, valid }: CallEvent): (typeof outcomes)[number] {
  const entry: ProblemEntry | undefined = code && problemCatalogue[code];
  if (entry?.outcome !== undefined) return entry.outcome;
  const effectiveStatus = entry?.status ?? status;
  if (effectiveStatus >= 500) return "failed";
  if (effectiveStatus >= 400) return "refused";
  return valid === false ? "invalid" : "valid";
}

// Creates a function that increments a counter. If the counter has a label, the argument is the label value.
function createCounter<Value extends string = "">(
  name: string,
  help: string,
  labels: { readonly [label: string]: readonly Value[] } = { "": ["" as Value] },
) {
  const [[label, values] = ["", []]] = Object.entries(labels);
  const formatLabel = (value?: Value) => (label === "" ? "" : `${label}="${value}"`);
  const counts = new Map(values.map((value) => [formatLabel(value), 0]));
  return Object.assign((value?: Value) => increment(counts, formatLabel(value)), {
    lines: () => formatMetric(name, "counter", help, counts),
  });
}

function formatGauge(name: string, help: string, value: number): readonly string[] {
  return formatMetric(name, "gauge", help, [["", value]]);
}

function increment(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1);
}
