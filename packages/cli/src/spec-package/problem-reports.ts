import type { LocatedProblem } from "@assay/json-text";
import type { Source } from "../draft/read-draft.ts";
import { headLines, noteLines } from "../reports/diagnostic-block.ts";
import { gutterWidth, placedFrame } from "../reports/frame.ts";
import { annotation } from "../reports/github-report.ts";
import { spanOf } from "../reports/located.ts";
import { printable } from "../terminal/printable.ts";
import type { Style } from "../terminal/style.ts";

/** Problems of a spec package for a person: each at its place, with what to do about it. */
export function problemBlocks(problems: readonly LocatedProblem[], source: Source, style: Style): readonly string[] {
  return problems.flatMap(({ problem: { code, message, advice }, mark }) => [
    ...headLines("error", code, message, style),
    ...placedFrame(source, mark, "error", style),
    ...noteLines("advice", printable(advice), gutterWidth(source), style),
    "",
  ]);
}

/** The same as workflow commands of GitHub Actions. */
export function problemAnnotations(problems: readonly LocatedProblem[], source: Source): readonly string[] {
  return problems.map(({ problem: { code, message, advice }, mark }) =>
    annotation("error", source, mark, code, `${message} ${advice}`),
  );
}

/** The same for programs. */
export function problemDocuments(problems: readonly LocatedProblem[], source: Source): readonly object[] {
  return problems.map(({ problem, mark }) => ({ ...problem, place: spanOf(mark, source) }));
}
