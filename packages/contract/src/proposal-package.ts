import type { JsonObject } from "./json.ts";
import { digest, name, version } from "./schema-parts.ts";

/** The normalized package that the caller submits. It contains no time, engine or registry, so its bytes never change. */
export interface ProposalPackage {
  readonly format: "proposal-package/v1";
  readonly targetProduct: string;
  readonly domainId: string;
  readonly specPackage: { readonly version: string; readonly digest: string };
  readonly candidate: JsonObject;
  /** The SHA-256 of the RFC 8785 form of all other properties. */
  readonly digest: string;
}

/** The JSON Schema of a `ProposalPackage`. */
export const proposalPackageSchema = {
  type: "object",
  properties: {
    format: { type: "string", const: "proposal-package/v1" },
    targetProduct: name,
    domainId: name,
    specPackage: {
      type: "object",
      properties: { version, digest },
      required: ["version", "digest"],
      additionalProperties: false,
    },
    candidate: { type: "object" },
    digest,
  },
  required: ["format", "targetProduct", "domainId", "specPackage", "candidate", "digest"],
  additionalProperties: false,
} as const;
