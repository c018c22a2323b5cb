import { isIndex, type Json, type PatchOperation, parsePointer } from "@assay/contract";
import type { EditedText } from "./edited-text.ts";
import { indentationAt, layoutOf, writeValue } from "./json-layout.ts";
import { type JsonNode, type MemberNode, type Range, readNodes } from "./read-nodes.ts";

/**
 * Carries out one operation of a patch in a JSON text, and leaves everything around it as its author wrote it. Returns
 * false if the operation fits nothing in the text; `test` is for whoever knows the value.
 */
export function editOperation(edited: EditedText, operation: PatchOperation): boolean {
  if (operation.op === "test") return true;
  const root = readNodes(edited.parse(), edited.text);
  const path = parsePointer(operation.path);
  if (!root || !path) return false;
  switch (operation.op) {
    case "replace":
      return replaceValue(edited, root, path, operation.value);
    case "add":
      return addValue(edited, root, path, (indentation, before) =>
        writeValue(operation.value, layoutOf(edited.text, root), indentation, before),
      );
    case "remove":
      return removeValue(edited, root, path);
    case "move": {
      const from = parsePointer(operation.from);
      return from !== undefined && moveValue(edited, root, from, path);
    }
    default:
      return false;
  }
}

/** Writes a value that begins in a line with this indentation, after `before` further characters. */
type Write = (indentation: string, before: number) => string;

/** A value, and what it is a part of. */
interface Spot {
  readonly node: JsonNode;
  readonly parent?: JsonNode;
  readonly member?: MemberNode;
}

function spotAt(root: JsonNode, path: readonly string[]): Spot | undefined {
  let spot: Spot = { node: root };
  for (const token of path) {
    const parent: JsonNode = spot.node;
    const member = parent.kind === "object" ? parent.byName.get(token) : undefined;
    const item = parent.kind === "array" && isIndex(token) ? parent.items[Number(token)] : undefined;
    if (member?.value) spot = { node: member.value, parent, member };
    else if (item) spot = { node: item, parent };
    else return undefined;
  }
  return spot;
}

function replaceValue(edited: EditedText, root: JsonNode, path: readonly string[], value: Json): boolean {
  const spot = spotAt(root, path);
  if (!spot) return false;
  const { from, to } = spot.node;
  const indentation = indentationAt(edited.text, from);
  const column = from - (edited.text.lastIndexOf("\n", from - 1) + 1);
  const layout = layoutOf(edited.text, root);
  edited.replace(from, to, writeValue(value, layout, indentation, column - indentation.length));
  return true;
}

function removeValue(edited: EditedText, root: JsonNode, path: readonly string[]): boolean {
  const spot = spotAt(root, path);
  if (!spot?.parent) return false;
  const siblings = childrenOf(spot.parent);
  const removed: Range = spot.member ?? spot.node;
  const { from, to } = rangeToRemove(edited.text, spot.parent, siblings, siblings.indexOf(removed));
  edited.replace(from, to, "");
  return true;
}

// With one comma, and so that the lines of its neighbours stay as they are.
function rangeToRemove(text: string, parent: Range, siblings: readonly Range[], index: number): Range {
  const previous = siblings[index - 1];
  const removed = siblings[index] as Range;
  const next = siblings[index + 1];
  if (!next) return previous ? { from: previous.to, to: removed.to } : { from: parent.from + 1, to: parent.to - 1 };
  const beginsLine = text.slice(previous?.to ?? parent.from, removed.from).includes("\n");
  const nextBeginsLine = text.slice(removed.to, next.from).includes("\n");
  if (!nextBeginsLine && (beginsLine || !previous)) return { from: removed.from, to: next.from };
  if (previous) return { from: previous.to, to: removed.to };
  return { from: parent.from + 1, to: text.indexOf(",", removed.to) + 1 };
}

