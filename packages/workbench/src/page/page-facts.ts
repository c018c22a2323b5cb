// What the server writes into the page: the JSON of the element with the id "facts".
import type { Domain } from "@assay/contract";

/** What the page knows about the service that it came from. */
export interface PageFacts {
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** The page on which people get a key. */
  readonly keyUrl?: string;
  /** The path of the worker's script. */
  readonly worker: string;
  /** The path of the examples of diagnostics. */
  readonly examples: string;
  readonly domains: readonly DomainFacts[];
}

/** A domain of the service, as `GET /api/domains` describes it. */
export type DomainFacts = Domain;

/** The path of an address of the service: the page asks the origin that it came from. */
export function pathOf(url: string): string {
  return new URL(url).pathname;
}

/** The path of the service, without a slash at its end: what every path in the page begins with. */
export function basePath({ publicUrl }: Pick<PageFacts, "publicUrl">): string {
  // Never `//`: what follows would be another host.
  return new URL(publicUrl).pathname.replace(/\/+/g, "/").replace(/\/$/, "");
}

/** The name of a domain in links and lists. */
export function qualifiedName({ targetProduct, domainId }: Pick<DomainFacts, "targetProduct" | "domainId">): string {
  return `${targetProduct}/${domainId}`;
}
