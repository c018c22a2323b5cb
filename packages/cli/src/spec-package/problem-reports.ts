import type { Source } from "../draft/read-draft.ts";
import { headLines, noteLines } from "../reports/diagnostic-block.ts";
import { formatFrame, gutterWidth } from "../reports/frame.ts";
import { formatAnnotation } from "../reports/github-report.ts";
import { toSpan } from "../reports/locate-diagnostics.ts";
import type { Style } from "../terminal/style.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import type { LocatedProblem } from "./locate-problems.ts";

/** Problems of a spec package for a person: each at its place, with what to do about it. */
export function problemBlocks(problems: readonly LocatedProblem[], source: Source, style: Style): readonly string[] {
  return problems.flatMap(({ problem: { code, message, advice }, mark }) => [
    ...headLines("error", code, message, style),
    ...formatFrame(source, mark, "error", style),
    ...noteLines("advice", toPrintable(advice), gutterWidth(source), style),
    "",
  ]);
}

/** The same as workflow commands of GitHub Actions. */
export function problemAnnotations(problems: readonly LocatedProblem[], source: Source): readonly string[] {
  return problems.map(({ problem: { code, message, advice }, mark }) =>
    formatAnnotation("error", source, mark, code, `${message} ${advice}`),
  );
}

/** The same for programs. */
export function problemDocuments(problems: readonly LocatedProblem[], source: Source): readonly object[] {
  return problems.map(({ problem, mark }) => ({ ...problem, place: toSpan(mark, source) }));
}
