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
      description:
        'Include fixes and one `repair` that combines them. With "repair", a fix in `repair` has only its title.',
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
    candidate: { description: "The proposal, an object. Errors in it are diagnostics of the answer." },
    options,
  },
  required: ["targetProduct", "domainId", "candidate"],
  additionalProperties: false,
} as const;

/** The JSON Schema shown in OpenAPI and MCP. It describes what a candidate usually contains and requires none of it. */
export const advertisedEnvelopeSchema = {
  type: "object",
  properties: {
    targetProduct: product,
    domainId: domain,
    candidate: {
      type: "object",
      description:
        "The proposal. The domain's spec package (specPackageUrl; over MCP assay://spec/{targetProduct}/{domainId}) defines what it must contain and which values are allowed; send what you have.",
      properties: {
        owner: {
          type: "object",
          description: "The person responsible for the proposal. Never invent or change it: ask.",
          properties: {
            kind: {
              type: "string",
              description: "The kind of owner, a fact; allowed kinds: see the spec package.",
            },
            id: { type: "string", description: "The owner's account id." },
          },
        },
        generatorId: {
          type: "string",
          description: "The permanent id of the generator; must not be taken. Its form: see the spec package.",
        },
        generatorName: { type: "string", description: "The display name." },
        description: { type: "string", description: "What the generator generates." },
        outputFields: {
          type: "array",
          description: "The fields of a generated record.",
          items: {
            type: "object",
            properties: {
              name: { type: "string", description: "The key of the field in a record." },
              type: {
                type: "string",
                description: "The type of its values; allowed types: see the spec package.",
              },
              description: { type: "string", description: "What the field means." },
            },
          },
        },
        supportedStrategies: {
          type: "array",
          items: { type: "string" },
          description: "How the generator can generate records; allowed values: see the spec package.",
        },
        sampleRecords: {
          type: "array",
          items: { type: "object", additionalProperties: true },
          description: "Example records, keyed by output field names.",
        },
        rationaleNotes: { type: "string", description: "Why the product needs this generator." },
      },
      additionalProperties: true,
    },
    options,
  },
  required: ["targetProduct", "domainId", "candidate"],
  additionalProperties: false,
} as const;
