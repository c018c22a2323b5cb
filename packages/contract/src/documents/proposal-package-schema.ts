import { digest, name, version } from "./schema-parts.ts";

const specPackage = {
  type: "object",
  description: "The spec package under which the candidate is valid.",
  properties: {
    version: { ...version, description: "Its version." },
    digest: { ...digest, description: "The SHA-256 of its RFC 8785 form." },
  },
  required: ["version", "digest"],
} as const;

/** The JSON Schema of a `ProposalPackage` in an answer, which is open like every answer. */
export const builtPackageSchema = {
  type: "object",
  description: "The normalized package. Submit it unchanged; the same candidate always gives the same bytes.",
  properties: {
    format: { type: "string", const: "proposal-package/v1", description: "The format of the package." },
    targetProduct: { ...name, description: "The target product that the package is for." },
    domainId: { ...name, description: "The proposal domain of that product." },
    specPackage,
    candidate: { type: "object", description: "The candidate, normalized.", additionalProperties: true },
    digest: { ...digest, description: "The SHA-256 of the RFC 8785 form of all other properties." },
  },
  required: ["format", "targetProduct", "domainId", "specPackage", "candidate", "digest"],
} as const;

/** The JSON Schema of a `ProposalPackage` that is submitted. It is closed, because the digest covers every property. */
export const proposalPackageSchema = {
  ...builtPackageSchema,
  properties: { ...builtPackageSchema.properties, specPackage: { ...specPackage, additionalProperties: false } },
  additionalProperties: false,
} as const;
