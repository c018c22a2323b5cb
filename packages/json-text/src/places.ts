import { codesAboutNames, type Diagnostic, formatPointer, isIndex, parsePointer } from "@assay/contract";
import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/json";
import { findRoot, isValue, listMembers, listValues, type Member, type Range, readMember } from "./json-nodes.ts";

/** The part to mark: the value at a pointer, or the name of its property. */
type MarkedPart = "name" | "value";

/** The positions of the values in a JSON text. */
export interface Places {
  /**
   * Finds the range to mark: the name of a property, a scalar value, or an opening bracket. If nothing exists at the
   * pointer, the mark is at its nearest existing parent.
   */
  find(pointer: string, part?: MarkedPart): Range;
  /** Returns the pointer of the innermost value or property at an offset, or undefined outside of all values. */
  findPointer(offset: number): string | undefined;
}

/**
 * Creates an index of the places in a JSON text. The text can be unfinished; nothing throws. It is parsed only when the
 * first place is requested, because a valid document has nothing to mark.
 *
 * @example
 * indexPlaces(text).find("/outputFields/0/type"); // { from: 120, to: 125 }
 */
export function indexPlaces(text: string): Places {
  let parsed: Tree | undefined;
  const parseTree = () => {
    parsed ??= parser.parse(text);
    return parsed;
  };
  return {
    find: (pointer, part = "value") => toPlace(followPointer(parseTree(), text, pointer), part, text),
    findPointer: (offset) => findPointer(parseTree(), text, offset),
  };
}

/** Returns the range of the whole value at a pointer in a JSON text; undefined if there is no value. */
export function findRange(text: string, pointer: string): Range | undefined {
  const { node, isExact } = followPointer(parser.parse(text), text, pointer);
  return isExact && node ? { from: node.from, to: node.to } : undefined;
}

/** Returns the ranges to mark for a diagnostic, one for each place where it occurs, without duplicates. */
export function listMarks(
  { code, path, paths = [] }: Pick<Diagnostic, "code" | "path" | "paths">,
  places: Places,
): Range[] {
  const part = codesAboutNames.has(code) ? "name" : "value";
  const marks = new Map<string, Range>();
  for (const pointer of [path, ...paths]) {
    const place = places.find(pointer, part);
    marks.set(`${place.from}-${place.to}`, place);
  }
  return [...marks.values()];
}

/** The node that a pointer leads to. */
export interface PointerTarget {
  readonly node: SyntaxNode | undefined;
  /** The member that has the node as its value. */
  readonly member?: Member;
  /** Whether the node is exactly at the pointer. If not, it is the nearest existing parent. */
  readonly isExact: boolean;
}

/** Follows a pointer as far as possible. Among members with the same name, the last one counts, as in `JSON.parse`. */
export function followPointer(tree: Tree, text: string, pointer: string): PointerTarget {
  let target: PointerTarget = { node: findRoot(tree), isExact: true };
  for (const token of parsePointer(pointer) ?? []) {
    const { node } = target;
    const member = node && listMembers(node, text).findLast(({ name }) => name === token);
    const item = node?.name === "Array" && isIndex(token) ? listValues(node)[Number(token)] : undefined;
    if (member) target = { node: member.value, member, isExact: true };
    else if (item) target = { node: item, isExact: true };
    else return { ...target, isExact: false };
  }
  return target;
}

/** Whether a value is neither an object nor an array. */
export function isScalar({ name }: SyntaxNode): boolean {
  return name !== "Object" && name !== "Array";
}

function toPlace({ node, member, isExact }: PointerTarget, part: MarkedPart, text: string): Range {
  const scalar = node && isScalar(node) ? node : undefined;
  if (member && (!scalar || (part === "name" && isExact))) return member.nameRange;
  if (scalar) return { from: scalar.from, to: scalar.to };
  const from = node?.from ?? 0;
  return { from, to: Math.min(from + 1, text.length) };
}

// If one value ends where another begins, the second one counts.
function findPointer(tree: Tree, text: string, offset: number): string | undefined {
  const root = findRoot(tree);
  if (!root || offset < root.from || offset > root.to) return undefined;
  const right = tree.resolveInner(offset, 1);
  const inner = right.name === "JsonText" || !covers(right, offset) ? tree.resolveInner(offset, -1) : right;
  const tokens: string[] = [];
  for (let node: SyntaxNode | null = inner; node; node = node.parent) {
    const member = node.name === "Property" ? readMember(node, text) : undefined;
    if (member) tokens.unshift(member.name);
    const { from, parent } = node;
    if (parent?.name === "Array" && isValue(node))
      tokens.unshift(String(listValues(parent).findIndex((item) => item.from === from)));
  }
  return formatPointer(tokens);
}

function covers({ from, to }: Range, offset: number): boolean {
  return from <= offset && offset <= to;
}
