import type { Json } from "@assay/contract";
import type { JsonNode, ObjectNode } from "./read-nodes.ts";

/** How the author of a JSON text lays it out. */
export interface JsonLayout {
  readonly newline: string;
  /** One level of indentation; undefined if the whole text is on one line. */
  readonly indent: string | undefined;
  /** Between a name and its value. */
  readonly colon: string;
  /** Between neighbours on one line. */
  readonly comma: string;
  /** Inside the braces of an object on one line. */
  readonly padding: string;
}

const maxWidth = 100;

/** Finds the layout of a text in its values. */
export function layoutOf(text: string, root: JsonNode): JsonLayout {
  const containers = containersOf(root);
  const objects = containers.filter((node): node is ObjectNode => node.kind === "object" && node.members.length > 0);
  const [member] = objects.flatMap(({ members }) => members);
  const colon = member?.value ? text.slice(member.nameRange.to, member.value.from) : ": ";
  const isTight = colon === ":";
  const onOneLine = objects.find(({ from, to }) => !text.slice(from, to).includes("\n"));
  const padding = onOneLine ? text.slice(onOneLine.from + 1, onOneLine.members[0]?.from) : isTight ? "" : " ";
  return {
    newline: text.includes("\r\n") ? "\r\n" : "\n",
    indent: indentOf(text, containers),
    colon: colon.includes("\n") ? ": " : colon,
    comma: isTight ? "," : ", ",
    padding,
  };
}

/** Writes a value that begins in a line with this indentation, after `before` further characters. */
export function writeValue(value: Json, layout: JsonLayout, indentation: string, before = 0): string {
  const flat = onOneLine(value, layout);
  const isFilled = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  if (layout.indent === undefined || !isFilled || indentation.length + before + flat.length <= maxWidth) return flat;
  const inner = indentation + layout.indent;
  // One more, because a comma may follow.
  const parts = Array.isArray(value)
    ? value.map((item) => writeValue(item, layout, inner, 1))
    : Object.entries(value).map(([name, member]) => {
        const key = `${JSON.stringify(name)}${layout.colon}`;
        return `${key}${writeValue(member, layout, inner, key.length + 1)}`;
      });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const lines = parts.map((part) => `${layout.newline}${inner}${part}`);
  return `${open}${lines.join(",")}${layout.newline}${indentation}${close}`;
}

/** The blanks at the beginning of the line of an offset. */
export function indentationAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function onOneLine(value: Json, layout: JsonLayout): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => onOneLine(item, layout)).join(layout.comma)}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}${layout.colon}${onOneLine(member, layout)}`,
  );
  const { padding } = layout;
  return members.length === 0 ? "{}" : `{${padding}${members.join(layout.comma)}${padding}}`;
}

// The difference between the line of a container and the line of its first child, where there is one.
function indentOf(text: string, containers: readonly JsonNode[]): string | undefined {
  if (!text.trim().includes("\n")) return undefined;
  for (const node of containers) {
    const [first] = childrenOf(node);
    if (!first || !text.slice(node.from, first.from).includes("\n")) continue;
    const outer = indentationAt(text, node.from);
    const inner = indentationAt(text, first.from);
    if (inner.length > outer.length && inner.startsWith(outer)) return inner.slice(outer.length);
  }
  return "  ";
}

function containersOf(root: JsonNode): readonly JsonNode[] {
  const found: JsonNode[] = [root];
  for (const node of found) {
    const inside = node.kind === "object" ? node.members.flatMap(({ value }) => value ?? []) : childrenOf(node);
    for (const value of inside as readonly JsonNode[]) if (value.kind !== "scalar") found.push(value);
  }
  return found;
}

function childrenOf(node: JsonNode): readonly { readonly from: number; readonly to: number }[] {
  if (node.kind === "scalar") return [];
  return node.kind === "object" ? node.members : node.items;
}
