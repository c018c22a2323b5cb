import type { BuildResult, Domain, JsonObject, ProblemDocument, ValidationResult } from "@assay/contract";
import type { startApp } from "@assay/server";
import { createCandidate } from "../http/service.ts";
import type { UnreliableProduct } from "./unreliable-product.ts";

/** The options with which the service is started. */
export type Settings = Parameters<typeof startApp>[0];

/** A domain as the operator configures it. */
export type DomainSettings = Settings["domains"][number];

/** Creates the settings of a domain, by default those of the domains file. */
export function createDomain(
  {
    specPackageUrl,
    submissionUrl,
    registryUrl,
  }: Pick<UnreliableProduct, "specPackageUrl" | "submissionUrl" | "registryUrl">,
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

/** An answer from the service. `body` and `problem` are the same JSON, typed for success and for failure. */
interface Answer<Body = ValidationResult> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly problem: ProblemDocument;
}

/** Calls the operations of a service. */
export interface Caller {
  validate(candidate?: JsonObject, more?: JsonObject): Promise<Answer>;
  build(candidate?: JsonObject, more?: JsonObject): Promise<Answer<BuildResult>>;
  domain(domainId?: string): Promise<Domain>;
}

export function createCaller(url: string): Caller {
  async function post(path: string, candidate: JsonObject, more: JsonObject): Promise<Answer<never>> {
    const envelope = { targetProduct: "datamint", domainId: "generator-option", candidate, ...more };
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(envelope),
    });
    const body = (await response.json()) as never;
    return { status: response.status, headers: response.headers, body, problem: body };
  }
  return {
    validate: (candidate = createCandidate(), more = {}) => post("/api/validate", candidate, more),
    build: (candidate = createCandidate(), more = {}) => post("/api/build", candidate, more),
    async domain(domainId = "generator-option") {
      const { domains } = (await (await fetch(`${url}/api/domains`)).json()) as { domains: Domain[] };
      return domains.find((domain) => domain.domainId === domainId) as Domain;
    },
  };
}
