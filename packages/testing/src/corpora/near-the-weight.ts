import type { PackageAtBounds } from "./packages-at-bounds.ts";
import { type PackageOfSize, packagesAtSeveralBounds } from "./packages-at-several-bounds.ts";

// The next share is tried if a package of this one is refused; the last one is a single item of each part.
const shares = [1, 0.5, 0.25, 0.12, 0.06, 0.03, 0];

/** What is asked of an engine: whether a package is accepted, and what it weighs. */
type Compile = (bytes: Uint8Array) => { readonly kind: "ok"; readonly weight: number } | { readonly kind: "broken" };

/** A package that is accepted. */
interface AcceptedPackage extends PackageAtBounds {
  readonly weight: number;
}

/** The largest package of each kind that is accepted, so that most are just below the limit on everything together. */
export function packagesNearTheWeight(count: number, seed: number, compile: Compile): readonly AcceptedPackage[] {
  return packagesAtSeveralBounds(count, seed).map((make) => largestOf(make, compile));
}

function largestOf(make: PackageOfSize, compile: Compile): AcceptedPackage {
  for (const share of shares) {
    const made = make(share);
    const answer = compile(made.bytes);
    if (answer.kind === "ok") return { ...made, weight: answer.weight };
  }
  throw new Error(`No package of this kind is accepted: ${make(0).name}`);
}
