import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { type Change, comparePackages, type Effect, together } from "./compare-packages.ts";
import { type Flip, findFlips } from "./find-flips.ts";
import { type Judged, judgeBump } from "./judge-bump.ts";

/** What changed between two spec packages. */
export interface SpecDiff {
  readonly domain: string;
  readonly versions: readonly [before: string, after: string];
  readonly changes: readonly Change[];
  /** Of all changes together. */
  readonly effect: Effect;
  /** Tests of either package whose candidates only one of them accepts. */
  readonly tests: readonly Flip[];
  /** The same for small edits of such candidates. */
  readonly edits: readonly Flip[];
  readonly version: Judged;
}

/**
 * Compares two spec packages of one domain: what is proven part by part, candidates whose verdicts differ, and the version.
 *
 * @example
 * const { version } = diffSpecs(published, edited);
 * if (version.verdict === "dishonest") console.error(version.why);
 */
export function diffSpecs(before: CompiledSpec, after: CompiledSpec): SpecDiff {
  const [old, next] = [before.document, after.document];
  const changes = comparePackages(old, next);
  const flips = findFlips(before, after);
  const all = [...flips.tests, ...flips.edits];
  const effect = withoutContradiction(together(changes), all);
  return {
    domain: `${next.targetProduct}/${next.domainId}`,
    versions: [old.version, next.version],
    changes,
    effect,
    ...flips,
    version: judgeBump([old.version, next.version], effect, all, changes.length === 0),
  };
}

// A proof is only as good as the program that found it; a verdict is what callers get.
function withoutContradiction(effect: Effect, flips: readonly { readonly acceptedBy: "old" | "new" }[]): Effect {
  const isLoosened = effect === "same" || effect === "loosened";
  const isTightened = effect === "same" || effect === "tightened";
  const contradicts = ({ acceptedBy }: { readonly acceptedBy: "old" | "new" }) =>
    acceptedBy === "old" ? isLoosened : isTightened;
  return flips.some(contradicts) ? "undecided" : effect;
}
