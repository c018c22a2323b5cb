import type { JsonObject } from "./json.ts";
import { name } from "./schema-parts.ts";

/** What `validateProposal` and `buildProposal` take. */
export interface Envelope {
  readonly targetProduct: string;
  readonly domainId: string;
  /** Anything: what is wrong inside is answered with diagnostics, never with a problem. */
  readonly candidate: JsonObject;
  readonly options?: {
    /** Whether fixes and `repair` are wanted; true unless it says false. */
    readonly fixes?: boolean;
    /** Whether the announced rules are to be tried too; false unless it says true. */
    readonly upcoming?: boolean;
  };
}

const product = { ...name, description: "The target product, as `listDomains` names it." } as const;
const domain = { ...name, description: "The proposal domain, as `listDomains` names it." } as const;
const options = {
  type: "object",
  description: "What the answer holds.",
  properties: {
    fixes: { type: "boolean", default: true, description: "Offer fixes and one `repair` for all of them." },
    upcoming: { type: "boolean", default: false, description: "Judge by the announced next rules, too." },
  },
  additionalProperties: false,
} as const;

/** The JSON Schema that a request must meet: it says nothing of what is inside the candidate. */
export const envelopeSchema = {
  type: "object",
  properties: {
    targetProduct: { type: "string" },
    domainId: { type: "string" },
    candidate: { type: "object" },
    options,
  },
  required: ["targetProduct", "domainId", "candidate"],
  additionalProperties: false,
} as const;

/** The JSON Schema that is shown: what a candidate usually has, none of it required. The spec package decides. */
export const advertisedEnvelopeSchema = {
  type: "object",
  properties: {
    targetProduct: product,
    domainId: domain,
    candidate: {
      type: "object",
      description: "The proposal. The domain's spec package decides what it must contain: send what you have.",
      properties: {
        owner: {
          type: "object",
          description: "The person who answers for the proposal. Never invent or change it: ask.",
          properties: {
            kind: { type: "string", description: "What the owner is, e.g. human." },
            id: { type: "string", description: "The owner's account id." },
          },
        },
        generatorId: { type: "string", description: "The permanent name of the generator; must not be taken." },
        generatorName: { type: "string", description: "The name that is shown to people." },
        description: { type: "string", description: "What the generator makes." },
        outputFields: {
          type: "array",
          description: "The fields of a generated record.",
          items: {
            type: "object",
            properties: {
              name: { type: "string", description: "The key of the field in a record." },
              type: { type: "string", description: "Its kind of value, e.g. integer." },
              description: { type: "string", description: "What the field means." },
            },
          },
        },
        supportedStrategies: { type: "array", items: { type: "string" }, description: "How the generator can work." },
        sampleRecords: {
          type: "array",
          items: { type: "object" },
          description: "Records as the generator would make them, keyed by the names of output fields.",
        },
        rationaleNotes: { type: "string", description: "Why the product should have this generator." },
      },
    },
    options,
  },
  required: ["targetProduct", "domainId", "candidate"],
  additionalProperties: false,
} as const;
