import { type Diagnostic, limits, type Needs, type Severity, type Upcoming, type Verdict } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { toPathKey } from "../json/pointer.ts";
import { utf8Length } from "../text/characters.ts";
import type { CheckResults } from "../validate/run-checks.ts";
import type { Fixes } from "./list-fixes.ts";
import { resolveNeeds } from "./resolve-needs.ts";
import { summarize } from "./summary.ts";
import { toDiagnostic } from "./to-diagnostic.ts";

/** The results under the next spec package, and when it takes effect. */
export interface Announcement {
  readonly results: CheckResults;
  readonly version: string;
  readonly effectiveFrom?: string;
}

/** Writes the results of all checks as a verdict. */
export function writeVerdict(results: CheckResults, fixes: Fixes, announced?: Announcement): Verdict {
  const { collector, idStatus } = results;
  const groups = collector.listGroups();
  const chosen = choose(groups, ({ first }) => ({ ...first, needs: resolveNeeds(first) }), limits.diagnostics);
  const skippedRules = results.skipped.filter(({ at }) => isRule(at)).map(({ id }) => id);
  const upcoming = announced && createUpcoming(announced, groups);
  const verdict: Verdict = {
    valid: collector.isValid(),
    summary: summarize(groups, fixes, upcoming),
    diagnostics: chosen.map((group) => toDiagnostic(group, fixes.get(group))),
    ...(skippedRules.length > 0 ? { skippedRules } : {}),
    ...(groups.length > chosen.length ? { omitted: groups.length - chosen.length } : {}),
    ...(upcoming ? { upcoming } : {}),
    registry: { idStatus },
  };
  // Only diagnostics can make a verdict too long.
  return chosen.length > 0 || upcoming ? shorten(verdict) : verdict;
}

// Checks that run for every spec package do not count as rules, but `mustBeCaller` does, because a package must enable it.
function isRule(at: string): boolean {
  return at.startsWith("/rules/") || at === "/owner/mustBeCaller";
}

function createUpcoming({ results, ...announcement }: Announcement, groups: readonly Group[]): Upcoming | undefined {
  const currentKeys = new Set(groups.map(toPlaceKey));
  const addedGroups = results.collector.listGroups().filter((group) => !currentKeys.has(toPlaceKey(group)));
  if (addedGroups.length === 0) return undefined;
  return { ...announcement, diagnostics: addedGroups.slice(0, limits.diagnostics).map((group) => toDiagnostic(group)) };
}

// A check can move to another rule, so the key has no rule id, except for CEL rules, whose violations share one code.
function toPlaceKey({ first: { code, rule, path } }: Group): string {
  return `${code} ${code === "rule.violated" ? rule.id : ""} ${toPathKey(path)}`;
}

// Drops diagnostics from a verdict that exceeds its limit: first those under the next rules, then the least important.
function shorten(verdict: Verdict): Verdict {
  if (countBytes(verdict) <= limits.verdictBytes) return verdict;
  const { upcoming: _, ...current } = verdict;
  const empty = { ...current, omitted: (current.omitted ?? 0) + current.diagnostics.length, diagnostics: [] };
  let bytesLeft = limits.verdictBytes - countBytes(empty);
  const kept = new Set(
    sortByImportance(current.diagnostics, (diagnostic) => diagnostic).filter((diagnostic) => {
      bytesLeft -= countBytes(diagnostic) + 1;
      return bytesLeft >= 0;
    }),
  );
  const { omitted, ...rest } = empty;
  return {
    ...rest,
    diagnostics: current.diagnostics.filter((diagnostic) => kept.has(diagnostic)),
    ...(omitted > kept.size ? { omitted: omitted - kept.size } : {}),
  };
}

function countBytes(value: Verdict | Diagnostic): number {
  return utf8Length(JSON.stringify(value));
}

/** What determines how important a diagnostic is. */
interface Importance {
  readonly code: string;
  readonly severity: Severity;
  readonly needs: Needs;
}

// Keeps the `max` most important items, in their original order.
function choose<Item>(items: readonly Item[], toImportance: (item: Item) => Importance, max: number): readonly Item[] {
  if (items.length <= max) return items;
  const chosen = new Set(sortByImportance(items, toImportance).slice(0, max));
  return items.filter((item) => chosen.has(item));
}

/**
 * Sorts diagnostics by importance, for an answer without room for all of them: errors that only the owner or the product team
 * can resolve, the first error of each code, other errors, and the rest. Warnings depend on other open proposals, so they
 * must never displace an error.
 */
export function sortByImportance<Item>(
  items: readonly Item[],
  toImportance: (item: Item) => Importance,
): readonly Item[] {
  const subjects = items.map((item) => ({ item, ...toImportance(item) }));
  const errors = subjects.filter(({ severity }) => severity === "error");
  const decisions = errors.filter(({ needs }) => needs === "owner-decision" || needs === "product-team");
  const seen = new Set<string>();
  const firstOfEachCode = errors.filter(({ code }) => !seen.has(code) && seen.add(code));
  return [...new Set([...decisions, ...firstOfEachCode, ...errors, ...subjects].map(({ item }) => item))];
}
