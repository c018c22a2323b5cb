import type { Change, Effect } from "./change.ts";
import type { Evidence, Flip } from "./compare-verdicts.ts";

/** How far a version moved. */
type Bump = "major" | "minor" | "patch" | "none" | "lower";

/** Whether a version says what changed. */
export interface Judged {
  readonly bump: Bump;
  /** The smallest bump that is right, as far as it is known. */
  readonly needed: "major" | "minor" | "patch" | "unknown";
  readonly verdict: "justified" | "not-justified" | "undecided";
  readonly why: string;
  /** A candidate that proves it. */
  readonly proof?: Flip;
}

/**
 * Judges a version: a patch changes only what authors read, a minor version accepts or warns about more or changes who must
 * act, a major version may refuse what was accepted.
 */
export function judgeBump(
  versions: readonly [before: string, after: string],
  changes: readonly Change[],
  { tests, neighbours, entries }: Evidence,
): Judged {
  const bump = bumpOf(...versions);
  const flips = [entries, tests, neighbours].flatMap((compared) => compared?.flips ?? []);
  const refused = flips.find(({ acceptedBy }) => acceptedBy === "old");
  const first = (...effects: readonly Effect[]) => changes.find(({ effect }) => effects.includes(effect));
  const mayRefuse = first("narrower") ?? first("either");
  const needed = refused ? "major" : mayRefuse ? "unknown" : first("wider", "warning", "who-acts") ? "minor" : "patch";
  const judged = (verdict: Judged["verdict"], why: string): Judged => ({
    ...{ bump, needed, verdict, why },
    ...(refused && { proof: refused }),
  });
  if (bump === "lower") return judged("not-justified", "The version is lower than before. Use a higher one.");
  if (refused) {
    const verdict = bump === "major" ? "justified" : "not-justified";
    return judged(verdict, "A candidate that is valid today would be refused, so this must be a major version.");
  }
  if (bump === "major") return judged("justified", "A major version may refuse what is valid today.");
  if (bump === "none" && changes.length > 0)
    return judged("not-justified", `${changes[0]?.at} changed, so the version must be higher.`);
  if (bump === "none") return judged("justified", "No rule and no text changed.");
  if (needed === "patch") return judged("justified", "Only texts for authors changed.");
  if (bump === "patch") {
    const change = mayRefuse ?? first("wider", "warning", "who-acts");
    return judged(
      "not-justified",
      `A patch changes only texts for authors, and the change at ${change?.at} is more than that.`,
    );
  }
  if (!mayRefuse) return judged("justified", "No change can refuse what is valid today.");
  if (mayRefuse.effect === "narrower") {
    const remedy = "Add a test with a candidate that it refuses, or make this a major version.";
    return judged(
      "undecided",
      `${mayRefuse.at} can only refuse more, but none of the compared candidates is refused. ${remedy}`,
    );
  }
  if (entries && entries.valid > 0)
    return judged("justified", `No entry that is valid today is refused (${entries.valid} compared).`);
  const remedy = "Compare the candidates accepted so far: run assay spec diff with --candidates.";
  return judged(
    "undecided",
    `${mayRefuse.at} may refuse more, but none of the compared candidates is refused. ${remedy}`,
  );
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
