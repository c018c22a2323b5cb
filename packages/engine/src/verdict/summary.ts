import type { Applicability, Counts, Needs } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { needsOf } from "./needs.ts";

type Part = "safe" | "review" | "too-large" | Needs;

const parts: readonly (readonly [Part, (count: number) => string])[] = [
  ["safe", (count) => `${count} with a safe fix`],
  ["review", (count) => `${count} with a fix to review`],
  ["too-large", (count) => `${count} whose fix is too large to show`],
  ["edit", (count) => `${count} to edit`],
  ["ask", (count) => `${count} to ask about`],
  ["owner-decision", (count) => `${count} for the owner to decide`],
  ["product-team", (count) => `${count} for the product team`],
];

/** Which mistakes have a fix that the answer shows, and which have one that is too large for it. */
interface KnownFixes {
  readonly shown: ReadonlyMap<Group, Applicability | undefined>;
  readonly tooLarge: ReadonlySet<Group>;
  /** The repair that the answer shows, if it leaves no errors: then it fixes those too that have no fix of their own. */
  readonly ofAll?: Applicability | undefined;
}

/** The version in force, and what was found under the announced one. */
interface Versions {
  readonly current: string;
  readonly next: string;
  readonly effectiveFrom?: string | undefined;
  readonly errors: number;
  /** False if the work that a verdict may take ended before everything was checked. */
  readonly isComplete: boolean;
}

/** A verdict in one line, of all mistakes; it names the versions if another one is announced. */
export function summaryOf(groups: readonly Group[], counts: Counts, fixes: KnownFixes, versions?: Versions): string {
  const under = versions ? ` under ${versions.current}` : "";
  const others = [...plural(counts.warning, "warning"), ...plural(counts.info, "note")];
  const isValid = counts.error === 0;
  const now = isValid
    ? [`Valid${under}`, ...(others.length > 0 ? [`with ${others.join(" and ")}`] : [])]
    : [`Invalid${under}: ${plural(counts.error, "error")} (${whatToDo(groups, fixes)})`, ...others];
  const then = versions ? `; ${upcomingIn(versions, isValid)}` : "";
  return `${now.join(", ")}${then}.`;
}

function whatToDo(groups: readonly Group[], { shown, tooLarge, ofAll }: KnownFixes): string {
  const errors = groups
    .filter(({ first }) => first.severity === "error")
    .map((group): Part => shown.get(group) ?? ofAll ?? (tooLarge.has(group) ? "too-large" : needsOf(group.first)));
  const said = parts.flatMap(([part, say]) => {
    const count = errors.filter((other) => other === part).length;
    return count > 0 ? [say(count)] : [];
  });
  return said.join(", ");
}

function upcomingIn({ next, effectiveFrom, errors, isComplete }: Versions, isValidNow: boolean): string {
  const valid = isValidNow ? "also valid" : "valid";
  const found = isComplete ? (plural(errors, "error")[0] ?? valid) : "not fully checked";
  return [`${found} under ${next}`, ...(effectiveFrom === undefined ? [] : [`from ${dayOf(effectiveFrom)}`])].join(
    ", ",
  );
}

// A package usually takes effect at the beginning of a day.
function dayOf(time: string): string {
  return time.replace(/T00:00:00(\.0+)?Z$/, "");
}

function plural(count: number, word: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
}
