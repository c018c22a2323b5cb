import type { Expression } from "./expression.ts";

/** What an operand gave by itself. */
export type Outcome = boolean | "error";

/** The operands of `&&`, `||`, `!` and `?:` in an expression that have none of these operators themselves. */
export function operandsOf(expression: Expression): readonly Expression[] {
  const logic = logicOf(expression);
  return logic ? logic.args.flatMap(operandsOf) : [expression];
}

/** What an expression gives if its operands give these outcomes: in CEL, `true || error` is true, and so is `error || true`. */
export function decide(expression: Expression, outcomes: ReadonlyMap<Expression, Outcome>): Outcome {
  const logic = logicOf(expression);
  if (!logic) return outcomes.get(expression) ?? "error";
  const decided = logic.args.map((argument) => decide(argument, outcomes));
  const [first = "error", second = "error", third = "error"] = decided;
  if (logic.function === "!_") return first === "error" ? first : !first;
  if (logic.function === "_?_:_") return first === "error" ? first : first ? second : third;
  const absorbing = logic.function === "_||_";
  if (decided.includes(absorbing)) return absorbing;
  return decided.includes("error") ? "error" : !absorbing;
}

function logicOf({ exprKind }: Expression) {
  const isLogic = exprKind.case === "callExpr" && ["_&&_", "_||_", "!_", "_?_:_"].includes(exprKind.value.function);
  return isLogic ? exprKind.value : undefined;
}
