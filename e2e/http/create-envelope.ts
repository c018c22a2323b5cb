import type { Json, JsonObject } from "@assay/contract";
import { candidateFile } from "@assay/testing/cases/golden-cases";

/** Creates a valid candidate, with the given members added or replaced. */
export function createCandidate(members: JsonObject = {}): JsonObject {
  return { ...(candidateFile("loyalty-card") as JsonObject), ...members };
}

/** Creates a request with a valid candidate, with the given members added or replaced. */
export function createEnvelope(members: { readonly [name: string]: Json } = {}): JsonObject {
  return { targetProduct: "datamint", domainId: "generator-option", candidate: createCandidate(), ...members };
}
