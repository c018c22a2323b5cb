import { limits } from "@assay/contract";
import { unparse } from "@bufbuild/cel";
import { outsideText } from "../text/outside-text.ts";
import { call, type Expression, loopsIn, partsOf } from "./expression.ts";
import { indexOf } from "./places.ts";

type Call = Extract<Expression["exprKind"], { case: "callExpr" }>["value"];

/** How to make sure that a candidate has a property before it is read: with a condition around the part that reads it. */
export function adviceToGuard(node: Expression, expression: Expression): string {
  const condition = conditionFor(node);
  const negated = condition.startsWith("has(") ? `!${condition}` : `!(${condition})`;
  const part = conditionWith(node, expression);
  // A loop cannot be written out, and the condition may have to be inside it.
  if (loopsIn(part).count > 0) {
    return `Around the part that reads it, write ${negated} || (...) to accept candidates without it, or ${condition} && (...) to reject them.`;
  }
  const text = isCall(part, conditional) ? `(${written(part)})` : written(part);
  const [accepting, rejecting] = [`${negated} || ${text}`, `${condition} && ${text}`].map((guarded) =>
    part === expression ? guarded : `(${guarded})`,
  );
  const place = part === expression ? "" : ` instead of ${text}`;
  return `To accept candidates without it, write ${accepting}${place}. To reject them, write ${rejecting}.`;
}

const conditional = "_?_:_";

/** The smallest operand of `&&` and `||`, or branch of `?:`, that contains a node. */
function conditionWith(node: Expression, expression: Expression): Expression {
  const { exprKind } = expression;
  if (exprKind.case !== "callExpr") return expression;
  const { function: name, args } = exprKind.value;
  const operands = name === "_&&_" || name === "_||_" ? args : name === conditional ? args.slice(1) : [];
  const operand = operands.find((inner) => contains(inner, node));
  return operand ? conditionWith(node, operand) : expression;
}

function contains(expression: Expression, node: Expression): boolean {
  return expression === node || partsOf(expression).some((part) => contains(part, node));
}

function isCall({ exprKind }: Expression, name: string): boolean {
  return exprKind.case === "callExpr" && exprKind.value.function === name;
}

/** The condition under which a property can be read, as an author would write it. */
function conditionFor(node: Expression): string {
  const { exprKind } = node;
  if (exprKind.case !== "callExpr") return `has(${written(node)})`;
  const [of, name] = exprKind.value.args.map(written);
  const index = exprKind.value.args[1] && indexOf(exprKind.value.args[1]);
  return index === undefined ? `${name} in ${of}` : `size(${of}) > ${index}`;
}

/** A call with its operands made numbers of one type, as an author would write it. */
export function withNumbersAlike(
  node: Expression,
  { function: name, args }: Call,
  types: readonly (ReadonlySet<string> | undefined)[],
  to: "double" | "int",
): string {
  const [first, ...others] = args.map((argument, index) => {
    if (types[index]?.size === 1 && types[index].has(to)) return short(argument);
    return (to === "double" && asDouble(argument)) || call(to, short(argument));
  });
  return written(first ? call(name, first, ...others) : node);
}

// 2 is better written as 2.0 than as double(2).
function asDouble(node: Expression): Expression | undefined {
  const { exprKind } = node;
  if (exprKind.case !== "constExpr" || exprKind.value.constantKind.case !== "int64Value") return undefined;
  const constantKind = { case: "doubleValue", value: Number(exprKind.value.constantKind.value) } as const;
  return { ...node, exprKind: { case: "constExpr", value: { $typeName: "cel.expr.Constant", constantKind } } };
}

function written(node: Expression): string {
  return outsideText(unparse(short(node)), limits.specPackageText);
}

// The library cannot unparse a loop, because macros were expanded.
function short(node: Expression): Expression {
  if (loopsIn(node).count === 0) return node;
  return { ...node, exprKind: { case: "identExpr", value: { $typeName: "cel.expr.Expr.Ident", name: "..." } } };
}
