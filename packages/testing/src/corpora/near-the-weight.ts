import type { PackageAtBounds } from "./packages-at-bounds.ts";
import { type PackageOfSize, packagesAtSeveralBounds } from "./packages-at-several-bounds.ts";

// The next share is tried if a package of this one is refused.
const shares = [1, 0.5, 0.25, 0.12, 0.06, 0.03];

/** What is asked of an engine: whether a package is accepted, and for which reason it is not. */
export type Compile = (bytes: Uint8Array) => { readonly kind: "ok" | "broken"; readonly problems?: unknown };

/** The largest package of each kind that is accepted, so that most are just below the limit on everything together. */
export function packagesNearTheWeight(count: number, seed: number, compile: Compile): readonly PackageAtBounds[] {
  return packagesAtSeveralBounds(count, seed).map((make) => largestOf(make, compile));
}

function largestOf(make: PackageOfSize, compile: Compile): PackageAtBounds {
  for (const share of shares) {
    const made = make(share);
    if (compile(made.bytes).kind === "ok") return made;
  }
  const smallest = make(0);
  throw new Error(`No package of this kind is accepted (${smallest.name}): ${JSON.stringify(compile(smallest.bytes))}`);
}
