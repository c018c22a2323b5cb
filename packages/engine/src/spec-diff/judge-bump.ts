import type { Effect } from "./compare-packages.ts";
import type { Flip } from "./find-flips.ts";

/** How far a version moved. */
type Bump = "major" | "minor" | "patch" | "none" | "lower";

/** Whether a version says what changed: shown to be honest or not, or neither. */
export interface Judged {
  readonly bump: Bump;
  /** The smallest bump that is right, as far as it is known. */
  readonly needed: "major" | "minor" | "patch" | "unknown";
  readonly verdict: "honest" | "dishonest" | "undecided";
  readonly why: string;
  /** A candidate that proves it. */
  readonly proof?: Flip;
}

/**
 * Judges a version: a patch changes only texts, a minor version accepts or warns about more, a major version may refuse what
 * was accepted.
 */
export function judgeBump(
  versions: readonly [before: string, after: string],
  effect: Effect,
  flips: readonly Flip[],
  areRulesEqual: boolean,
): Judged {
  const bump = bumpOf(...versions);
  const refused = flips.find(({ acceptedBy }) => acceptedBy === "old");
  const accepted = flips.find(({ acceptedBy }) => acceptedBy === "new");
  const judged = (needed: Judged["needed"], verdict: Judged["verdict"], why: string, proof?: Flip): Judged => ({
    ...{ bump, needed, verdict, why },
    ...(proof && { proof }),
  });
  if (bump === "lower") return judged("unknown", "dishonest", "The version is lower than before.");
  if (refused) {
    const why = "A candidate that was accepted is refused, so it is a major version.";
    return judged("major", bump === "major" ? "honest" : "dishonest", why, refused);
  }
  if (bump === "major") return judged("unknown", "honest", "A major version may refuse what was accepted.");
  if (effect !== "same" && effect !== "loosened") {
    return judged(
      "unknown",
      "undecided",
      "It could not be shown that everything that was accepted still is, and no candidate was found that is refused.",
    );
  }
  if (bump === "minor") return judged("minor", "honest", "Everything that was accepted still is.");
  if (accepted)
    return judged(
      "minor",
      "dishonest",
      "A candidate that was refused is accepted, so it is a minor version.",
      accepted,
    );
  if (areRulesEqual) {
    if (bump === "patch") return judged("patch", "honest", "Only texts or tests changed.");
    return judged("patch", "undecided", "No rule changed. If anything else did, the version should say so.");
  }
  const why = "A rule changed. Unless it means the same, this is at least a minor version.";
  return judged("minor", bump === "none" ? "dishonest" : "undecided", why);
}

function bumpOf(before: string, after: string): Bump {
  const numbers = (version: string) => version.split(/[-+]/, 1)[0]?.split(".").map(Number) ?? [];
  const [one, other] = [numbers(before), numbers(after)];
  for (const [index, name] of (["major", "minor", "patch"] as const).entries()) {
    const [a = 0, b = 0] = [one[index], other[index]];
    if (a !== b) return b > a ? name : "lower";
  }
  return "none";
}
