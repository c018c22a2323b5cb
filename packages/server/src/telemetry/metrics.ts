import type { DomainName, ProblemCode } from "@assay/contract";

/** Metrics for the operator, in the Prometheus text format. */
export interface Metrics {
  call(ended: { readonly operation: string; readonly status: number; readonly code?: ProblemCode | undefined }): void;
  /** A part of a domain could not be refreshed. */
  refreshFailed(what: DomainName & { readonly part: string }): void;
  /** A call was counted, or refused by its rate limit. */
  charged(kind: ChargeKind): void;
  /** A signed call passed while the store was unavailable, so other instances do not know its nonce. */
  nonceIsLocal(): void;
  /** An uncounted request exceeded its bound. It is not logged, because a flood of requests would flood the log. */
  overloaded(): void;
  /** A request was not processed: because too many were waiting, or because its client had gone. */
  shed(reason: ShedReason): void;
  /** A trusted proxy forwarded a request without the address of its client. */
  unnamed(): void;
  /** The store did not answer a command, or gave an unusable answer. */
  storeFailed(): void;
  /** Whether this instance counts by itself because the store is unavailable. */
  degraded(isDegraded: boolean): void;
  text(domains: readonly DomainHealth[]): string;
}

type ShedReason = "overload" | "client-gone";
type ChargeKind = "counted" | "over" | "replayed";

/** The state of a domain. */
interface DomainHealth extends DomainName {
  readonly status: string;
  readonly specPackage?: { readonly checkedAt: Date } | undefined;
}

/** Creates metrics that all begin with 0. */
export function createMetrics(): Metrics {
  const counts: Counts = {
    calls: new Map(),
    refreshFailures: new Map(),
    charges: { counted: 0, over: 0, replayed: 0 },
    localNonces: 0,
    overloads: 0,
    shed: { overload: 0, "client-gone": 0 },
    unnamed: 0,
    storeFailures: 0,
    degraded: 0,
  };
  return {
    nonceIsLocal() {
      counts.localNonces += 1;
    },
    overloaded() {
      counts.overloads += 1;
    },
    shed(reason) {
      counts.shed[reason] += 1;
    },
    unnamed() {
      counts.unnamed += 1;
    },
    storeFailed() {
      counts.storeFailures += 1;
    },
    degraded(isDegraded) {
      counts.degraded = isDegraded ? 1 : 0;
    },
    charged(kind) {
      counts.charges[kind] += 1;
    },
    call({ operation, status, code = "" }) {
      countOne(counts.calls, `operation="${operation}",status="${status}",code="${code}"`);
    },
    refreshFailed({ targetProduct, domainId, part }) {
      countOne(counts.refreshFailures, `product="${targetProduct}",domain="${domainId}",part="${part}"`);
    },
    text: (domains) => [...callLines(counts), ...domainLines(counts, domains), ""].join("\n"),
  };
}

interface Counts {
  readonly calls: Map<string, number>;
  readonly refreshFailures: Map<string, number>;
  readonly charges: { [kind in ChargeKind]: number };
  localNonces: number;
  overloads: number;
  readonly shed: { [reason in ShedReason]: number };
  unnamed: number;
  storeFailures: number;
  degraded: 0 | 1;
}

function callLines(counts: Counts): readonly string[] {
  return [
    "# HELP assay_calls_total Calls by operation, status and problem code.",
    "# TYPE assay_calls_total counter",
    ...linesOf("assay_calls_total", counts.calls),
    "# HELP assay_limit_total Calls within the rate limit (counted), over it (over), and signed calls received twice (replayed).",
    "# TYPE assay_limit_total counter",
    ...Object.entries(counts.charges).map(([kind, count]) => `assay_limit_total{result="${kind}"} ${count}`),
    "# HELP assay_limit_local_nonces_total Signed calls accepted while Redis was unavailable.",
    "# TYPE assay_limit_local_nonces_total counter",
    `assay_limit_local_nonces_total ${counts.localNonces}`,
    "# HELP assay_overloaded_total Uncounted requests that got 503 overloaded.",
    "# TYPE assay_overloaded_total counter",
    `assay_overloaded_total ${counts.overloads}`,
    "# HELP assay_shed_total Requests that were not processed: too many were waiting, or their client had gone.",
    "# TYPE assay_shed_total counter",
    ...Object.entries(counts.shed).map(([reason, count]) => `assay_shed_total{reason="${reason}"} ${count}`),
    "# HELP assay_forwarded_without_address_total Requests from a trusted proxy without a usable client address.",
    "# TYPE assay_forwarded_without_address_total counter",
    `assay_forwarded_without_address_total ${counts.unnamed}`,
    "# HELP assay_limit_store_errors_total Redis commands that got no answer, or an invalid one.",
    "# TYPE assay_limit_store_errors_total counter",
    `assay_limit_store_errors_total ${counts.storeFailures}`,
    "# HELP assay_limit_degraded 1 while this instance counts on its own because Redis is unavailable.",
    "# TYPE assay_limit_degraded gauge",
    `assay_limit_degraded ${counts.degraded}`,
  ];
}

function domainLines({ refreshFailures }: Counts, domains: readonly DomainHealth[]): readonly string[] {
  const labels = ({ targetProduct, domainId }: DomainName) => `product="${targetProduct}",domain="${domainId}"`;
  return [
    "# HELP assay_domain_status 1 for the current status of a domain.",
    "# TYPE assay_domain_status gauge",
    ...domains.map((domain) => `assay_domain_status{${labels(domain)},status="${domain.status}"} 1`),
    "# HELP assay_refresh_failures_total Failed refreshes; the log has the reasons.",
    "# TYPE assay_refresh_failures_total counter",
    ...linesOf("assay_refresh_failures_total", refreshFailures),
    "# HELP assay_spec_package_checked_seconds When the target product last confirmed the current rules, in seconds since 1970.",
    "# TYPE assay_spec_package_checked_seconds gauge",
    ...domains.flatMap((domain) => {
      const { checkedAt } = domain.specPackage ?? {};
      return checkedAt ? [`assay_spec_package_checked_seconds{${labels(domain)}} ${checkedAt.getTime() / 1_000}`] : [];
    }),
  ];
}

function countOne(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1);
}

function linesOf(name: string, counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].sort().map(([labels, count]) => `${name}{${labels}} ${count}`);
}