function addValue(edited: EditedText, root: JsonNode, path: readonly string[], write: Write): boolean {
  const token = path.at(-1);
  const parent = spotAt(root, path.slice(0, -1))?.node;
  if (token === undefined || !parent) return token === undefined && replaceRange(edited, root, write("", 0));
  if (parent.kind === "scalar") return false;
  if (parent.kind === "array") {
    const index = token === "-" ? parent.items.length : isIndex(token) ? Number(token) : -1;
    return index >= 0 && index <= parent.items.length && insertChild(edited, root, parent, index, "", write);
  }
  const existing = parent.byName.get(token)?.value;
  if (existing) return replaceRange(edited, existing, write(indentationAt(edited.text, existing.from), 0));
  const key = `${JSON.stringify(token)}${layoutOf(edited.text, root).colon}`;
  return insertChild(edited, root, parent, parent.members.length, key, write);
}

function replaceRange(edited: EditedText, { from, to }: Range, insert: string): boolean {
  edited.replace(from, to, insert);
  return true;
}

// Written like its neighbours: in a line of its own if they are.
function insertChild(
  edited: EditedText,
  root: JsonNode,
  parent: JsonNode,
  index: number,
  key: string,
  write: Write,
): boolean {
  const { text } = edited;
  const siblings = childrenOf(parent);
  const neighbour = siblings[index] ?? siblings.at(-1);
  if (!neighbour) {
    const padding = parent.kind === "object" ? layoutOf(text, root).padding : "";
    const written = `${padding}${key}${write(indentationAt(text, parent.from), key.length)}${padding}`;
    edited.replace(parent.from + 1, parent.to - 1, written);
    return true;
  }
  const position = siblings.indexOf(neighbour);
  const before = text.slice(siblings[position - 1]?.to ?? parent.from + 1, neighbour.from).replace(",", "");
  const blanks = before.includes("\n") || position > 0 ? before : layoutOf(text, root).comma.slice(1);
  const written = `${key}${write(indentationAt(text, neighbour.from), key.length)}`;
  if (index < siblings.length) edited.replace(neighbour.from, neighbour.from, `${written},${blanks}`);
  else edited.replace(neighbour.to, neighbour.to, `,${blanks}${written}`);
  return true;
}

function moveValue(edited: EditedText, root: JsonNode, from: readonly string[], path: readonly string[]): boolean {
  const spot = spotAt(root, from);
  if (!spot) return false;
  if (path.length === 0) return unwrap(edited, root, spot.node);
  const name = path.at(-1) ?? "";
  const { parent, member } = spot;
  const isRename = member !== undefined && parent === spotAt(root, path.slice(0, -1))?.node;
  if (isRename && parent?.kind === "object" && !parent.byName.has(name))
    return replaceRange(edited, member.nameRange, JSON.stringify(name));
  const lines = linesOf(edited.text, spot.node);
  if (!removeValue(edited, root, from)) return false;
  const rest = readNodes(edited.parse(), edited.text);
  return rest !== undefined && addValue(edited, rest, path, (indentation) => lines.join(indentation));
}

// The parts of a value between which its own indentation was.
function linesOf(text: string, node: JsonNode): readonly string[] {
  const written = text.slice(node.from, node.to);
  const outer = closingIndentation(text, node);
  const [first = "", ...others] = written.split("\n");
  return [
    `${first}${others.length > 0 ? "\n" : ""}`,
    ...others.map((line, index) => {
      const rest = line.startsWith(outer) ? line.slice(outer.length) : line;
      return index < others.length - 1 ? `${rest}\n` : rest;
    }),
  ];
}

// What is around the value goes, and its lines lose the indentation that they had inside.
function unwrap(edited: EditedText, root: JsonNode, node: JsonNode): boolean {
  const { text } = edited;
  const outer = closingIndentation(text, node);
  edited.replace(node.to, root.to, "");
  for (let end = text.lastIndexOf("\n", node.to - 1); end > node.from; end = text.lastIndexOf("\n", end - 1)) {
    if (outer !== "" && text.startsWith(outer, end + 1)) edited.replace(end + 1, end + 1 + outer.length, "");
  }
  edited.replace(root.from, node.from, "");
  return true;
}

// The indentation of the line that ends a value; none if something else is before it in that line.
function closingIndentation(text: string, node: Range): string {
  const indentation = indentationAt(text, node.to - 1);
  const start = node.to - 1 - indentation.length;
  return start > node.from && text[start - 1] === "\n" ? indentation : "";
}

function childrenOf(node: JsonNode): readonly Range[] {
  if (node.kind === "scalar") return [];
  return node.kind === "object" ? node.members : node.items;
}
