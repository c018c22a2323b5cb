import { limits } from "@assay/contract";
import { outsideText } from "../text/outside-text.ts";

/** What is wrong with an expression, and where: an offset into its source. */
export interface ExpressionError {
  readonly code: "spec.rule" | "spec.too-large" | "spec.pattern";
  readonly offset: number;
  readonly message: string;
  readonly advice: string;
}

const maxBefore = 40;

/** The message, and under it the line of the source with a caret at the error. */
export function withCaret({ message, offset: at }: ExpressionError, source: string): string {
  // The parser gives the offset of the dot before a property.
  const offset = source[at] === "." ? at + 1 : at;
  const start = source.lastIndexOf("\n", offset - 1) + 1;
  const [line = ""] = source.slice(start).split("\n", 1);
  const column = Math.min(offset - start, line.length);
  const from = column > maxBefore + 8 ? column - maxBefore : 0;
  const head = `${from > 0 ? "…" : ""}${outsideText(line.slice(from, column), limits.specPackageText)}`;
  const tail = outsideText(line.slice(column), limits.outsideText);
  return `${message}\n  ${head}${tail}\n  ${" ".repeat([...head].length)}^`;
}
