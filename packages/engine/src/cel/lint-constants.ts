import { limits } from "@assay/contract";
import { findRe2Problem } from "../schema/pattern.ts";
import { sanitizeText } from "../text/sanitize-text.ts";
import { type Expression, listChildren, readStringLiteral } from "./expression.ts";
import type { ExpressionError } from "./expression-error.ts";

/** Reports integers that do not fit into 64 bits, and patterns that are not literals or that RE2 refuses. */
export function lintConstants(node: Expression, findOffset: (node: Expression) => number): readonly ExpressionError[] {
  const nestedErrors = listChildren(node).flatMap((child) => lintConstants(child, findOffset));
  const { exprKind } = node;
  if (exprKind.case === "constExpr" && !fitsInto64Bits(exprKind.value)) {
    const message = "The integer does not fit into 64 bits.";
    const advice = "Use a smaller one, or write the same number as a double, with a decimal point or an exponent.";
    return [{ code: "spec.rule", offset: findOffset(node), message, advice }];
  }
  // The pattern is the second argument of the function `matches`, and the only argument of the method.
  const pattern =
    exprKind.case === "callExpr" && exprKind.value.function === "matches" ? exprKind.value.args.at(-1) : undefined;
  const error = pattern && findPatternError(pattern);
  return error ? [...nestedErrors, { ...error, offset: findOffset(pattern) }] : nestedErrors;
}

type Constant = Extract<Expression["exprKind"], { case: "constExpr" }>["value"];

// The library's parser accepts integers of any size.
function fitsInto64Bits({ constantKind }: Constant): boolean {
  if (constantKind.case === "int64Value") return BigInt.asIntN(64, constantKind.value) === constantKind.value;
  return constantKind.case !== "uint64Value" || BigInt.asUintN(64, constantKind.value) === constantKind.value;
}

function findPatternError(pattern: Expression): Omit<ExpressionError, "offset"> | undefined {
  const source = readStringLiteral(pattern);
  if (source === undefined) {
    const message = "The pattern in matches() must be a string literal.";
    return { code: "spec.rule", message, advice: "Write, for example, matches('^[a-z]+$')." };
  }
  const problem = findRe2Problem(source);
  if (!problem) return undefined;
  const advice = `Use RE2 syntax, with at most ${limits.schema.patternProgram} instructions: simplify a pattern that is too large.`;
  const reason = problem.kind === "size" ? `it has ${problem.size} instructions` : sanitizeText(problem.reason, 120);
  return { code: "spec.pattern", message: `The pattern is invalid: ${reason}.`, advice };
}
