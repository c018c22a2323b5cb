import type { SyntaxNode, Tree } from "@lezer/common";

/** A part of a text, as offsets in UTF-16 code units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A member of an object; in unfinished text its value may be absent. */
export interface Member extends Range {
  readonly name: string;
  /** Where the name is, with its quotes. */
  readonly nameRange: Range;
  readonly value: SyntaxNode | undefined;
}

const values: ReadonlySet<string> = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);

/** Whether a node is a value: neither a sign of JSON nor what the parser could not place. */
export function isValue({ name }: SyntaxNode): boolean {
  return values.has(name);
}

/** The value that a text has; undefined if it has none. */
export function findRoot(tree: Tree): SyntaxNode | undefined {
  return listValues(tree.topNode)[0];
}

/** The items of an array. */
export function listValues(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) if (isValue(child)) found.push(child);
  return found;
}

/** The members of an object; none of anything else. */
export function listMembers(node: SyntaxNode, text: string): readonly Member[] {
  return node.getChildren("Property").flatMap((property) => toMember(property, text) ?? []);
}

/** The member that a `Property` is, if it has a name. */
export function toMember(property: SyntaxNode, text: string): Member | undefined {
  const name = property.getChild("PropertyName");
  if (!name) return undefined;
  const { from, to } = property;
  const nameRange = { from: name.from, to: name.to };
  return { from, to, name: readName(text.slice(name.from, name.to)), nameRange, value: listValues(property)[0] };
}

/** The members of the object that begins at an offset. */
export function membersAt(tree: Tree, text: string, from: number): readonly Member[] {
  let node: SyntaxNode | null = tree.resolveInner(from, 1);
  while (node && node.name !== "Object") node = node.parent;
  return node?.from === from ? listMembers(node, text) : [];
}

function readName(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1);
  }
}
