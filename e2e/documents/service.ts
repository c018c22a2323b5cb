import type { BuildResult, Domain, JsonObject, ProblemDocument, ValidationResult } from "@assay/contract";
import type { startApp } from "@assay/server";
import { candidateFile } from "@assay/testing/cases/golden-cases";
import type { UnreliableProduct } from "./unreliable-product.ts";

/** What the service is started with. */
export type Settings = Parameters<typeof startApp>[0];

/** A domain as the operator configures it. */
export type DomainSettings = Settings["domains"][number];

/** The defaults of the domains file for a product, but for what is given. */
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

/** A candidate that is valid under Datamint's rules, but for what is given. */
export function createCandidate(members: JsonObject = {}): JsonObject {
  return { ...(candidateFile("loyalty-card") as JsonObject), ...members };
}

/** An answer of the service, whatever it is. */
interface Answer<Body = ValidationResult> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly problem: ProblemDocument;
}

/** A caller of a service. */
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
