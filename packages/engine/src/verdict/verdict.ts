import { type Counts, type Diagnostic, limits, type Verdict } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import type { Offer } from "../fixes/offer-fixes.ts";
import { pathOf } from "../json/path-of.ts";
import { utf8Length } from "../text/utf8-length.ts";
import type { Settled } from "./settle.ts";
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
    summary: summaryOf(groups, counts, fixes),
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
  return long ? shorten(verdict) : verdict;
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

// Over the limit, fixes go from the end, then the repair, then diagnostics: those of the next package first.
function shorten(verdict: Verdict): Verdict {
  let over = bytesOf(verdict) - limits.verdictBytes;
  if (over <= 0) return verdict;
  const fewerFixes = verdict.diagnostics.toReversed().map((diagnostic) => {
    const { fixes, ...bare } = diagnostic;
    if (!fixes || over <= 0) return diagnostic;
    over -= bytesOf(diagnostic) - bytesOf(bare);
    return bare;
  });
  if (over <= 0) return { ...verdict, diagnostics: fewerFixes.reverse(), truncated: true };
  const { repair: _, upcoming, ...rest } = verdict;
  const bare = {
    ...rest,
    diagnostics: rest.diagnostics.map(({ fixes: __, ...diagnostic }) => diagnostic),
    truncated: true,
  };
  let left =
    limits.verdictBytes -
    bytesOf({ ...bare, diagnostics: [], ...(upcoming ? { upcoming: { ...upcoming, diagnostics: [] } } : {}) });
  const keep = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.filter((diagnostic) => {
      left -= bytesOf(diagnostic) + 1;
      return left >= 0;
    });
  const diagnostics = keep(bare.diagnostics);
  return {
    ...bare,
    diagnostics,
    ...(upcoming ? { upcoming: { ...upcoming, diagnostics: keep(upcoming.diagnostics) } } : {}),
  };
}

function bytesOf(value: object): number {
  return utf8Length(JSON.stringify(value));
}
