import { type Counts, type Diagnostic, limits, type Verdict } from "@assay/contract";
import { pathOf } from "../json/path-of.ts";
import { utf8Length } from "../text/utf8-length.ts";
import type { Settled } from "./assess.ts";
import type { Group } from "./collector.ts";
import { summaryOf } from "./summary.ts";
import { toDiagnostic } from "./to-diagnostic.ts";

/** What was settled under the next spec package, and when it will hold. */
export interface Upcoming extends Settled {
  readonly version: string;
  readonly effectiveFrom?: string;
}

/** Writes a verdict: all of it is words for the caller, nothing is decided here. */
export function verdictOf({ judgement, applied }: Settled, upcoming?: Upcoming): Verdict {
  const { collector, ran, skipped } = judgement;
  const groups = collector.groups();
  const counts = countsOf(groups);
  const diagnostics = groups.slice(0, limits.diagnostics).map(toDiagnostic);
  const verdict: Verdict = {
    valid: counts.error === 0,
    summary: summaryOf(groups, counts),
    counts,
    diagnostics,
    truncated:
      groups.length > diagnostics.length || (upcoming?.judgement.collector.groups().length ?? 0) > limits.diagnostics,
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
  return shorten(verdict);
}

function upcomingOf({ judgement, version, effectiveFrom }: Upcoming): NonNullable<Verdict["upcoming"]> {
  const groups = judgement.collector.groups();
  const counts = countsOf(groups);
  return {
    version,
    ...(effectiveFrom === undefined ? {} : { effectiveFrom }),
    valid: counts.error === 0,
    counts,
    diagnostics: groups.slice(0, limits.diagnostics).map(toDiagnostic),
  };
}

function countsOf(groups: readonly Group[]): Counts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { first } of groups) counts[first.severity] += 1;
  return counts;
}

// Over the limit, diagnostics go from the end: those of the next package first, then those of the current one.
function shorten(verdict: Verdict): Verdict {
  let left =
    limits.verdictBytes -
    bytesOf({
      ...verdict,
      diagnostics: [],
      ...(verdict.upcoming ? { upcoming: { ...verdict.upcoming, diagnostics: [] } } : {}),
    });
  const keep = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.filter((diagnostic) => {
      left -= bytesOf(diagnostic) + 1;
      return left >= 0;
    });
  const diagnostics = keep(verdict.diagnostics);
  const upcoming = verdict.upcoming && { ...verdict.upcoming, diagnostics: keep(verdict.upcoming.diagnostics) };
  if (left >= 0) return verdict;
  return { ...verdict, diagnostics, truncated: true, ...(upcoming ? { upcoming } : {}) };
}

function bytesOf(value: object): number {
  return utf8Length(JSON.stringify(value));
}
