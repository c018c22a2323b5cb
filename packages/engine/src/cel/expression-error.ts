import { limits, type SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { outsideText } from "../text/outside-text.ts";
import { tokenAt } from "./tokens.ts";

/** What is wrong with an expression, and where: an offset into its source, or all of it. */
export interface ExpressionError {
  readonly code: "spec.rule" | "spec.too-large" | "spec.pattern";
  readonly offset: number | "all";
  readonly message: string;
  readonly advice: string;
}

/** The problem of the rule that has the expression: its message has the line of the source, with a caret at the error. */
export function problemOf(error: ExpressionError, source: string, path: readonly string[]): SpecProblem {
  const span = spanOf(error, source);
  return { ...specProblem(error.code, path, withCaret(error.message, span.from, source), error.advice), span };
}

function spanOf({ offset }: ExpressionError, source: string): Required<SpecProblem>["span"] {
  if (offset === "all") return { from: 0, to: source.length };
  // The parser gives the offset of the dot before a property, and of the space before some operators.
  const from = offset + (/^\s*\.?(?=[^\s.])/.exec(source.slice(offset))?.[0].length ?? 0);
  return { from, to: from + tokenAt(source, from).length };
}

const maxBefore = 40;

function withCaret(message: string, offset: number, source: string): string {
  const start = source.lastIndexOf("\n", offset - 1) + 1;
  const [line = ""] = source.slice(start).split("\n", 1);
  const column = Math.min(offset - start, line.length);
  const from = column > maxBefore + 8 ? column - maxBefore : 0;
  const head = `${from > 0 ? "…" : ""}${outsideText(line.slice(from, column), limits.specPackageText)}`;
  const tail = outsideText(line.slice(column), limits.outsideText);
  return `${message}\n  ${head}${tail}\n  ${" ".repeat([...head].length)}^`;
}
