import { type Counts, type Diagnostic, limits, type Verdict } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import type { Offer } from "../fixes/offer-fixes.ts";
import { pathOf } from "../json/shown-pointer.ts";
import { utf8Length } from "../text/utf8-length.ts";
import type { Settled } from "./sort-candidate.ts";
import { summaryOf } from "./summary.ts";
import { toDiagnostic } from "./to-diagnostic.ts";

/** What was settled under the next spec package, and when it will hold. */
export interface Upcoming extends Settled {
  readonly version: string;
  readonly effectiveFrom?: string;
}

/** Writes a verdict: all of it is words for the caller, nothing is decided here. */
export function verdictOf({ judgement, applied }: Settled, { fixes, repair }: Offer, upcoming?: Upcoming): Verdict {
  const { collector, ran, skipped } = judgement;
  const groups = collector.groups();
  const counts = countsOf(groups);
  const diagnostics = groups.slice(0, limits.diagnostics).map((group) => toDiagnostic(group, fixes.get(group)));
  const upcomingGroups = upcoming?.judgement.collector.groups() ?? [];
  const verdict: Verdict = {
    valid: counts.error === 0,
    summary: summaryOf(groups, counts, diagnostics),
    counts,
    diagnostics,
    truncated: groups.length > limits.diagnostics || upcomingGroups.length > limits.diagnostics,
    ...(repair
      ? {
          repair: {
            patch: repair.patch,
            applicability: repair.applicability,
            leaves: countsOf(repair.after.collector.groups()),
          },
        }
      : {}),
    checks: {
      ran,
      skipped: skipped.map(({ check, because }) => ({
        check,
        because: { code: because.code, path: pathOf(because.tokens) },
      })),
    },
    ...(applied.length > 0 ? { normalizations: applied } : {}),
    ...(upcoming ? { upcoming: upcomingOf(upcoming) } : {}),
  };
  // Nothing else can make an answer long.
  const long = groups.length + upcomingGroups.length + applied.length > 0;
  return long ? shorten(verdict, (kept) => summaryOf(groups, counts, kept)) : verdict;
}

function upcomingOf({ judgement, version, effectiveFrom }: Upcoming): NonNullable<Verdict["upcoming"]> {
  const groups = judgement.collector.groups();
  const counts = countsOf(groups);
  return {
    version,
    ...(effectiveFrom === undefined ? {} : { effectiveFrom }),
    valid: counts.error === 0,
    counts,
    diagnostics: groups.slice(0, limits.diagnostics).map((group) => toDiagnostic(group)),
  };
}

function countsOf(groups: readonly Group[]): Counts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { first } of groups) counts[first.severity] += 1;
  return counts;
}

type Summarize = (kept: readonly Diagnostic[]) => string;

// Over the limit, fixes go from the end; where that is not enough the repair goes, which takes as much room as all of
// them; then diagnostics, those of the next package first.
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
      // The summary changes with them, and may be longer now.
      const shorter = { ...verdict, summary: summarize(diagnostics), diagnostics, truncated: true };
      if (bytesOf(shorter) <= limits.verdictBytes) return shorter;
    }
    const last = diagnostics.findLastIndex(({ fixes }) => fixes !== undefined);
    if (last < 0) return undefined;
    const { fixes: _, ...bare } = diagnostics[last] as Diagnostic;
    over -= bytesOf(diagnostics[last] as Diagnostic) - bytesOf(bare);
    diagnostics[last] = bare;
  }
}

function withFewerDiagnostics({ upcoming, ...verdict }: Verdict, summarize: Summarize): Verdict {
  const all = verdict.diagnostics.map(({ fixes: _, ...diagnostic }) => diagnostic);
  const bare = { ...verdict, summary: summarize(all), diagnostics: all, truncated: true };
  let left =
    limits.verdictBytes -
    bytesOf({ ...bare, diagnostics: [], ...(upcoming ? { upcoming: { ...upcoming, diagnostics: [] } } : {}) });
  const keep = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.filter((diagnostic) => {
      left -= bytesOf(diagnostic) + 1;
      return left >= 0;
    });
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
