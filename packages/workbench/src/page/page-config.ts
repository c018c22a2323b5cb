import type { Domain, DomainName } from "@assay/contract";

/** The page's configuration, which the server writes into the element with the id "page-data". */
export interface PageConfig {
  /** The URL of the service, without a trailing slash. */
  readonly publicUrl: string;
  /** The page where users get an API key. */
  readonly keyUrl?: string;
  /** The path of the worker's script. */
  readonly worker: string;
  readonly domains: readonly Domain[];
}

/** Returns the path of a service URL, whose origin can differ from the origin that served the page. */
export function toPath(url: string): string {
  return new URL(url).pathname;
}

/** Returns the prefix of every path that the page requests, without a trailing slash. */
export function basePath({ publicUrl }: Pick<PageConfig, "publicUrl">): string {
  // A path that starts with `//` would name a different host.
  return new URL(publicUrl).pathname.replace(/\/+/g, "/").replace(/\/$/, "");
}

/** Formats the name of a domain for links and lists: `product/domain`. */
export function qualifiedName({ targetProduct, domainId }: DomainName): string {
  return `${targetProduct}/${domainId}`;
}
