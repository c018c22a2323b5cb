import type { DomainName } from "@assay/contract";
import { labelText, metricLines } from "./metric-lines.ts";

/** How often answers reported each rule and code, within a number of series. */
export interface DiagnosticCounts {
  count(domain: DomainName, diagnostics: readonly CountedDiagnostic[]): void;
  lines(): readonly string[];
}

interface CountedDiagnostic {
  readonly code: string;
  readonly rule: { readonly id: string };
}

/** How many series there may be, and how many a domain needs: fewer would mostly be `other`. */
export const diagnosticSeries = { byDefault: 2_000, minShare: 20 };

const other = { rule: "other", code: "other" };

/**
 * Creates the counts. Product teams choose the ids of rules, and can publish others every minute, so each domain has an equal
 * share of the series: what comes later is counted as `other`. If the shares would be too small, nothing is counted.
 */
export function createDiagnosticCounts(maxSeries: number, domains: readonly DomainName[]): DiagnosticCounts {
  const share = domains.length === 0 ? 0 : Math.floor(maxSeries / domains.length);
  const counted = share < diagnosticSeries.minShare ? [] : domains;
  const counts = new Map(counted.map((domain) => [nameOf(domain), new Map<string, number>()]));
  return {
    count(domain, diagnostics) {
      const own = counts.get(nameOf(domain));
      if (own === undefined) return;
      for (const { code, rule } of diagnostics) {
        const key = keyOf(domain, { rule: rule.id, code });
        // The last one is for the others.
        const counted = own.has(key) || own.size < share - 1 ? key : keyOf(domain, other);
        own.set(counted, (own.get(counted) ?? 0) + 1);
      }
    },
    lines: () =>
      metricLines(
        "assay_diagnostics_total",
        "counter",
        "Diagnostics in answers, by domain, rule and code.",
        [...counts.values()].flatMap((own) => [...own]),
      ),
  };
}

function nameOf({ targetProduct, domainId }: DomainName): string {
  return `${targetProduct}/${domainId}`;
}

function keyOf({ targetProduct, domainId }: DomainName, { rule, code }: typeof other): string {
  return labelText({ product: targetProduct, domain: domainId, rule, code });
}
