import type { AnyFinding } from "../findings/finding.ts";
import type { NotEvaluated } from "./check.ts";

/** Counts the places at which a rule is not evaluated. */
export interface PlaceCounter {
  skip(path: readonly string[], because: AnyFinding): void;
  /** What was skipped, if anything was; `ranElsewhere` tells whether the rule was evaluated at all. */
  result(ranElsewhere: boolean): NotEvaluated | undefined;
}

// As many as a collector keeps paths of a group.
const maxOthers = 64;

/** Creates a counter for one run of one rule. */
export function createPlaceCounter(): PlaceCounter {
  let count = 0;
  let first: { readonly path: readonly string[]; readonly because: AnyFinding } | undefined;
  const others = new Set<AnyFinding>();
  return {
    skip(path, because) {
      count += 1;
      first ??= { path, because };
      if (others.size < maxOthers && because !== first.because) others.add(because);
    },
    result(ranElsewhere) {
      if (!first) return undefined;
      const places = ranElsewhere ? { places: { count, first: first.path } } : {};
      return { because: first.because, others: [...others], ...places };
    },
  };
}
