import type { Expression } from "./expression.ts";
import type { ExpressionError } from "./expression-error.ts";
import { canBe } from "./inferred.ts";
import { scopeOfRule } from "./scope.ts";
import { adviceToGuard } from "./suggestions.ts";
import { type TypeCheckInput, TypeInference } from "./type-inference.ts";
import { typeNames } from "./type-names.ts";

/** What is known about an expression without a candidate. */
export interface TypeCheckResult {
  readonly errors: readonly ExpressionError[];
  /** The patterns of the paths in the candidate that it reads. */
  readonly reads: readonly (readonly string[])[];
  /** Those of them whose values it uses; the others are only on the way to a property. */
  readonly uses: readonly (readonly string[])[];
  /** Those of which it reads everything that is inside. */
  readonly wholes: readonly (readonly string[])[];
}

/** Finds what is wrong with an expression before it ever runs, and what it reads. */
export function typeCheck(expression: Expression, input: TypeCheckInput): TypeCheckResult {
  const inference = new TypeInference(input);
  const result = inference.infer(expression, scopeOfRule(input.self));
  if (inference.errors.length === 0 && !canBe(result, ["bool"])) {
    inference.report(
      expression,
      `The expression must be a boolean, not ${typeNames(result.types)}.`,
      "Use a comparison.",
    );
  }
  inference.reportConversions();
  for (const { node, reason } of inference.unguarded()) {
    const advice = adviceToGuard(node, expression);
    inference.report(node, reason, advice);
  }
  const { errors, wholes } = inference;
  return { errors, reads: inference.reads(), uses: inference.uses(), wholes: [...wholes.values()] };
}
