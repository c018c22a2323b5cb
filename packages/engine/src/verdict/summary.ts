import type { Applicability, Counts } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { needsOf } from "./needs.ts";

type Part = "safe" | "review" | "too-large" | "edit" | "owner-decision" | "product-team";

const parts: readonly (readonly [Part, (count: number) => string])[] = [
  ["safe", (count) => `${count} with a safe fix`],
  ["review", (count) => `${count} with a fix to review`],
  ["too-large", (count) => `${count} whose fix is too large to show`],
  ["edit", (count) => `${count} to edit`],
  ["owner-decision", (count) => `${count} that only the owner, a person, can decide`],
  ["product-team", (count) => `${count} for the product team`],
];

/** Which mistakes have a fix that the answer shows, and which have one that is too large for it. */
interface KnownFixes {
  readonly shown: ReadonlyMap<Group, Applicability | undefined>;
  readonly tooLarge: ReadonlySet<Group>;
}

/** A verdict in one line, of all mistakes. */
export function summaryOf(groups: readonly Group[], counts: Counts, { shown, tooLarge }: KnownFixes): string {
  const others = [...plural(counts.warning, "warning"), ...plural(counts.info, "note")];
  if (counts.error === 0) return others.length > 0 ? `Valid, with ${others.join(" and ")}.` : "Valid.";
  const errors = groups
    .filter(({ first }) => first.severity === "error")
    .map((group): Part => shown.get(group) ?? (tooLarge.has(group) ? "too-large" : needsOf(group.first)));
  const said = parts.flatMap(([part, say]) => {
    const count = errors.filter((other) => other === part).length;
    return count > 0 ? [say(count)] : [];
  });
  return `Invalid: ${[`${plural(counts.error, "error")} (${said.join(", ")})`, ...others].join(", ")}.`;
}

function plural(count: number, word: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
}
