import { createCall, type Expression, listBody, listParts } from "./expression.ts";

/** The call that `meterExpression` puts around the range of a loop; its second argument is the cost of one round. */
export const loopEntry = "@pay";
/** The call that `meterExpression` puts around an operand of `&&` or `||` that may not be a bool. */
export const operandOfLogic = "@bool";

// Costs in steps of the meter, one of which takes some forty nanoseconds; a test compares them with measured times.
const nodeCosts: { readonly [kind: string]: number } = {
  constExpr: 0.5,
  // A name is looked up from the innermost loop outwards.
  identExpr: 4,
  // A missing property is an error, which is the most expensive result.
  selectExpr: 10,
  callExpr: 1,
  listExpr: 6,
  structExpr: 10,
  comprehensionExpr: 12,
};
// Each of these operators creates an error of its own for an operand that is an error or not a bool.
const operatorCosts: { readonly [name: string]: number } = { "_&&_": 4, "_||_": 4, "_?_:_": 12 };

/** Adds the calls that take steps to an expression, in place, and gives the steps for evaluating its nodes once. */
export function meterExpression(expression: Expression): number {
  meterLogic(expression);
  const cost = computeCost(expression);
  meterLoops(expression);
  return cost;
}

// The range of every loop becomes the argument of a call that takes the steps for the whole loop at its entry: operators
// such as `&&` and `?:` are not calls, so they cannot be counted inside it.
function meterLoops(expression: Expression): void {
  for (const part of listParts(expression)) meterLoops(part);
  const { exprKind } = expression;
  if (exprKind.case !== "comprehensionExpr" || !exprKind.value.iterRange) return;
  const body = listBody(exprKind.value).reduce((sum, part) => sum + computeCost(part), 0);
  exprKind.value.iterRange = createCall(
    loopEntry,
    exprKind.value.iterRange,
    createInteger(expression, Math.ceil(body)),
  );
}

// An operand of `&&` and `||` that may be something else than a bool becomes the argument of a call that takes the steps for
// the error that the library would create.
function meterLogic(expression: Expression): void {
  for (const part of listParts(expression)) meterLogic(part);
  const { exprKind } = expression;
  if (exprKind.case !== "callExpr" || !["_&&_", "_||_"].includes(exprKind.value.function)) return;
  exprKind.value.args = exprKind.value.args.map((operand) =>
    isBoolOrError(operand) ? operand : createCall(operandOfLogic, operand),
  );
}

const boolFunctions = new Set(
  "_==_ _!=_ _<_ _<=_ _>_ _>=_ !_ @in _&&_ _||_ @not_strictly_false contains endsWith startsWith matches".split(" "),
);

function isBoolOrError({ exprKind }: Expression): boolean {
  if (exprKind.case === "constExpr") return exprKind.value.constantKind.case === "boolValue";
  if (exprKind.case === "callExpr") return boolFunctions.has(exprKind.value.function);
  // The accumulator of `all` and `exists`; `map` and `filter` never make it an operand.
  if (exprKind.case === "identExpr") return exprKind.value.name.startsWith("@");
  return exprKind.case === "selectExpr" && exprKind.value.testOnly;
}

// The cost of evaluating every node once; calls take the steps for what they do.
function computeCost(expression: Expression): number {
  const { exprKind } = expression;
  const ofOperator = exprKind.case === "callExpr" ? operatorCosts[exprKind.value.function] : undefined;
  const own = ofOperator ?? nodeCosts[exprKind.case ?? ""] ?? 0;
  return listParts(expression).reduce((sum, part) => sum + computeCost(part), own);
}

function createInteger(at: Expression, value: number): Expression {
  const constantKind = { case: "int64Value", value: BigInt(value) } as const;
  return {
    ...at,
    exprKind: { case: "constExpr", value: { $typeName: "cel.expr.Constant", constantKind } },
  };
}
