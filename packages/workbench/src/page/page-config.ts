import type { Domain, DomainName } from "@assay/contract";

/** The service behind the page, as the server writes it into the element with the id "facts". */
export interface PageConfig {
  /** The URL of the service, without a trailing slash. */
  readonly publicUrl: string;
  /** The page on which people get a key. */
  readonly keyUrl?: string;
  /** The path of the worker's script. */
  readonly worker: string;
  /** The path of the examples of diagnostics. */
  readonly examples: string;
  readonly domains: readonly Domain[];
}

/** The path in a URL of the service, which may name a different origin than the one the page was loaded from. */
export function toPath(url: string): string {
  return new URL(url).pathname;
}

/** The prefix of every path that the page requests, without a trailing slash. */
export function basePath({ publicUrl }: Pick<PageConfig, "publicUrl">): string {
  // A path that starts with `//` would name a different host.
  return new URL(publicUrl).pathname.replace(/\/+/g, "/").replace(/\/$/, "");
}

/** The name of a domain in links and lists: `product/domain`. */
export function qualifiedName({ targetProduct, domainId }: DomainName): string {
  return `${targetProduct}/${domainId}`;
}
