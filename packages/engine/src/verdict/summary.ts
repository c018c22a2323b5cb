import type { Needs, Severity, Upcoming } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import type { Fixes } from "../fixes/offer-fixes.ts";
import { formatCount, type Noun } from "../text/phrases.ts";
import { resolveNeeds } from "./resolve-needs.ts";

const parts: readonly (readonly ["fix" | Needs, (count: number) => string])[] = [
  ["fix", (count) => `${count} ${count === 1 ? "has" : "have"} a fix`],
  ["edit", (count) => `${count} to edit`],
  ["ask", (count) => `${count} to ask about`],
  ["owner-decision", (count) => `${count} for the owner to decide`],
  ["product-team", (count) => `${count} for the product team`],
];

/** A verdict in one line, of all mistakes, with what the next rules add. */
export function summarize(groups: readonly Group[], fixes: Fixes, upcoming: Upcoming | undefined): string {
  const errors = groups.filter(({ first }) => first.severity === "error");
  const kinds = errors.map((group) => (fixes.has(group) ? "fix" : resolveNeeds(group.first)));
  const phrases = parts.flatMap(([part, say]) => {
    const count = kinds.filter((kind) => kind === part).length;
    return count > 0 ? [say(count)] : [];
  });
  const notes = [
    ...formatSeverity(groups, "warning", ["warning", "warnings"]),
    ...formatSeverity(groups, "info", ["note", "notes"]),
  ].join(" and ");
  const now =
    errors.length === 0
      ? `Valid${notes && `, with ${notes}`}.`
      : `${formatCount(errors.length, ["error", "errors"])}: ${phrases.join(", ")}${notes && `; ${notes}`}.`;
  return upcoming ? `${now} ${describeUpcoming(upcoming)}` : now;
}

function formatSeverity(groups: readonly Group[], severity: Severity, noun: Noun): readonly string[] {
  const count = groups.filter(({ first }) => first.severity === severity).length;
  return count === 0 ? [] : [formatCount(count, noun)];
}

// A package usually takes effect at the beginning of a day.
function describeUpcoming({ version, effectiveFrom, diagnostics }: Upcoming): string {
  const day = effectiveFrom?.replace(/T00:00:00(\.0+)?Z$/, "");
  return `${formatCount(diagnostics.length, ["more problem", "more problems"])} under ${version}${day === undefined ? "" : `, from ${day}`}.`;
}
