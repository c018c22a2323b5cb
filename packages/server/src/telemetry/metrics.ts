import type { CallEvent } from "./events.ts";

/** Counters for the operator, in the text format of Prometheus. */
export interface Metrics {
  call(event: Pick<CallEvent, "operation" | "status" | "code">): void;
  text(domains: readonly DomainHealth[]): string;
}

/** What the operator wants to know of a domain. */
interface DomainHealth {
  readonly targetProduct: string;
  readonly domainId: string;
  readonly status: string;
  readonly specPackage?: { readonly checkedAt: Date } | undefined;
}

export function createMetrics(): Metrics {
  const calls = new Map<string, number>();
  return {
    call({ operation, status, code = "" }) {
      const labels = `operation="${operation}",status="${status}",code="${code}"`;
      calls.set(labels, (calls.get(labels) ?? 0) + 1);
    },
    text(domains) {
      const lines = [...calls].sort().map(([labels, count]) => `assay_calls_total{${labels}} ${count}`);
      return [
        "# HELP assay_calls_total Calls by operation, status and problem code.",
        "# TYPE assay_calls_total counter",
        ...lines,
        "# HELP assay_domain_status Whether a domain is in this state.",
        "# TYPE assay_domain_status gauge",
        ...domains.map(
          ({ targetProduct, domainId, status }) =>
            `assay_domain_status{product="${targetProduct}",domain="${domainId}",status="${status}"} 1`,
        ),
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
