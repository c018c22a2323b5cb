import type { Counts, Diagnostic } from "@assay/contract";
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

/** A verdict in one line, of all mistakes; a fix counts only where the diagnostics, in the same order, show it. */
export function summaryOf(
  groups: readonly Group[],
  counts: Counts,
  diagnostics: readonly Diagnostic[],
  tooLarge: ReadonlySet<Group>,
): string {
  const others = [...plural(counts.warning, "warning"), ...plural(counts.info, "note")];
  if (counts.error === 0) return others.length > 0 ? `Valid, with ${others.join(" and ")}.` : "Valid.";
  const errors = groups
    .filter(({ first }) => first.severity === "error")
    .map((group, index): Part => {
      const shown = diagnostics[index]?.fixes?.[0]?.applicability;
      return shown ?? (tooLarge.has(group) ? "too-large" : needsOf(group.first));
    });
  const said = parts.flatMap(([part, say]) => {
    const count = errors.filter((other) => other === part).length;
    return count > 0 ? [say(count)] : [];
  });
  return `Invalid: ${[`${plural(counts.error, "error")} (${said.join(", ")})`, ...others].join(", ")}.`;
}

function plural(count: number, word: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
}
