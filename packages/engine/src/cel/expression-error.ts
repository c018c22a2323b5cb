import type { SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { readToken } from "./tokens.ts";

/** An error at an offset in the source of an expression, or in the expression as a whole. */
export interface ExpressionError {
  readonly code: "spec.rule" | "spec.too-large" | "spec.pattern";
  readonly offset: number | "all";
  readonly message: string;
  readonly advice: string;
}

/** Converts an error to a problem whose span is the token at the offset; `path` is the path of the expression. */
export function toSpecProblem(error: ExpressionError, source: string, path: readonly string[]): SpecProblem {
  return { ...createSpecProblem(error.code, path, error.message, error.advice), span: findSpan(error, source) };
}

function findSpan({ offset }: ExpressionError, source: string): Required<SpecProblem>["span"] {
  if (offset === "all") return { from: 0, to: source.length };
  // The parser gives the offset of the dot before a property, and of the space before some operators.
  const from = offset + (/^\s*\.?(?=[^\s.])/.exec(source.slice(offset))?.[0].length ?? 0);
  return { from, to: from + readToken(source, from).length };
}
