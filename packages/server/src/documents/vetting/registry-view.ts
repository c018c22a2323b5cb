import { hash } from "node:crypto";
import type { RegistryRange } from "@assay/contract";
import { type LookalikeKey, type RegistryView, rangeOf, registryFromRanges } from "@assay/engine";

/** Returns the name of the range that holds this key. */
export function rangeName(key: LookalikeKey): string {
  return rangeOf(key, sha256);
}

/** Returns the names of the ranges that hold these keys. */
export function rangesOf(keys: readonly LookalikeKey[]): readonly string[] {
  return [...new Set(keys.map(rangeName))];
}

/** Creates a view of fetched ranges, all of one revision. */
export function registryView(ranges: readonly RegistryRange[], revision: string): RegistryView {
  return registryFromRanges({ revision, ranges, sha256 });
}

function sha256(text: string): string {
  return hash("sha256", text);
}
