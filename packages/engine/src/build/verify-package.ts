import type { InvalidVerdict, JsonObject, ProposalPackage, ValidVerdict } from "@assay/contract";
import { toCanonicalJson } from "../json/canonical-json.ts";
import { isObject } from "../json/json.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import type { Sha256 } from "../sha256.ts";
import { type CompiledSpec, openSpec } from "../spec/compiled-spec.ts";
import { build } from "./build.ts";

/** Whether a package can be rebuilt from its candidate. If it cannot, `kind` is the first reason. */
export type PackageVerification =
  | { readonly kind: "ok"; readonly proposalPackage: ProposalPackage; readonly verdict: ValidVerdict }
  /** The value does not have exactly the properties and the format of a proposal package. */
  | { readonly kind: "not-a-package" }
  /** The package was built for another product or domain, or under another version of the rules. */
  | { readonly kind: "other-spec-package" }
  | { readonly kind: "invalid"; readonly verdict: InvalidVerdict }
  /** The candidate is valid, but building it again changes strings or their order. `digest` belongs to the new package. */
  | { readonly kind: "not-normalized"; readonly verdict: ValidVerdict; readonly digest: string }
  /** The package was changed after it was built. `digest` is the correct digest for its content. */
  | { readonly kind: "digest-differs"; readonly verdict: ValidVerdict; readonly digest: string };

/** Builds a package again from its candidate and compares the two. Nothing in the package is trusted. */
export function verifyPackage(
  value: unknown,
  spec: CompiledSpec,
  registry: RegistryView,
  sha256: Sha256,
): PackageVerification {
  const { document, digest } = openSpec(spec);
  if (!isPackage(value)) return { kind: "not-a-package" };
  const { targetProduct, domainId, specPackage, candidate } = value;
  const isSameSpec = specPackage.digest === digest && specPackage.version === document.version;
  const isSameDomain = targetProduct === document.targetProduct && domainId === document.domainId;
  if (!isSameSpec || !isSameDomain) return { kind: "other-spec-package" };

  const built = build({ spec, registry, candidate }, sha256);
  if (!built.valid) return { kind: "invalid", verdict: built.verdict };
  const { verdict, proposalPackage } = built;
  const isNormalized = toCanonicalJson(candidate) === toCanonicalJson(proposalPackage.candidate);
  if (isNormalized && value.digest === proposalPackage.digest) return { kind: "ok", proposalPackage, verdict };
  const { digest: correctDigest } = proposalPackage;
  return { kind: isNormalized ? "digest-differs" : "not-normalized", verdict, digest: correctDigest };
}

// The digest does not cover additional properties, so a package must not have any.
function isPackage(value: unknown): value is ProposalPackage {
  return (
    hasOnly(value, ["candidate", "digest", "domainId", "format", "specPackage", "targetProduct"]) &&
    value.format === "proposal-package/v1" &&
    hasOnly(value.specPackage, ["digest", "version"])
  );
}

function hasOnly(value: unknown, names: readonly string[]): value is JsonObject {
  return isObject(value) && Object.keys(value).sort().join() === names.join();
}
