import type { BuildResult, Domain, JsonObject, ProblemDocument, ValidationResult } from "@assay/contract";
import { createCandidate } from "../http/create-envelope.ts";

export type Caller = ReturnType<typeof createCaller>;

/** Creates functions that call a service. `members` adds members to the request, or replaces them. */
export function createCaller(url: string) {
  async function post<Body>(path: string, candidate = createCandidate(), members: JsonObject = {}) {
    const envelope = { targetProduct: "datamint", domainId: "generator-option", candidate, ...members };
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(envelope),
    });
    // The same JSON, typed for success and for failure.
    const body = (await response.json()) as Body & ProblemDocument;
    return { status: response.status, headers: response.headers, body: body as Body, problem: body as ProblemDocument };
  }
  return {
    validate: (candidate?: JsonObject, members?: JsonObject) =>
      post<ValidationResult>("/api/validate", candidate, members),
    build: (candidate?: JsonObject, members?: JsonObject) => post<BuildResult>("/api/build", candidate, members),
    async fetchDomain(domainId = "generator-option") {
      const { domains } = (await (await fetch(`${url}/api/domains`)).json()) as { domains: Domain[] };
      return domains.find((domain) => domain.domainId === domainId) as Domain;
    },
  };
}
