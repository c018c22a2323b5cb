import type { RegistryRange } from "@assay/contract";
import { checkSha256, type Sha256 } from "../sha256.ts";
import type { ComparisonKey } from "./comparison-key.ts";
import { checkArray } from "./registry-document.ts";
import { free, pending, type RegistryAnswer, type RegistryView, unknown } from "./registry-view.ts";

/** How many hexadecimal digits of a hashed key name its range. */
const rangeDigits = 5;

/**
 * The name of the range that holds a comparison key: what to fetch before a verdict.
 *
 * @example
 * const names = new Set(engine.registryKeys(spec, candidate).map((key) => rangeOf(key, sha256)));
 */
export function rangeOf(key: ComparisonKey, sha256: Sha256): string {
  checkSha256(sha256);
  return sha256(key).slice(0, rangeDigits);
}

/** What a view of ranges is made of. */
export interface RangesOptions {
  /** The revision of the view. Ranges of another one count as not fetched. */
  readonly revision: string;
  /** The ranges that were fetched, empty ones included. */
  readonly ranges: readonly RegistryRange[];
  /** The same function as the engine's. */
  readonly sha256: Sha256;
}

/**
 * A view of the ranges that were fetched beforehand, all of one revision; any other key is `unknown`.
 *
 * @example
 * const registry = registryFromRanges({ revision: "412", ranges, sha256 });
 */
export function registryFromRanges(options: RangesOptions): RegistryView {
  checkSha256(options.sha256);
  checkArray(options.ranges, "ranges", "Pass the ranges that were fetched.");
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
