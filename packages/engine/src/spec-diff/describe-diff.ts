import type { Change, Effect } from "./compare-packages.ts";
import type { SpecDiff } from "./diff-specs.ts";
import type { Flip } from "./find-flips.ts";

const meanings: { readonly [effect in Effect | Flip["acceptedBy"]]: string } = {
  same: "The same candidates are accepted.",
  loosened: "Everything that was accepted still is.",
  tightened: "Nothing that was refused is accepted.",
  undecided: "It was not shown that nothing is refused that was accepted, nor the other way round.",
  old: "Some candidates are refused that were accepted; it was not shown that none is accepted that was refused.",
  new: "Some candidates are accepted that were refused; it was not shown that none is refused that was accepted.",
};

/** What all changes together mean for candidates. */
export function describeEffect({ effect, tests, edits }: Pick<SpecDiff, "effect" | "tests" | "edits">): string {
  const ways = new Set([...tests, ...edits].map(({ acceptedBy }) => acceptedBy));
  if (ways.size === 2)
    return "Together both loosened and tightened: some candidates are accepted that were refused, and some are refused that were accepted.";
  const seen = effect === "undecided" ? ([...ways][0] ?? effect) : effect;
  return `Together ${effect}. ${meanings[seen]}`;
}

/** What changed, and why nothing could be shown of it if nothing could. */
export function describeChange({ what, reason }: Change): string {
  return reason === undefined ? what : `${what} (${reason})`;
}

const bumps: { readonly [bump in SpecDiff["version"]["bump"]]: string } = {
  major: "a major version",
  minor: "a minor version",
  patch: "a patch",
  none: "the same version",
  lower: "a lower version",
};

/** How far the version moved: "1.1.0 is a minor version". */
export function describeBump({ version, versions }: Pick<SpecDiff, "version" | "versions">): string {
  return `${versions[1]} is ${bumps[version.bump]}`;
}

/** Which candidate gets another verdict, and what refuses it. */
export function describeFlip({ test, of, edit, acceptedBy, error }: Flip): string {
  const from = edit === undefined ? `the ${of} test` : `${edit}, the rest as in the ${of} test`;
  const at = error.path === "" ? "the root" : error.path;
  const when = acceptedBy === "old" ? "now" : "before";
  return `${from} ${JSON.stringify(test)} (${when}: ${error.code} at ${at}, rule ${error.rule})`;
}
