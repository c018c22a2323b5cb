import {
  type Counts,
  type Diagnostic,
  type GeneratorIdState,
  limits,
  type Needs,
  type Severity,
  type Verdict,
} from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import type { FixResults } from "../fixes/offer-fixes.ts";
import { pathKey, shownPointer } from "../json/pointer.ts";
import { utf8Length } from "../text/characters.ts";
import type { CheckResults } from "../validate/run-checks.ts";
import { needsOf } from "./needs.ts";
import { summaryOf } from "./summary.ts";
import { toDiagnostic } from "./to-diagnostic.ts";

/** The results under the next spec package, and when it takes effect. */
export interface Announced {
  /** The version in force until then. */
  readonly current: string;
  readonly results: CheckResults;
  readonly version: string;
  readonly effectiveFrom?: string;
  /** Whether the verdict has its diagnostics; the summary counts them in any case. */
  readonly isShown: boolean;
}

/** Writes a verdict: it puts results into words for the caller, and decides nothing. */
export function verdictOf(
  results: CheckResults,
  { fixes, tooLarge, repair }: FixResults,
  announced?: Announced,
): Verdict {
  const { collector, ran, skipped, normalizations } = results;
  const groups = collector.groups();
  const counts = countsOf(groups);
  const chosen = chooseGroups(groups);
  const isRepaired = repair !== undefined && !repair.after.collector.hasErrors();
  const diagnostics = chosen.map((group) => toDiagnostic(group, fixes.get(group), isRepaired || fixes.has(group)));
  const versions = announced && versionsOf(announced);
  const summarize = (kept: readonly Diagnostic[], keptRepair: Verdict["repair"]) => {
    const shown = new Map(chosen.map((group, index) => [group, kept[index]?.fixes?.[0]?.applicability]));
    const ofAll = keptRepair?.remaining.error === 0 ? keptRepair.applicability : undefined;
    return summaryOf(groups, counts, { shown, tooLarge, ofAll }, versions);
  };
  const shownRepair = repair && {
    patch: repair.patch,
    applicability: repair.applicability,
    remaining: countsOf(repair.after.collector.groups()),
  };
  const upcoming = announced?.isShown ? announced : undefined;
  const changes = announced && versions?.isComplete ? changesUnder(announced, groups) : undefined;
  const upcomingGroups = upcoming?.results.collector.groups() ?? [];
  const verdict: Verdict = {
    valid: counts.error === 0,
    summary: summarize(diagnostics, shownRepair),
    counts,
    diagnostics,
    truncated: groups.length > limits.diagnostics || upcomingGroups.length > limits.diagnostics,
    ...(shownRepair ? { repair: shownRepair } : {}),
    checks: {
      ran,
      skipped: skipped.map(({ check, because, places }) => ({
        check,
        because: { code: because.code, path: shownPointer(because.path) },
        ...(places ? { places: { count: places.count, first: shownPointer(places.first) } } : {}),
      })),
    },
    registry: { generatorId: generatorIdState(results) },
    ...(normalizations.length > 0 ? { normalizations } : {}),
    ...(changes ? { announced: changes } : {}),
    ...(upcoming ? { upcoming: upcomingOf(upcoming) } : {}),
  };
  // Nothing else can make a verdict long.
  const long = groups.length + upcomingGroups.length + normalizations.length > 0 || changes !== undefined;
  return long ? shorten(verdict, summarize) : verdict;
}

function versionsOf({ current, results, version: next, effectiveFrom }: Announced) {
  const groups = results.collector.groups();
  const isComplete = !groups.some(({ first }) => first.code === "check.budget");
  return { current, next, effectiveFrom, errors: countsOf(groups).error, isComplete };
}

// Errors of one rule at one place are the same under both. So are those of two rules with one code, because a check may have
// moved to another rule; what a CEL expression says is told apart by its rule alone.
function changesUnder({ results, version, effectiveFrom }: Announced, groups: readonly Group[]): Verdict["announced"] {
  const errorsIn = (all: readonly Group[]) => all.filter(({ first }) => first.severity === "error");
  const [now, then] = [errorsIn(groups), errorsIn(results.collector.groups())];
  const [newer, older] = [unpaired(then, now, ruleKey), unpaired(now, then, ruleKey)];
  const [added, lost] = [unpaired(newer, older, placeKey), unpaired(older, newer, placeKey)];
  if (added.length + lost.length === 0) return undefined;
  return {
    version,
    ...(effectiveFrom === undefined ? {} : { effectiveFrom }),
    new: added
      .slice(0, limits.announcedErrors)
      .map((group) => toDiagnostic(group))
      .map(({ code, path, message }) => ({ code, path, message })),
    gone: lost
      .slice(0, limits.announcedErrors)
      .map(({ first }) => ({ code: first.code, path: shownPointer(first.path) })),
  };
}

// Each of the others is the counterpart of at most one.
function unpaired(here: readonly Group[], others: readonly Group[], keyOf: (group: Group) => string): readonly Group[] {
  const left = Map.groupBy(others, keyOf);
  return here.filter((group) => !left.get(keyOf(group))?.pop());
}

function ruleKey({ first: { code, rule, path } }: Group): string {
  return `${code} ${rule.id} ${pathKey(path)}`;
}

function placeKey(group: Group): string {
  const { code, path } = group.first;
  return code === "rule.violated" ? ruleKey(group) : `${code} ${pathKey(path)}`;
}

