import type { RegistryRange } from "@assay/contract";
import type { Sha256 } from "../sha256.ts";
import { free, pending, type RegistryAnswer, type RegistryView, unknown } from "./registry-view.ts";

/** How many hexadecimal digits of a hashed key name its range. */
const rangeDigits = 5;

/** The name of the range that holds a comparison key. */
export function rangeOf(key: string, sha256: Sha256): string {
  return sha256(key).slice(0, rangeDigits);
}

/** A view of the ranges that were fetched beforehand, all of one revision; any other key is `unknown`. */
export function registryFromRanges(options: {
  readonly revision: string;
  readonly ranges: readonly RegistryRange[];
  readonly sha256: Sha256;
}): RegistryView {
  const fetched = new Set<string>();
  const answers = new Map<string, RegistryAnswer>();
  for (const range of options.ranges) {
    // A verdict never mixes revisions: a range of another one counts as not fetched.
    if (range.revision !== options.revision) continue;
    fetched.add(range.range);
    for (const { key } of range.pending) answers.set(key, pending);
    for (const { key, state } of range.entries) answers.set(key, { kind: "taken", state });
  }
  return {
    revision: options.revision,
    find(key) {
      const hash = options.sha256(key);
      return fetched.has(hash.slice(0, rangeDigits)) ? (answers.get(hash) ?? free) : unknown;
    },
  };
}
