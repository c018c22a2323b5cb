import type { BuildResult, Domain, JsonObject, ProblemDocument, ValidationResult } from "@assay/contract";
import { createCandidate } from "../http/create-envelope.ts";

/** An answer from the service. `body` and `problem` are the same JSON, typed for success and for failure. */
interface Answer<Body = ValidationResult> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly problem: ProblemDocument;
}

/** Calls the operations of a service. `members` are added to the request, or replace its members. */
export interface Caller {
  validate(candidate?: JsonObject, members?: JsonObject): Promise<Answer>;
  build(candidate?: JsonObject, members?: JsonObject): Promise<Answer<BuildResult>>;
  domain(domainId?: string): Promise<Domain>;
}

/** Creates a caller for the service at a URL. */
export function createCaller(url: string): Caller {
  async function post(path: string, candidate: JsonObject, members: JsonObject): Promise<Answer<never>> {
    const envelope = { targetProduct: "datamint", domainId: "generator-option", candidate, ...members };
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(envelope),
    });
    const body = (await response.json()) as never;
    return { status: response.status, headers: response.headers, body, problem: body };
  }
  return {
    validate: (candidate = createCandidate(), members = {}) => post("/api/validate", candidate, members),
    build: (candidate = createCandidate(), members = {}) => post("/api/build", candidate, members),
    async domain(domainId = "generator-option") {
      const { domains } = (await (await fetch(`${url}/api/domains`)).json()) as { domains: Domain[] };
      return domains.find((domain) => domain.domainId === domainId) as Domain;
    },
  };
}
