import { limits } from "@assay/contract";
import { unparse } from "@bufbuild/cel";
import { outsideText } from "../text/outside-text.ts";
import { call, type Expression, loopsIn } from "./expression.ts";

type Call = Extract<Expression["exprKind"], { case: "callExpr" }>["value"];

/** The condition under which a property can be read, as an author would write it. */
export function conditionFor(node: Expression): string {
  const { exprKind } = node;
  if (exprKind.case !== "callExpr") return `has(${written(node)})`;
  const [of, name] = exprKind.value.args.map(written);
  return `${name} in ${of}`;
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
