import type { LocatedProblem } from "@assay/json-text";
import type { Source } from "../draft/read-draft.ts";
import { printable } from "../text/printable.ts";
import { gutterOf, headLines, noteLines } from "./diagnostic-block.ts";
import { bar, frameLines } from "./frame.ts";
import { annotation } from "./github-report.ts";
import { spanOf } from "./located.ts";
import type { Look } from "./look.ts";

/** Problems of a spec package for a person: each at its place, with what to do about it. */
export function problemBlocks(problems: readonly LocatedProblem[], source: Source, look: Look): readonly string[] {
  const gutter = gutterOf(source);
  const { paint } = look;
  return problems.flatMap(({ problem: { code, message, advice }, mark }) => {
    const { line, column } = source.lines.positionOf(mark.from);
    return [
      ...headLines("error", code, message, look),
      `${paint("dim", `${" ".repeat(gutter - 1)}-->`)} ${source.name}:${line}:${column}`,
      bar("", gutter, paint),
      ...frameLines(source.lines, { ...mark, role: "error", sign: "^" }, gutter, look),
      ...noteLines("advice", printable(advice), gutter, look),
      "",
    ];
  });
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
