import type { DomainName, ProblemCode } from "@assay/contract";

/** Counters for the operator, in the text format of Prometheus. */
export interface Metrics {
  call(ended: { readonly operation: string; readonly status: number; readonly code?: ProblemCode | undefined }): void;
  /** Something of a domain that could not be had, or not be used. */
  refreshFailed(what: DomainName & { readonly part: string }): void;
  /** What the limit said to one call. */
  charged(kind: ChargeKind): void;
  /** A signed call passed while the store could not be reached, so that no other instance knows its nonce. */
  nonceIsLocal(): void;
  /** A request that is not counted came once too often. There is no line of it in the log: a flood would flood it too. */
  overloaded(): void;
  /** A trusted proxy forwarded a request without an address of its client. */
  unnamed(): void;
  /** A command that the store did not answer, or not as it should. */
  storeFailed(): void;
  /** Whether this instance counts alone, because the store cannot be reached. */
  degraded(isDegraded: boolean): void;
  text(domains: readonly DomainHealth[]): string;
}

type ChargeKind = "counted" | "over" | "replayed";

/** What the operator wants to know of a domain. */
interface DomainHealth extends DomainName {
  readonly status: string;
  readonly specPackage?: { readonly checkedAt: Date } | undefined;
}

export function createMetrics(): Metrics {
  const calls = new Map<string, number>();
  const refreshFailures = new Map<string, number>();
  const charges = { counted: 0, over: 0, replayed: 0 };
  let localNonces = 0;
  let overloads = 0;
  let unnamed = 0;
  let storeFailures = 0;
  let alone = 0;
  return {
    nonceIsLocal() {
      localNonces += 1;
    },
    overloaded() {
      overloads += 1;
    },
    unnamed() {
      unnamed += 1;
    },
    storeFailed() {
      storeFailures += 1;
    },
    degraded(isDegraded) {
      alone = isDegraded ? 1 : 0;
    },
    charged(kind) {
      charges[kind] += 1;
    },
    call({ operation, status, code = "" }) {
      countOne(calls, `operation="${operation}",status="${status}",code="${code}"`);
    },
    refreshFailed({ targetProduct, domainId, part }) {
      countOne(refreshFailures, `product="${targetProduct}",domain="${domainId}",part="${part}"`);
    },
    text(domains) {
      return [
        "# HELP assay_calls_total Calls by operation, status and problem code.",
        "# TYPE assay_calls_total counter",
        ...linesOf("assay_calls_total", calls),
        "# HELP assay_limit_total Calls that were counted, that were one too many, and signed calls that came twice.",
        "# TYPE assay_limit_total counter",
        ...Object.entries(charges).map(([kind, count]) => `assay_limit_total{result="${kind}"} ${count}`),
        "# HELP assay_limit_local_nonces_total Signed calls that passed while the store could not be reached.",
        "# TYPE assay_limit_local_nonces_total counter",
        `assay_limit_local_nonces_total ${localNonces}`,
        "# HELP assay_overloaded_total Requests that are not counted and came too often from one address.",
        "# TYPE assay_overloaded_total counter",
        `assay_overloaded_total ${overloads}`,
        "# HELP assay_forwarded_without_address_total Requests that a trusted proxy forwarded without an address of the client.",
        "# TYPE assay_forwarded_without_address_total counter",
        `assay_forwarded_without_address_total ${unnamed}`,
        "# HELP assay_limit_store_errors_total Commands that the store did not answer, or not as it should.",
        "# TYPE assay_limit_store_errors_total counter",
        `assay_limit_store_errors_total ${storeFailures}`,
        "# HELP assay_limit_degraded Whether this instance counts alone, because the store cannot be reached.",
        "# TYPE assay_limit_degraded gauge",
        `assay_limit_degraded ${alone}`,
        "# HELP assay_domain_status Whether a domain is in this state.",
        "# TYPE assay_domain_status gauge",
        ...domains.map(
          ({ targetProduct, domainId, status }) =>
            `assay_domain_status{product="${targetProduct}",domain="${domainId}",status="${status}"} 1`,
        ),
        "# HELP assay_refresh_failures_total Refreshes that got nothing that could be used; the log has the reasons.",
        "# TYPE assay_refresh_failures_total counter",
        ...linesOf("assay_refresh_failures_total", refreshFailures),
        "# HELP assay_spec_package_checked_seconds When the target product last confirmed the rules in use.",
        "# TYPE assay_spec_package_checked_seconds gauge",
        ...domains.flatMap(({ targetProduct, domainId, specPackage }) =>
          specPackage
            ? [
                `assay_spec_package_checked_seconds{product="${targetProduct}",domain="${domainId}"} ${specPackage.checkedAt.getTime() / 1_000}`,
              ]
            : [],
        ),
        "",
      ].join("\n");
    },
  };
}

function countOne(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1);
}

function linesOf(name: string, counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].sort().map(([labels, count]) => `${name}{${labels}} ${count}`);
}
