import type { RegistryRange } from "@assay/contract";
import { checkSha256, type Sha256 } from "../sha256.ts";
import { type LookalikeKey, lookalikeKey } from "./comparison-key.ts";
import { checkArray } from "./registry-document.ts";
import { indexRegistry } from "./registry-index.ts";
import { type RegistryView, unknown, viewOf } from "./registry-view.ts";

/** How many hexadecimal digits of the hash of a lookalike key name its range. */
const rangeDigits = 5;

/**
 * The name of the range that holds a lookalike key: what to fetch before a verdict. Ids that are the same, and ids that
 * look alike, are in one range.
 *
 * @example
 * const names = new Set(engine.registryKeys(spec, candidate).map((key) => rangeOf(key, sha256)));
 */
export function rangeOf(key: LookalikeKey, sha256: Sha256): string {
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
 * A view of the ranges that were fetched beforehand, all of one revision, with the same answers as
 * `registryFromSnapshot`; an id of any other range is `unknown`.
 *
 * @example
 * const registry = registryFromRanges({ revision: "412", ranges, sha256 });
 */
export function registryFromRanges(options: RangesOptions): Required<RegistryView> {
  const { revision, sha256 } = options;
  checkSha256(sha256);
  checkArray(options.ranges, "ranges", "Pass the ranges that were fetched.");
  // A verdict never mixes revisions: a range of another one counts as not fetched.
  const ranges = options.ranges.filter((range) => range.revision === revision);
  const fetched = new Set(ranges.map(({ range }) => range));
  const view = viewOf(indexRegistry(ranges), revision);
  const isFetched = (id: string) => fetched.has(rangeOf(lookalikeKey(id), sha256));
  return {
    ...view,
    find: (key) => (isFetched(key) ? view.find(key) : unknown),
    exact: { ...view.exact, find: (id) => (isFetched(id) ? view.exact.find(id) : unknown) },
  };
}
