import type { parse } from "@bufbuild/cel";

/** A node of a CEL expression, macros written out. */
export type Expression = ReturnType<typeof parse>["expr"];

/** The nodes directly inside a node. */
export function listParts({ exprKind }: Expression): readonly Expression[] {
  switch (exprKind.case) {
    case "selectExpr":
      return toArray(exprKind.value.operand);
    case "callExpr":
      return [...toArray(exprKind.value.target), ...exprKind.value.args];
    case "listExpr":
      return exprKind.value.elements;
    case "structExpr":
      return exprKind.value.entries.flatMap(({ keyKind, value }) => [
        ...(keyKind.case === "mapKey" ? [keyKind.value] : []),
        ...toArray(value),
      ]);
    case "comprehensionExpr":
      return [...toArray(exprKind.value.iterRange), ...toArray(exprKind.value.accuInit), ...listBody(exprKind.value)];
    default:
      return [];
  }
}

/** What a comprehension does for each item, and once at its end. */
export type Comprehension = Extract<Expression["exprKind"], { case: "comprehensionExpr" }>["value"];

export function listBody({ loopCondition, loopStep, result }: Comprehension): readonly Expression[] {
  return [...toArray(loopCondition), ...toArray(loopStep), ...toArray(result)];
}

/** A call of a function that replaces its first argument in the expression. */
export function createCall(name: string, argument: Expression, ...others: readonly Expression[]): Expression {
  const value = { $typeName: "cel.expr.Expr.Call" as const, function: name, args: [argument, ...others] };
  return { ...argument, exprKind: { case: "callExpr", value } };
}

/** How many nodes an expression has. */
export function countNodes(expression: Expression): number {
  return listParts(expression).reduce((sum, part) => sum + countNodes(part), 1);
}

/** How many comprehensions an expression has, and how deep their bodies nest. */
export function countLoops(expression: Expression): { readonly count: number; readonly depth: number } {
  const { exprKind } = expression;
  const inBody = new Set(exprKind.case === "comprehensionExpr" ? listBody(exprKind.value) : []);
  const own = exprKind.case === "comprehensionExpr" ? 1 : 0;
  let [count, depth] = [own, own];
  for (const part of listParts(expression)) {
    const inside = countLoops(part);
    count += inside.count;
    depth = Math.max(depth, inside.depth + (inBody.has(part) ? 1 : 0));
  }
  return { count, depth };
}

/** The regular expressions that an expression has as literals, one for each call of `matches`. */
export function listMatchPatterns(expression: Expression): readonly string[] {
  const { exprKind } = expression;
  const inside = listParts(expression).flatMap(listMatchPatterns);
  if (exprKind.case !== "callExpr" || exprKind.value.function !== "matches") return inside;
  // It is the last argument of a function, and the only one of a method.
  const pattern = exprKind.value.args.at(-1);
  const source = pattern && readStringLiteral(pattern);
  return source === undefined ? inside : [...inside, source];
}

/** The string of a node that is a string literal. */
export function readStringLiteral({ exprKind }: Expression): string | undefined {
  if (exprKind.case !== "constExpr" || exprKind.value.constantKind.case !== "stringValue") return undefined;
  return exprKind.value.constantKind.value;
}

function toArray<Value>(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : [value];
}
