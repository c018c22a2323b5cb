import { isJsonObject, type JsonObject } from "../json/json.ts";
import { digest, name, version } from "./schema-parts.ts";

/** The normalized package to submit. It has no timestamp, engine version or registry, so its bytes never change. */
export interface ProposalPackage {
  readonly format: "proposal-package/v1";
  readonly targetProduct: string;
  readonly domainId: string;
  readonly specPackage: { readonly version: string; readonly digest: string };
  readonly candidate: JsonObject;
  /** The SHA-256 of the RFC 8785 form of all other properties. */
  readonly digest: string;
}

/**
 * Whether a value has the properties of a package. Their values can be invalid, and there can be other properties: the
 * engine's `verifyPackage` checks whether building the candidate gives the same package.
 *
 * @example
 * if (isProposalPackage(value)) console.log(value.targetProduct, value.domainId);
 */
export function isProposalPackage(value: unknown): value is ProposalPackage {
  if (!isJsonObject(value) || value.format !== "proposal-package/v1" || !isJsonObject(value.candidate)) return false;
  const { specPackage: rules, targetProduct, domainId } = value;
  if (!isJsonObject(rules)) return false;
  return [rules.version, rules.digest, targetProduct, domainId, value.digest].every((text) => typeof text === "string");
}

const specPackage = {
  type: "object",
  description: "The spec package under which the candidate is valid.",
  properties: {
    version: { ...version, description: "Its version." },
    digest: { ...digest, description: "The SHA-256 of its RFC 8785 form." },
  },
  required: ["version", "digest"],
} as const;

/** The JSON Schema of a `ProposalPackage` in an answer. Like all answers, it can have unknown properties. */
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

/** The JSON Schema of a submitted `ProposalPackage`. It forbids other properties, because the digest covers all. */
export const proposalPackageSchema = {
  ...builtPackageSchema,
  properties: { ...builtPackageSchema.properties, specPackage: { ...specPackage, additionalProperties: false } },
  additionalProperties: false,
} as const;
