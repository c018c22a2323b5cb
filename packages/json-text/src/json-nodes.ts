import type { SyntaxNode, Tree } from "@lezer/common";

/** A part of a text, as offsets in UTF-16 code units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A replacement for the text between two offsets, in the form that CodeMirror accepts. */
export interface TextChange extends Range {
  readonly insert: string;
}

/** A member of an object. Its value can be missing in unfinished text. */
export interface Member extends Range {
  readonly name: string;
  /** The range of the name, with its quotes. */
  readonly nameRange: Range;
  readonly value: SyntaxNode | undefined;
}

const valueNodes: ReadonlySet<string> = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);

/** Whether a node is a JSON value, and not punctuation, a property or a syntax error. */
export function isValue({ name }: SyntaxNode): boolean {
  return valueNodes.has(name);
}

/** Returns the root value of a document; undefined if it is missing. */
export function findRoot(tree: Tree): SyntaxNode | undefined {
  return listValues(tree.topNode)[0];
}

/** Returns the values directly inside a node, such as the items of an array. */
export function listValues(node: SyntaxNode): readonly SyntaxNode[] {
  const values: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) if (isValue(child)) values.push(child);
  return values;
}

/** Returns the members of an object; empty for any other node. */
export function listMembers(node: SyntaxNode, text: string): readonly Member[] {
  return node.getChildren("Property").flatMap((property) => readMember(property, text) ?? []);
}

/** Converts a `Property` node to a member; undefined if its name is missing. */
export function readMember(property: SyntaxNode, text: string): Member | undefined {
  const name = property.getChild("PropertyName");
  if (!name) return undefined;
  const { from, to } = property;
  const nameRange = { from: name.from, to: name.to };
  return { from, to, name: readName(text.slice(name.from, name.to)), nameRange, value: listValues(property)[0] };
}

/** Returns the members of the object that starts at an offset; empty if none starts there. */
export function listMembersAt(tree: Tree, text: string, from: number): readonly Member[] {
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
