import type { DomainFacts } from "./page-facts.ts";

/** The name of a domain in links and lists. */
export function nameOf({ targetProduct, domainId }: Pick<DomainFacts, "targetProduct" | "domainId">): string {
  return `${targetProduct}/${domainId}`;
}
