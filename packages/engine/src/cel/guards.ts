import { type Expression, textOf } from "./expression.ts";
import { allOf, anyOf, type Facts, factOf, noFacts } from "./facts.ts";
import { dynamicKeys, indexOf, itemsOf, type PlaceOfName, placeOf, propertyOf } from "./places.ts";

/** What is known about the candidate once a condition turned out to be true, and once it turned out to be false. */
export interface Guards {
  readonly whenTrue: Facts;
  readonly whenFalse: Facts;
}

const none: Guards = { whenTrue: noFacts, whenFalse: noFacts };

/**
 * The guards in a condition: `has()`, `in`, loops, and comparisons with constants, joined by `!`, `&&` and `||`. If one of these
 * facts does not hold, the condition has the opposite result even if other parts of it fail: in CEL, `false && error` is
 * false. So the operands of `&&` guard each other in any order.
 */
export function guardsOf(node: Expression, names: PlaceOfName): Guards {
  const { exprKind } = node;
  if (exprKind.case === "selectExpr" && exprKind.value.testOnly) {
    const object = placeOf(exprKind.value.operand as Expression, names);
    return object === undefined ? none : presenceOf(object, exprKind.value.field);
  }
  if (exprKind.case === "comprehensionExpr") return loopOver(exprKind.value, names);
  if (exprKind.case !== "callExpr") return comparison(node, ["true"], names);
  const { args } = exprKind.value;
  const [first, second] = args as [Expression, Expression];
  switch (exprKind.value.function) {
    case "!_":
      return opposite(guardsOf(first, names));
    case "_&&_":
      return conjunction(args.map((operand) => guardsOf(operand, names)));
    case "_||_":
      return opposite(conjunction(args.map((operand) => opposite(guardsOf(operand, names)))));
    case "_==_":
      return equality(first, second, names);
    case "_!=_":
      return opposite(equality(first, second, names));
    case "_>_":
    case "_>=_":
      return order(first, second, exprKind.value.function === "_>_" ? 1n : 0n, names);
    case "_<_":
    case "_<=_":
      return order(second, first, exprKind.value.function === "_<_" ? 1n : 0n, names);
    case "@in":
      return membership(first, second, names);
    default:
      return comparison(node, ["true"], names);
  }
}

function opposite({ whenTrue, whenFalse }: Guards): Guards {
  return { whenTrue: whenFalse, whenFalse: whenTrue };
}

function conjunction(guards: readonly Guards[]): Guards {
  return {
    whenTrue: allOf(guards.map(({ whenTrue }) => whenTrue)),
    whenFalse: anyOf(guards.map(({ whenFalse }) => whenFalse)),
  };
}

function presenceOf(object: string, name: string): Guards {
  return {
    whenTrue: factOf(object, name, { isPresent: true }),
    whenFalse: factOf(object, name, { isPresent: false }),
  };
}

function comparison(node: Expression, listed: readonly string[], names: PlaceOfName): Guards {
  const property = propertyOf(node, names);
  if (!property) return none;
  const { object, name } = property;
  const values = new Set(listed);
  return {
    whenTrue: factOf(object, name, { values: { are: "among", listed: values } }),
    whenFalse: factOf(object, name, { values: { are: "not among", listed: values } }),
  };
}

type Loop = Extract<Expression["exprKind"], { case: "comprehensionExpr" }>["value"];

// Without items, the result of a loop is the one that it begins with.
function loopOver({ iterRange, accuInit }: Loop, names: PlaceOfName): Guards {
  const array = placeOf(iterRange as Expression, names);
  const first = constantOf(accuInit as Expression);
  if (array === undefined || (first !== "false" && first !== "true")) return none;
  const some = { whenTrue: items(array, 1), whenFalse: noFacts };
  return first === "false" ? some : opposite(some);
}

function items(array: string, atLeast: number): Facts {
  return atLeast > 0 ? factOf(itemsOf(array), "", { isPresent: true }) : noFacts;
}

/** The array whose size a node is: `size(self.items)` or `self.items.size()`. */
function sizeOf({ exprKind }: Expression, names: PlaceOfName): string | undefined {
  if (exprKind.case !== "callExpr" || exprKind.value.function !== "size") return undefined;
  const of = exprKind.value.target ?? exprKind.value.args[0];
  return of && placeOf(of, names);
}

// `more > less`, and `more >= less` with 0 for `strictly`.
function order(more: Expression, less: Expression, strictly: 0n | 1n, names: PlaceOfName): Guards {
  const [large, small] = [sizeOf(more, names), sizeOf(less, names)];
  const [maximum, minimum] = [indexOf(more), indexOf(less)];
  if (large !== undefined && minimum !== undefined) {
    return { whenTrue: items(large, Number(BigInt(minimum) + strictly)), whenFalse: noFacts };
  }
  if (small === undefined || maximum === undefined) return none;
  return { whenTrue: noFacts, whenFalse: items(small, Number(BigInt(maximum) + 1n - strictly)) };
}

function equality(a: Expression, b: Expression, names: PlaceOfName): Guards {
  const array = sizeOf(a, names) ?? sizeOf(b, names);
  const size = indexOf(a) ?? indexOf(b);
  if (array !== undefined && size !== undefined) {
    return { whenTrue: items(array, Number(size)), whenFalse: items(array, size === "0" ? 1 : 0) };
  }
  const [left, right] = [constantOf(a), constantOf(b)];
  if (right !== undefined) return comparison(a, [right], names);
  return left === undefined ? none : comparison(b, [left], names);
}

function membership(item: Expression, range: Expression, names: PlaceOfName): Guards {
  if (range.exprKind.case === "listExpr") {
    const listed = range.exprKind.value.elements.map(constantOf);
    return listed.every((value) => value !== undefined) ? comparison(item, listed, names) : none;
  }
  const object = placeOf(range, names);
  if (object === undefined) return none;
  const some = items(object, 1);
  const text = textOf(item);
  const key = placeOf(item, names);
  const found =
    text !== undefined ? presenceOf(object, text) : key !== undefined && presenceOf(dynamicKeys(object), key);
  return found ? { ...found, whenTrue: allOf([found.whenTrue, some]) } : { whenTrue: some, whenFalse: noFacts };
}

// As a JSON text.
function constantOf({ exprKind }: Expression): string | undefined {
  if (exprKind.case !== "constExpr") return undefined;
  const { constantKind } = exprKind.value;
  switch (constantKind.case) {
    case "stringValue":
    case "boolValue":
    case "doubleValue":
      return JSON.stringify(constantKind.value);
    case "int64Value":
    case "uint64Value":
      return JSON.stringify(Number(constantKind.value));
    case "nullValue":
      return "null";
    default:
      return undefined;
  }
}
