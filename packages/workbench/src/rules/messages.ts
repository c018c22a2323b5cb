import type { RegistryRange, SpecProblem, Verdict } from "@assay/contract";
import type { ReadJson, TestOutcome } from "@assay/engine";
import type { SpecDiff } from "@assay/engine/spec-diff";
import { anything, array, boolean, either, number, object, oneOf, string } from "../engine/shape.ts";
import { counts, diagnostics, rangeName, unreadable } from "../engine/verdict-shape.ts";

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

/** A message of the worker, or nothing if it has another shape: the worker may generate code, so none of it is trusted. */
export function readRulesMessage(data: unknown): FromRulesWorker | undefined {
  return message(data) ? (data as FromRulesWorker) : undefined;
}

const problem = object(
  { code: string, at: string, message: string, advice: string },
  { span: object({ from: number, to: number }) },
);
const errors = array(object({ code: string, path: string }));
const errorsGot = array(object({ code: string, path: string, rule: string }));
const test = either(
  object(
    { name: string, outcome: oneOf("passed", "failed"), expected: errors, got: errorsGot, warned: errorsGot },
    { expectedWarnings: errors },
  ),
  object({ name: string, outcome: oneOf("not-run"), expected: errors }, { expectedWarnings: errors }),
);
const checked = object(
  { isAccepted: boolean, problems: array(problem), tests: array(test), canTry: boolean, ms: number },
  { digest: string },
);

const verdict = object({ valid: boolean, counts, diagnostics });
const tried = either(
  object({ kind: oneOf("none") }),
  unreadable,
  object({ kind: oneOf("verdicts"), missingRanges: array(rangeName) }, { published: verdict, edited: verdict }),
);

const effect = oneOf("narrower", "wider", "either", "who-acts", "warning", "text");
const side = oneOf("old", "new");
const flip = object(
  {
    name: string,
    of: oneOf("old", "new", "entry"),
    candidate: anything,
    acceptedBy: side,
    error: object({ code: string, path: string, rule: string }),
  },
  { edit: string, isRepaired: boolean },
);
const compared = object({ tried: number, valid: number, flips: array(flip) });
const diff = object({
  domain: string,
  versions: (value) => array(string)(value) && (value as readonly string[]).length === 2,
  changes: array(object({ effect, at: string, what: string }, { rule: string, oldAt: string, newAt: string })),
  evidence: object({ tests: compared, neighbours: compared }, { entries: compared }),
  version: object(
    {
      bump: oneOf("major", "minor", "patch", "none", "lower"),
      needed: oneOf("major", "minor", "patch", "unknown"),
      verdict: oneOf("justified", "not-justified", "undecided"),
      why: string,
    },
    { proof: flip },
  ),
});
const diffed = either(
  object({ kind: oneOf("nothing-published", "not-valid") }),
  object({ kind: oneOf("other-domain"), published: string, edited: string }),
  object({ kind: oneOf("diff"), diff }),
);

const message = either(
  object({ kind: oneOf("loaded") }),
  object({ kind: oneOf("checked"), turn: number, result: checked }),
  object({ kind: oneOf("tried"), turn: number, rules: number, result: tried }),
  object({ kind: oneOf("diffed"), turn: number, rules: number, result: diffed }),
);
