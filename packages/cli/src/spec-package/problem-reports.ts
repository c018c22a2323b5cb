import type { Source } from "../draft/read-draft.ts";
import { headLines, noteLines } from "../reports/diagnostic-block.ts";
import { formatFrame, gutterWidth } from "../reports/frame.ts";
import { formatAnnotation } from "../reports/github-report.ts";
import { toSpan } from "../reports/locate-diagnostics.ts";
import type { Style } from "../terminal/style.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import type { LocatedProblem } from "./locate-problems.ts";

/** Formats the problems in a spec package for a person, each at its place with advice. */
export function problemBlocks(problems: readonly LocatedProblem[], source: Source, style: Style): readonly string[] {
  return problems.flatMap(({ problem: { code, message, advice }, mark }) => [
    ...headLines("error", code, message, style),
    ...formatFrame(source, mark, "error", style),
    ...noteLines("advice", toPrintable(advice), gutterWidth(source), style),
    "",
  ]);
}

/** Formats the problems as workflow commands of GitHub Actions. */
export function problemAnnotations(problems: readonly LocatedProblem[], source: Source): readonly string[] {
  return problems.map(({ problem: { code, message, advice }, mark }) =>
    formatAnnotation("error", source, mark, code, `${message} ${advice}`),
  );
}

/** Formats the problems for programs. */
export function problemDocuments(problems: readonly LocatedProblem[], source: Source): readonly object[] {
  return problems.map(({ problem, mark }) => ({ ...problem, place: toSpan(mark, source) }));
}
