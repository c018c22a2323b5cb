import type { DomainName } from "@assay/contract";
import type { PublishedDocument } from "./ports.ts";

/** A spec package with its bytes as published. */
export interface Published {
  readonly published: PublishedDocument;
}

/** What is published of a domain. */
export interface FactSource extends DomainName {
  readonly specPackage?: Published | undefined;
  readonly next?: Published | undefined;
  /** Whether anyone may read which ids are taken. */
  readonly publishesRegistry: boolean;
}

/** Where programs and pages find what is published of a domain. */
interface FactUrls {
  /** The spec package in force; absent while there is none. */
  readonly specPackage?: string;
  /** The announced next one. */
  readonly next?: string;
  /** The ranges of the registry, to which `/{5 hex digits}` is added; absent if they are not public. */
  readonly registry?: string;
}

/** Returns the addresses of what is published of a domain, below a URL or a path without a slash at its end. */
export function factUrls(source: FactSource, base: string): FactUrls {
  const { targetProduct, domainId, specPackage, next, publishesRegistry } = source;
  const above = `${base}/facts/${targetProduct}/${domainId}`;
  const urlOf = ({ published }: Published) => `${above}/spec-packages/${published.sha256}.json`;
  return {
    ...(specPackage && { specPackage: urlOf(specPackage) }),
    ...(next && { next: urlOf(next) }),
    ...(publishesRegistry && { registry: `${above}/registry` }),
  };
}
