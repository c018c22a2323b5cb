import type { startApp } from "@assay/server";
import type { UnreliableProduct } from "./unreliable-product.ts";

/** The options that the service is started with. */
export type Settings = Parameters<typeof startApp>[0];

/** A domain as the operator configures it. */
export type DomainSettings = Settings["domains"][number];

type Urls = Pick<UnreliableProduct, "specPackageUrl" | "submissionUrl" | "registryUrl">;

/** Creates the settings for a domain of the product. `settings` replaces the defaults. */
export function createDomainSettings(
  { specPackageUrl, submissionUrl, registryUrl }: Urls,
  settings: Partial<DomainSettings> = {},
): DomainSettings {
  return {
    targetProduct: "datamint",
    domainId: "generator-option",
    specPackageUrl,
    submissionUrl,
    registry: { url: registryUrl },
    refreshSeconds: 240,
    maxStaleSeconds: { specPackage: 3_600, registry: 300 },
    ...settings,
  };
}