function upcomingOf({ results, version, effectiveFrom }: Announced): NonNullable<Verdict["upcoming"]> {
  const groups = results.collector.groups();
  const counts = countsOf(groups);
  return {
    version,
    ...(effectiveFrom === undefined ? {} : { effectiveFrom }),
    valid: counts.error === 0,
    counts,
    diagnostics: chooseGroups(groups).map((group) => toDiagnostic(group)),
  };
}

// In their order, as many as an answer has room for.
function chooseGroups(groups: readonly Group[]): readonly Group[] {
  if (groups.length <= limits.diagnostics) return groups;
  const important = byImportance(groups, ({ first }) => ({ ...first, needs: needsOf(first) }));
  const chosen = new Set(important.slice(0, limits.diagnostics));
  return groups.filter((group) => chosen.has(group));
}

function countsOf(groups: readonly Group[]): Counts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { first } of groups) counts[first.severity] += 1;
  return counts;
}

type Summarize = (kept: readonly Diagnostic[], repair: Verdict["repair"]) => string;

// A verdict over the limit loses fixes, the last first; if that is not enough, its repair, which is as long as all of them
// together; then diagnostics, those of the next package and the least important first.
function shorten(verdict: Verdict, summarize: Summarize): Verdict {
  if (bytesOf(verdict) <= limits.verdictBytes) return verdict;
  const { repair: _, ...unrepaired } = verdict;
  return (
    withFewerFixes(verdict, summarize) ??
    withFewerFixes(unrepaired, summarize) ??
    withFewerDiagnostics(unrepaired, summarize)
  );
}

function withFewerFixes(verdict: Verdict, summarize: Summarize): Verdict | undefined {
  const diagnostics = [...verdict.diagnostics];
  let over = bytesOf(verdict) - limits.verdictBytes;
  for (;;) {
    if (over <= 0) {
      // The summary counts the fixes, so it changes and may be longer now.
      const shorter = { ...verdict, summary: summarize(diagnostics, verdict.repair), diagnostics, truncated: true };
      if (bytesOf(shorter) <= limits.verdictBytes) return shorter;
    }
    const last = diagnostics.findLastIndex(({ fixes }) => fixes !== undefined);
    const fixed = diagnostics[last];
    if (!fixed) return undefined;
    const { fixes: _, ...bare } = fixed;
    over -= bytesOf(fixed) - bytesOf(bare);
    diagnostics[last] = bare;
  }
}

function withFewerDiagnostics({ upcoming, ...verdict }: Verdict, summarize: Summarize): Verdict {
  const all = verdict.diagnostics.map(({ fixes: _, ...diagnostic }) => diagnostic);
  const bare = { ...verdict, summary: summarize(all, undefined), diagnostics: all, truncated: true };
  let left =
    limits.verdictBytes -
    bytesOf({ ...bare, diagnostics: [], ...(upcoming ? { upcoming: { ...upcoming, diagnostics: [] } } : {}) });
  const keep = (diagnostics: readonly Diagnostic[]) => {
    const kept = new Set<Diagnostic>();
    for (const diagnostic of byImportance(diagnostics, (each) => each)) {
      left -= bytesOf(diagnostic) + 1;
      if (left >= 0) kept.add(diagnostic);
    }
    return diagnostics.filter((diagnostic) => kept.has(diagnostic));
  };
  const diagnostics = keep(all);
  return {
    ...bare,
    diagnostics,
    ...(upcoming ? { upcoming: { ...upcoming, diagnostics: keep(upcoming.diagnostics) } } : {}),
  };
}

function bytesOf(value: object): number {
  return utf8Length(JSON.stringify(value));
}

/** What the registry said about the id of a candidate, told from what its check reported. */
function generatorIdState({ collector, ran }: Pick<CheckResults, "collector" | "ran">): GeneratorIdState {
  if (!ran.includes("generator-id")) return "not-checked";
  const findings = [...collector.unordered()].map(({ first }) => first);
  const codes = new Set(findings.filter(({ rule }) => rule.at === "/generatorId").map(({ code }) => code));
  if (codes.has("registry.id-taken")) return "taken";
  if (codes.has("registry.id-in-ballot")) return "in-ballot";
  if (codes.has("check.failed")) return "unknown";
  // The check itself says that a string is no id only if it has nothing to ask for.
  return codes.has("field.pattern") ? "not-checked" : "free";
}

/** What decides how important a diagnostic is. */
interface Subject {
  readonly code: string;
  readonly severity: Severity;
  readonly needs: Needs;
}

/**
 * Diagnostics in the order in which an answer must have them if it cannot have all: errors that only the owner or the
 * product team can resolve, the first error of each code, other errors, and the rest. Warnings depend on what else is
 * proposed at the moment, so they must not push out an error.
 */
export function byImportance<Item>(items: readonly Item[], subjectOf: (item: Item) => Subject): readonly Item[] {
  const subjects = items.map((item) => ({ item, ...subjectOf(item) }));
  const errors = subjects.filter(({ severity }) => severity === "error");
  const decisions = errors.filter(({ needs }) => needs === "owner-decision" || needs === "product-team");
  const seen = new Set<string>();
  const firsts = errors.filter(({ code }) => !seen.has(code) && seen.add(code));
  return [...new Set([...decisions, ...firsts, ...errors, ...subjects].map(({ item }) => item))];
}
