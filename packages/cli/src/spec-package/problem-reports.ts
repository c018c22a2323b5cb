import type { LocatedProblem } from "@assay/json-text";
import type { Source } from "../draft/read-draft.ts";
import { gutterWidth, headLines, noteLines } from "../reports/diagnostic-block.ts";
import { bar, frameLines } from "../reports/frame.ts";
import { annotation } from "../reports/github-report.ts";
import { spanOf } from "../reports/located.ts";
import { printable } from "../terminal/printable.ts";
import type { Style } from "../terminal/style.ts";

/** Problems of a spec package for a person: each at its place, with what to do about it. */
export function problemBlocks(
  problems: readonly LocatedProblem[],
  source: Source,
  style: Style,
  severity: "error" | "warning" = "error",
): readonly string[] {
  const gutter = gutterWidth(source);
  const { paint } = style;
  return problems.flatMap(({ problem: { code, message, advice }, mark }) => {
    const { line, column } = source.lines.positionOf(mark.from);
    return [
      ...headLines(severity, code, message, style),
      `${paint("dim", `${" ".repeat(gutter - 1)}-->`)} ${source.name}:${line}:${column}`,
      bar("", gutter, paint),
      ...frameLines(source.lines, { ...mark, role: severity, sign: "^" }, gutter, style),
      ...noteLines("advice", printable(advice), gutter, style),
      "",
    ];
  });
}

/** The same as workflow commands of GitHub Actions. */
export function problemAnnotations(
  problems: readonly LocatedProblem[],
  source: Source,
  severity: "error" | "warning" = "error",
): readonly string[] {
  return problems.map(({ problem: { code, message, advice }, mark }) =>
    annotation(severity, source, mark, code, `${message} ${advice}`),
  );
}

/** The same for programs. */
export function problemDocuments(problems: readonly LocatedProblem[], source: Source): readonly object[] {
  return problems.map(({ problem, mark }) => ({ ...problem, place: spanOf(mark, source) }));
}
