import type { parse } from "@bufbuild/cel";

/** A node of a CEL expression, after macros have been expanded. */
export type Expression = ReturnType<typeof parse>["expr"];

/** Lists the children of a node. */
export function listChildren({ exprKind }: Expression): readonly Expression[] {
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

/** A loop over a list or map, which is what the macros `all`, `exists`, `exists_one`, `filter` and `map` expand to. */
export type Comprehension = Extract<Expression["exprKind"], { case: "comprehensionExpr" }>["value"];

/** Lists the expressions that a comprehension evaluates for each item, and the result, which it evaluates last. */
export function listBody({ loopCondition, loopStep, result }: Comprehension): readonly Expression[] {
  return [...toArray(loopCondition), ...toArray(loopStep), ...toArray(result)];
}

/** Wraps a node of an expression in a function call whose first argument is the node. */
export function createCall(name: string, argument: Expression, ...otherArguments: readonly Expression[]): Expression {
  const value = { $typeName: "cel.expr.Expr.Call" as const, function: name, args: [argument, ...otherArguments] };
  return { ...argument, exprKind: { case: "callExpr", value } };
}

/** Counts the nodes of an expression. */
export function countNodes(expression: Expression): number {
  return listChildren(expression).reduce((sum, child) => sum + countNodes(child), 1);
}

/** Counts the comprehensions in an expression, and how deeply their bodies are nested. */
export function countLoops(expression: Expression): { readonly count: number; readonly depth: number } {
  const { exprKind } = expression;
  const inBody = new Set(exprKind.case === "comprehensionExpr" ? listBody(exprKind.value) : []);
  const ownCount = exprKind.case === "comprehensionExpr" ? 1 : 0;
  let [count, depth] = [ownCount, ownCount];
  for (const child of listChildren(expression)) {
    const childLoops = countLoops(child);
    count += childLoops.count;
    depth = Math.max(depth, childLoops.depth + (inBody.has(child) ? 1 : 0));
  }
  return { count, depth };
}

/** Lists the regular expressions that are passed to `matches` as string literals, one for each call. */
export function listMatchPatterns(expression: Expression): readonly string[] {
  const { exprKind } = expression;
  const nestedPatterns = listChildren(expression).flatMap(listMatchPatterns);
  if (exprKind.case !== "callExpr" || exprKind.value.function !== "matches") return nestedPatterns;
  // The pattern is the second argument of the function `matches`, and the only argument of the method.
  const pattern = exprKind.value.args.at(-1);
  const source = pattern && readStringLiteral(pattern);
  return source === undefined ? nestedPatterns : [...nestedPatterns, source];
}

/** Returns the value of a string literal; undefined for any other node. */
export function readStringLiteral({ exprKind }: Expression): string | undefined {
  if (exprKind.case !== "constExpr" || exprKind.value.constantKind.case !== "stringValue") return undefined;
  return exprKind.value.constantKind.value;
}

function toArray<Value>(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : [value];
}
