import type { Json } from "../json/json.ts";
import { name } from "./schema-parts.ts";

/** The request body of `validateProposal` and `buildProposal`. */
export interface Envelope {
  readonly targetProduct: string;
  readonly domainId: string;
  /** An object. Every error in it is reported as a diagnostic and never as a problem, even if it is not an object. */
  readonly candidate: Json;
}

const product = { ...name, description: "The target product, from `listDomains`." } as const;
const domain = { ...name, description: "The proposal domain, from `listDomains`." } as const;

/** The JSON Schema that a request must match. It accepts anything as the candidate. */
export const envelopeSchema = {
  type: "object",
  properties: {
    targetProduct: { type: "string", description: product.description },
    domainId: { type: "string", description: domain.description },
    candidate: { description: "The proposal, an object. Errors in it are reported as diagnostics." },
  },
  required: ["targetProduct", "domainId", "candidate"],
  additionalProperties: false,
} as const;

/** The JSON Schema published over OpenAPI and MCP, which does not depend on the domain of the candidate. */
export const advertisedEnvelopeSchema = {
  type: "object",
  properties: {
    targetProduct: product,
    domainId: domain,
    candidate: {
      type: "object",
      description:
        "The proposal. What it must contain depends on the domain: see candidateSchemaUrl or assay://spec/{targetProduct}/{domainId}. Send what you have. Never invent or change its owner: ask.",
      additionalProperties: true,
    },
  },
  required: ["targetProduct", "domainId", "candidate"],
  additionalProperties: false,
} as const;
