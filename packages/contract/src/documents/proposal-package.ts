import { isJsonObject, type JsonObject } from "../json/json.ts";

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

/**
 * Whether a value has the properties of a package. They may be wrong, and there may be others: `verifyPackage` of the engine
 * decides whether it is what its candidate builds.
 *
 * @example
 * if (isProposalPackage(value)) console.log(value.targetProduct, value.domainId);
 */
export function isProposalPackage(value: unknown): value is ProposalPackage {
  if (!isJsonObject(value) || value.format !== "proposal-package/v1" || !isJsonObject(value.candidate)) return false;
  const { specPackage: rules, targetProduct, domainId, digest: own } = value;
  if (!isJsonObject(rules)) return false;
  return [rules.version, rules.digest, targetProduct, domainId, own].every((text) => typeof text === "string");
}
