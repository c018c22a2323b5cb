import type { Json } from "../json/json.ts";
import { name } from "./schema-parts.ts";

/** The request body of `validateProposal` and `buildProposal`. */
export interface Envelope {
  readonly targetProduct: string;
  readonly domainId: string;
  /** An object. Whatever is wrong with it, even that it is no object, is a diagnostic and never a problem. */
  readonly candidate: Json;
  readonly options?: {
    /**
     * Whether the answer includes fixes and `repair`. With `"repair"`, patches are in `repair` alone, and a diagnostic that
     * it fixes has only the title of its fix. Default: true; over MCP `"repair"`.
     */
    readonly fixes?: boolean | "repair";
    /** Whether the answer includes the diagnostics under the announced next rules; the summary counts them. Default: false. */
    readonly upcoming?: boolean;
  };
}

const product = { ...name, description: "The target product, from `listDomains`." } as const;
const domain = { ...name, description: "The proposal domain, from `listDomains`." } as const;
const options = {
  type: "object",
  description: "What to include in the answer.",
  properties: {
    fixes: {
      anyOf: [{ type: "boolean" }, { type: "string", enum: ["repair"] }],
      default: true,
      description: 'Include fixes and one `repair` that combines them. With "repair", its fixes have only titles.',
    },
    upcoming: { type: "boolean", default: false, description: "Include what the announced next rules will find." },
  },
  additionalProperties: false,
} as const;

/** The JSON Schema that a request must match. It accepts anything as the candidate. */
export const envelopeSchema = {
  type: "object",
  properties: {
    targetProduct: { type: "string", description: product.description },
    domainId: { type: "string", description: domain.description },
    candidate: { description: "The proposal, an object. Errors in it are reported as diagnostics." },
    options,
  },
  required: ["targetProduct", "domainId", "candidate"],
  additionalProperties: false,
} as const;

/** The JSON Schema shown in OpenAPI and MCP, where the domain of a candidate is not known beforehand. */
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
    options,
  },
  required: ["targetProduct", "domainId", "candidate"],
  additionalProperties: false,
} as const;
