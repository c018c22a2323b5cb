import type { RegistryRange, SpecProblem, Verdict } from "@assay/contract";
import type { ReadJson, TestOutcome } from "@assay/engine";
import type { SpecDiff } from "@assay/engine/spec-diff";

/** What the page tells the worker. */
export type ToRulesWorker =
  /** The package to compare with, as it was published; none if there is none. `rules` numbers it. */
  | { readonly kind: "published"; readonly rules: number; readonly bytes?: Uint8Array }
  /** The candidate that is tried under both packages; none if there is none. */
  | { readonly kind: "draft"; readonly text?: string }
  /** Every range of the registry that was fetched, all of one revision. Replaces what was known. */
  | { readonly kind: "registry"; readonly revision: string; readonly ranges: readonly RegistryRange[] }
  /** A spec package to check. `turn` counts up; the newest one wins. */
  | { readonly kind: "check"; readonly turn: number; readonly text: string };

/** What the worker tells the page. The worker may generate code, so the page trusts none of it. */
export type FromRulesWorker =
  | { readonly kind: "loaded" }
  | { readonly kind: "checked"; readonly turn: number; readonly result: CheckedPackage }
  | { readonly kind: "tried"; readonly turn: number; readonly rules: number; readonly result: TriedDraft }
  | { readonly kind: "diffed"; readonly turn: number; readonly rules: number; readonly result: PackageDiff };

/** What the engine says of a spec package. */
export interface CheckedPackage {
  readonly isAccepted: boolean;
  readonly problems: readonly SpecProblem[];
  readonly tests: readonly TestOutcome[];
  /** Whether everything but the tests is right, so that candidates can be tried. */
  readonly canTry: boolean;
  /** Of an accepted package. */
  readonly digest?: string;
  /** How long the engine took. */
  readonly ms: number;
}

/** A candidate under the published and the edited package. */
export type TriedDraft =
  | { readonly kind: "none" }
  | { readonly kind: "unreadable"; readonly problem: Extract<ReadJson, { readonly kind: "unreadable" }> }
  | {
      readonly kind: "verdicts";
      /** Absent if nothing is published. */
      readonly published?: TriedVerdict;
      /** Absent if the edited package has problems besides its tests. */
      readonly edited?: TriedVerdict;
      /** The ranges that the verdicts would need and that were not given. Ids in them counted as free. */
      readonly missingRanges: readonly string[];
    };

/** What is shown of a verdict. */
export type TriedVerdict = Pick<Verdict, "valid" | "counts" | "diagnostics">;

/** What changed since the published package. */
export type PackageDiff =
  | { readonly kind: "nothing-published" }
  /** Only valid packages are compared, as with `assay spec diff`. */
  | { readonly kind: "not-valid" }
  | { readonly kind: "other-domain"; readonly published: string; readonly edited: string }
  | { readonly kind: "diff"; readonly diff: SpecDiff };
