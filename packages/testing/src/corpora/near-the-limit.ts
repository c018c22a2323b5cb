import type { PackageAtBounds } from "./packages-at-bounds.ts";
import { packagesAtSeveralBounds } from "./packages-at-several-bounds.ts";

// The next share is tried if a package of this one is refused; the last one is a single item of each part.
const shares = [1, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12, 0.06, 0.03, 0];

/** The largest package of each kind that is accepted at all, so that most are just below the limit on everything together. */
export function packagesNearTheLimit(
  count: number,
  seed: number,
  isAccepted: (bytes: Uint8Array) => boolean,
): readonly PackageAtBounds[] {
  return packagesAtSeveralBounds(count, seed).flatMap(
    (make) => shares.map(make).find(({ bytes }) => isAccepted(bytes)) ?? [],
  );
}
