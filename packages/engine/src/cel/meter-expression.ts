import { createCall, type Expression, listBody, listChildren } from "./expression.ts";

/** The function that `meterExpression` wraps around the range of a loop. Its second argument is the cost of an iteration. */
export const loopEntry = "@pay";
/** The function that `meterExpression` wraps around an operand of `&&` or `||` that might not be a bool. */
export const boolOperand = "@bool";

// Costs in steps of the meter; a test compares them with measured times.
const nodeCosts: { readonly [kind: string]: number } = {
  constExpr: 0.5,
  // A name is looked up in every enclosing loop, from the inside out.
  identExpr: 2,
  // A missing property causes an error, the most expensive result.
  selectExpr: 8,
  callExpr: 1,
  listExpr: 6,
  structExpr: 10,
  comprehensionExpr: 12,
};
// These operators create a new error if an operand is an error or not a bool.
const operatorCosts: { readonly [name: string]: number } = { "_&&_": 4, "_||_": 4, "_?_:_": 12 };

/** Inserts calls that spend steps into an expression, and returns the cost of evaluating each of its nodes once. */
export function meterExpression(expression: Expression): number {
  meterLogic(expression);
  const cost = computeCost(expression);
  meterLoops(expression);
  return cost;
}

// Wraps the range of every loop in a call that spends the steps for the whole loop before it starts. They cannot be
// spent inside the loop, because the library does not evaluate operators such as `&&` and `?:` as function calls.
function meterLoops(expression: Expression): void {
  for (const child of listChildren(expression)) meterLoops(child);
  const { exprKind } = expression;
  if (exprKind.case !== "comprehensionExpr" || !exprKind.value.iterRange) return;
  const body = listBody(exprKind.value).reduce((sum, part) => sum + computeCost(part), 0);
  exprKind.value.iterRange = createCall(
    loopEntry,
    exprKind.value.iterRange,
    createInteger(expression, Math.ceil(body)),
  );
}

// Wraps each operand of `&&` and `||` that might not be a bool in a call that spends the steps for the resulting error.
function meterLogic(expression: Expression): void {
  for (const child of listChildren(expression)) meterLogic(child);
  const { exprKind } = expression;
  if (exprKind.case !== "callExpr" || !["_&&_", "_||_"].includes(exprKind.value.function)) return;
  exprKind.value.args = exprKind.value.args.map((operand) =>
    isBoolOrError(operand) ? operand : createCall(boolOperand, operand),
  );
}

const boolFunctions = new Set(
  "_==_ _!=_ _<_ _<=_ _>_ _>=_ !_ @in _&&_ _||_ @not_strictly_false contains endsWith startsWith matches".split(" "),
);

function isBoolOrError({ exprKind }: Expression): boolean {
  if (exprKind.case === "constExpr") return exprKind.value.constantKind.case === "boolValue";
  if (exprKind.case === "callExpr") return boolFunctions.has(exprKind.value.function);
  // Only `all` and `exists` use their accumulator as an operand of `&&` or `||`; `map` and `filter` never do.
  if (exprKind.case === "identExpr") return exprKind.value.name.startsWith("@");
  return exprKind.case === "selectExpr" && exprKind.value.testOnly;
}

// The cost of evaluating every node once. It excludes the work inside functions, whose calls spend their own steps.
function computeCost(expression: Expression): number {
  const { exprKind } = expression;
  const operatorCost = exprKind.case === "callExpr" ? operatorCosts[exprKind.value.function] : undefined;
  const ownCost = operatorCost ?? nodeCosts[exprKind.case ?? ""] ?? 0;
  return listChildren(expression).reduce((sum, child) => sum + computeCost(child), ownCost);
}

function createInteger(origin: Expression, value: number): Expression {
  const constantKind = { case: "int64Value", value: BigInt(value) } as const;
  return {
    ...origin,
    exprKind: { case: "constExpr", value: { $typeName: "cel.expr.Constant", constantKind } },
  };
}
