import { type Diagnostic, formatPointer, isIndex, parsePointer } from "@assay/contract";
import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/json";
import { findRoot, isValue, listMembers, listValues, type Member, type Range, toMember } from "./json-nodes.ts";

/** What a mark is about: the value at a pointer, or the name of the property that holds it. */
type About = "name" | "value";

/** Where the values of a JSON text are. */
export interface Places {
  /**
   * Finds what to mark: the name of a property, a scalar value, or an opening bracket. A pointer to something that does not
   * exist leads to its nearest existing parent.
   */
  find(pointer: string, about?: About): Range;
  /** Returns the pointer of the innermost value or property at an offset, or undefined outside of all values. */
  pointerAt(offset: number): string | undefined;
}

/**
 * Finds the places of a JSON text, which may be unfinished; nothing throws. It is parsed when the first place is asked for:
 * a valid document has none to show.
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
    find: (pointer, about = "value") => toPlace(lookUp(parseTree(), text, pointer), about, text),
    pointerAt: (offset) => findPointer(parseTree(), text, offset),
  };
}

/** Where the whole value at a pointer is in a JSON text; undefined if there is none. */
export function findRange(text: string, pointer: string): Range | undefined {
  const { node, isExact } = lookUp(parser.parse(text), text, pointer);
  return isExact && node ? { from: node.from, to: node.to } : undefined;
}

/** Returns what to mark for a diagnostic: each of the places where it occurs, and never the same one twice. */
export function listMarks(
  { code, path, paths = [] }: Pick<Diagnostic, "code" | "path" | "paths">,
  places: Places,
): Range[] {
  const about = aboutNames.has(code) ? "name" : "value";
  const marks = new Map<string, Range>();
  for (const pointer of [path, ...paths]) {
    const place = places.find(pointer, about);
    marks.set(`${place.from}-${place.to}`, place);
  }
  return [...marks.values()];
}

// These diagnostics say that a name is wrong, whatever its value.
const aboutNames: ReadonlySet<string> = new Set(["field.unknown", "field.misspelled", "sample.field-undeclared"]);

/** What a pointer leads to. */
export interface PointerTarget {
  readonly node: SyntaxNode | undefined;
  /** The member whose value the node is. */
  readonly member?: Member;
  /** Whether the pointer leads to exactly this, and not to a place inside it that does not exist. */
  readonly isExact: boolean;
}

/** Follows a pointer as far as it leads. Of several members with one name it is the last, as for `JSON.parse`. */
export function lookUp(tree: Tree, text: string, pointer: string): PointerTarget {
  let found: PointerTarget = { node: findRoot(tree), isExact: true };
  for (const token of parsePointer(pointer) ?? []) {
    const { node } = found;
    const member = node && listMembers(node, text).findLast(({ name }) => name === token);
    const item = node?.name === "Array" && isIndex(token) ? listValues(node)[Number(token)] : undefined;
    if (member) found = { node: member.value, member, isExact: true };
    else if (item) found = { node: item, isExact: true };
    else return { ...found, isExact: false };
  }
  return found;
}

/** Whether a value has nothing inside it. */
export function isScalar({ name }: SyntaxNode): boolean {
  return name !== "Object" && name !== "Array";
}

function toPlace({ node, member, isExact }: PointerTarget, about: About, text: string): Range {
  const scalar = node && isScalar(node) ? node : undefined;
  if (member && (!scalar || (about === "name" && isExact))) return member.nameRange;
  if (scalar) return { from: scalar.from, to: scalar.to };
  const from = node?.from ?? 0;
  return { from, to: Math.min(from + 1, text.length) };
}

// Of two neighbours that touch, the one that begins at the offset.
function findPointer(tree: Tree, text: string, offset: number): string | undefined {
  const root = findRoot(tree);
  if (!root || offset < root.from || offset > root.to) return undefined;
  const right = tree.resolveInner(offset, 1);
  const inner = right.name === "JsonText" || !covers(right, offset) ? tree.resolveInner(offset, -1) : right;
  const tokens: string[] = [];
  for (let node: SyntaxNode | null = inner; node; node = node.parent) {
    const member = node.name === "Property" ? toMember(node, text) : undefined;
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
