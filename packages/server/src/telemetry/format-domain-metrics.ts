import type { DomainName } from "@assay/contract";
import { formatLabels, formatMetric } from "./format-metric.ts";

/** The state of a domain. */
export interface DomainHealth extends DomainName {
  readonly status: string;
  readonly specPackage?: { readonly checkedAt: Date } | undefined;
}

const statuses = ["ready", "degraded", "unavailable"] as const;

/** Formats the metrics of the domains. Each status has its own row, so that an alert can detect the end of a status. */
export function formatDomainMetrics(
  refreshFailures: ReadonlyMap<string, number>,
  domains: readonly DomainHealth[],
): readonly string[] {
  const labeled = domains.map(({ targetProduct, domainId, status, specPackage }) => {
    return { labels: formatLabels({ product: targetProduct, domain: domainId }), status, specPackage };
  });
  return [
    ...formatMetric(
      "assay_domain_status",
      "gauge",
      "1 for the current status of a domain, 0 for the others.",
      labeled.flatMap(({ labels, status }) =>
        statuses.map((each) => [`${labels},status="${each}"`, each === status ? 1 : 0] as const),
      ),
    ),
    ...formatMetric(
      "assay_refresh_failures_total",
      "counter",
      "Failed refreshes; the log has the reasons.",
      [...refreshFailures].sort(),
    ),
    ...formatMetric(
      "assay_spec_package_checked_seconds",
      "gauge",
      "When the target product last confirmed the current rules, in seconds since 1970.",
      labeled.flatMap(({ labels, specPackage }) =>
        specPackage ? [[labels, specPackage.checkedAt.getTime() / 1_000] as const] : [],
      ),
    ),
  ];
}
