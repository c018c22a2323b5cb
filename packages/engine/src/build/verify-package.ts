import type { InvalidVerdict, JsonObject, ProposalPackage, ValidVerdict } from "@assay/contract";
import { toCanonicalJson } from "../json/canonical-json.ts";
import { isObject } from "../json/json.ts";
import type { RegistryView } from "../registry/registry-view.ts";
import type { Sha256 } from "../sha256.ts";
import { type CompiledSpec, openSpec } from "../spec/compiled-spec.ts";
import { build } from "./build.ts";

/** Whether a package is what building its candidate gives now, or the first reason why it is not. */
export type PackageVerification =
  | { readonly kind: "ok"; readonly proposalPackage: ProposalPackage; readonly verdict: ValidVerdict }
  /** It has other properties than a proposal package, or other types of them. */
  | { readonly kind: "not-a-package" }
  /** It was built for another product or domain, or under another version of the rules. */
  | { readonly kind: "other-spec-package" }
  | { readonly kind: "invalid"; readonly verdict: InvalidVerdict }
  /** The candidate is valid, but building it gives different strings or a different order, with this digest. */
  | { readonly kind: "not-normalized"; readonly verdict: ValidVerdict; readonly digest: string }
  /** `digest` is the right one for this content: the package was changed after it was built. */
  | { readonly kind: "digest-differs"; readonly verdict: ValidVerdict; readonly digest: string };

/** Checks a package again, trusting nothing in it. */
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
  const { digest: rightDigest } = proposalPackage;
  return { kind: isNormalized ? "digest-differs" : "not-normalized", verdict, digest: rightDigest };
}

// A property more than these would be in no digest.
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
