import { type Diagnostic, isIndex, parsePointer, pointerOf } from "@assay/contract";
import type { Tree } from "@lezer/common";
import { parser } from "@lezer/json";
import { type JsonNode, type MemberNode, type Range, readNodes } from "./read-nodes.ts";

/** What to mark in a text for a JSON Pointer: the name of a property, a scalar value, or an opening bracket. */
export interface Place extends Range {
  readonly target: "name" | "value" | "bracket";
}

/** What a mark is about: the value at a pointer, or the name of the property that holds it. */
type About = "name" | "value";

/** Where the values of a JSON text are. */
export interface Places {
  /** Finds what to mark. A pointer to something that does not exist leads to its nearest existing parent. */
  find(pointer: string, about?: About): Place;
  /** Returns the pointer of the innermost value or property at an offset, or undefined outside of all values. */
  pointerAt(offset: number): string | undefined;
}

/**
 * Finds the places of a JSON text in its syntax tree. The text may be unfinished; nothing throws.
 *
 * @example
 * createPlaces(parser.parse(text), text).find("/outputFields/0/type"); // { from: 120, to: 125, target: "value" }
 */
export function createPlaces(tree: Tree, text: string): Places {
  const root = readNodes(tree, text);
  return {
    find: (pointer, about = "value") => placeOf(lookUp(root, parsePointer(pointer) ?? []), about, text),
    pointerAt: (offset) => pointerAt(root, offset),
  };
}

/**
 * Finds the places of a JSON text that no editor has parsed. It is parsed when the first place is asked for: a valid
 * document has none to show.
 *
 * @example
 * placesIn(text).find("/outputFields/0/type"); // { from: 120, to: 125, target: "value" }
 */
export function placesIn(text: string): Places {
  let parsed: Places | undefined;
  const places = () => {
    parsed ??= createPlaces(parser.parse(text), text);
    return parsed;
  };
  return {
    find: (pointer, about) => places().find(pointer, about),
    pointerAt: (offset) => places().pointerAt(offset),
  };
}

/** Where the whole value at a pointer is in a JSON text; undefined if there is none. */
export function rangeOf(text: string, pointer: string): Range | undefined {
  const { node, exact } = lookUp(readNodes(parser.parse(text), text), parsePointer(pointer) ?? []);
  return exact && node ? { from: node.from, to: node.to } : undefined;
}

/** Returns what to mark for a diagnostic: each of the places where it occurs, and never the same one twice. */
export function marksOf(
  { code, path, paths = [] }: Pick<Diagnostic, "code" | "path" | "paths">,
  places: Places,
): Place[] {
  const about = aboutNames.has(code) ? "name" : "value";
  const marks = new Map<string, Place>();
  for (const pointer of [path, ...paths]) {
    const place = places.find(pointer, about);
    marks.set(`${place.from}-${place.to}`, place);
  }
  return [...marks.values()];
}

// These diagnostics say that a name is wrong, whatever its value.
const aboutNames: ReadonlySet<string> = new Set(["field.unknown", "field.misspelled", "sample.field-undeclared"]);

interface Found {
  readonly node: JsonNode | undefined;
  /** The member whose value the node is. */
  readonly member?: MemberNode | undefined;
  /** Whether the pointer leads to exactly this. */
  readonly exact: boolean;
}

function lookUp(root: JsonNode | undefined, tokens: readonly string[]): Found {
  let found: Found = { node: root, exact: true };
  for (const token of tokens) {
    const { node } = found;
    const member = node?.kind === "object" ? node.byName.get(token) : undefined;
    const item = node?.kind === "array" && isIndex(token) ? node.items[Number(token)] : undefined;
    if (member) found = { node: member.value, member, exact: true };
    else if (item) found = { node: item, exact: true };
    else return { ...found, exact: false };
  }
  return found;
}

function placeOf({ node, member, exact }: Found, about: About, text: string): Place {
  const isScalar = node?.kind === "scalar";
  if (member && (!isScalar || (about === "name" && exact))) return { ...member.nameRange, target: "name" };
  if (isScalar) return { from: node.from, to: node.to, target: "value" };
  const from = node?.from ?? 0;
  return { from, to: Math.min(from + 1, text.length), target: "bracket" };
}

function pointerAt(root: JsonNode | undefined, offset: number): string | undefined {
  let node = root;
  if (!node || !covers(node, offset)) return undefined;
  const tokens: string[] = [];
  while (node && node.kind !== "scalar") {
    if (node.kind === "object") {
      const member: MemberNode | undefined = innermost(node.members, offset);
      if (!member) break;
      tokens.push(member.name);
      node = member.value && covers(member.value, offset) ? member.value : undefined;
    } else {
      const item = innermost(node.items, offset);
      if (!item) break;
      tokens.push(String(node.items.indexOf(item)));
      node = item;
    }
  }
  return pointerOf(tokens);
}

// Of two neighbours that touch, the one that begins at the offset.
function innermost<Node extends Range>(nodes: readonly Node[], offset: number): Node | undefined {
  return nodes.findLast((node) => covers(node, offset));
}

function covers({ from, to }: Range, offset: number): boolean {
  return from <= offset && offset <= to;
}
