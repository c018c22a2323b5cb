import { type Expression, textOf } from "./expression.ts";

/** The place of the value that a name stands for. */
export type PlaceOfName = (name: string) => string | undefined;

/** The places on the way along a pattern to the value of `self`, both ends included. */
export function placesOfSelf(pattern: readonly string[]): readonly string[] {
  const places = ["candidate"];
  for (const token of pattern) {
    const around = places.at(-1) as string;
    places.push(token === "*" ? `${around}[self]` : memberPlace(around, token));
  }
  return places;
}

/** The place of a property. */
export function memberPlace(object: string, name: string): string {
  return `${object}.${JSON.stringify(name)}`;
}

/** Stands for an object whose properties are known by the places of their names, not by their names. */
export function dynamicKeys(object: string): string {
  return `${object}[]`;
}

/** Stands for the items of an array: if it has a property, there are some of them. */
export function itemsOf(array: string): string {
  return `${array}[#]`;
}

/**
 * The place in the candidate that a node reads: equal for two nodes only if they read the same value. Undefined where that
 * cannot be said.
 */
export function placeOf(node: Expression, names: PlaceOfName): string | undefined {
  const property = propertyOf(node, names);
  if (property) return memberPlace(property.object, property.name);
  const { exprKind } = node;
  if (exprKind.case === "identExpr") return names(exprKind.value.name);
  const parts = splitOf(node);
  if (parts) {
    const text = placeOf(parts.target, names);
    return text === undefined ? undefined : `${text}.split(${JSON.stringify(parts.separator)})`;
  }
  if (exprKind.case !== "callExpr" || exprKind.value.function !== "_[_]") return undefined;
  const [of, index] = exprKind.value.args as [Expression, Expression];
  const [around, key] = [placeOf(of, names), indexOf(index) ?? placeOf(index, names)];
  return around === undefined || key === undefined ? undefined : `${around}[${key}]`;
}

/** The property that a node reads by its name: `self.name` or `self['name']`. */
export function propertyOf(
  { exprKind }: Expression,
  names: PlaceOfName,
): { readonly object: string; readonly name: string } | undefined {
  if (exprKind.case === "selectExpr" && !exprKind.value.testOnly) {
    const object = placeOf(exprKind.value.operand as Expression, names);
    return object === undefined ? undefined : { object, name: exprKind.value.field };
  }
  if (exprKind.case !== "callExpr" || exprKind.value.function !== "_[_]") return undefined;
  const [of, key] = exprKind.value.args as [Expression, Expression];
  const [object, name] = [placeOf(of, names), textOf(key)];
  return object === undefined || name === undefined ? undefined : { object, name };
}

/** The string that a node splits, and the separator that is written in the expression. */
export function splitOf({
  exprKind,
}: Expression): { readonly target: Expression; readonly separator: string } | undefined {
  if (exprKind.case !== "callExpr" || exprKind.value.function !== "split") return undefined;
  const { target, args } = exprKind.value;
  const separator = args[0] && textOf(args[0]);
  return target && separator !== undefined ? { target, separator } : undefined;
}

/** An integer that is written in an expression. */
export function indexOf({ exprKind }: Expression): string | undefined {
  if (exprKind.case !== "constExpr" || exprKind.value.constantKind.case !== "int64Value") return undefined;
  return String(exprKind.value.constantKind.value);
}
