import type { Needs, Severity, Upcoming } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { formatCount, type Noun } from "../text/phrases.ts";
import type { Fixes } from "./list-fixes.ts";
import { resolveNeeds } from "./resolve-needs.ts";

const parts: readonly (readonly ["fix" | Needs, (count: number) => string])[] = [
  ["fix", (count) => `${count} ${count === 1 ? "has" : "have"} a fix`],
  ["edit", (count) => `${count} to edit`],
  ["ask", (count) => `${formatCount(count, ["value", "values"])} to settle`],
  ["owner-decision", (count) => `${count} for the owner to decide`],
  ["product-team", (count) => `${count} for the product team`],
];

/** Summarizes a verdict in one line: all mistakes, and how many more there are under the next rules. */
export function summarize(groups: readonly Group[], fixes: Fixes, upcoming: Upcoming | undefined): string {
  const errors = groups.filter(({ first }) => first.severity === "error");
  const kinds = errors.map((group) => (fixes.has(group) ? "fix" : resolveNeeds(group.first)));
  const phrases = parts.flatMap(([part, format]) => {
    const count = kinds.filter((kind) => kind === part).length;
    return count > 0 ? [format(count)] : [];
  });
  const notes = [
    ...formatSeverity(groups, "warning", ["warning", "warnings"]),
    ...formatSeverity(groups, "info", ["note", "notes"]),
  ].join(" and ");
  const current =
    errors.length === 0
      ? `Valid${notes && `, with ${notes}`}.`
      : `${formatCount(errors.length, ["error", "errors"])}: ${phrases.join(", ")}${notes && `; ${notes}`}.`;
  return upcoming ? `${current} ${describeUpcoming(upcoming)}` : current;
}

function formatSeverity(groups: readonly Group[], severity: Severity, noun: Noun): readonly string[] {
  const count = groups.filter(({ first }) => first.severity === severity).length;
  return count === 0 ? [] : [formatCount(count, noun)];
}

// A package usually takes effect at midnight UTC; then the date is enough.
function describeUpcoming({ version, effectiveFrom, diagnostics }: Upcoming): string {
  const day = effectiveFrom?.replace(/T00:00:00(\.0+)?Z$/, "");
  return `${formatCount(diagnostics.length, ["more problem", "more problems"])} under ${version}${day === undefined ? "" : `, from ${day}`}.`;
}
