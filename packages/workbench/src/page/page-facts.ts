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

/** A domain of the service: everything of `GET /api/domains`, and where the page gets its rules and registry. */
export interface DomainFacts extends Domain {
  /** The path of the spec package in force, as published; absent while there is none. */
  readonly specPackagePath?: string;
  /** The path of the announced next one. */
  readonly nextSpecPackagePath?: string;
  /** The path of the ranges of the registry, to which `/{5 hex digits}` is added; absent if they are not public. */
  readonly registryPath?: string;
}

/** The path of the service, without a slash at its end: what every path in the page begins with. */
export function basePath({ publicUrl }: Pick<PageFacts, "publicUrl">): string {
  return new URL(publicUrl).pathname.replace(/\/$/, "");
}

/** The name of a domain in links and lists. */
export function qualifiedName({ targetProduct, domainId }: Pick<DomainFacts, "targetProduct" | "domainId">): string {
  return `${targetProduct}/${domainId}`;
}
