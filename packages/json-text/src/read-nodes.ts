import type { Tree } from "@lezer/common";

/** A value in a JSON text, with the values inside it. */
export type JsonNode = ObjectNode | ArrayNode | ScalarNode;

/** An object; of several members with one name, `byName` has the last, as `JSON.parse` does. */
export interface ObjectNode extends Range {
  readonly kind: "object";
  readonly members: readonly MemberNode[];
  readonly byName: ReadonlyMap<string, MemberNode>;
}

/** An array. */
interface ArrayNode extends Range {
  readonly kind: "array";
  readonly items: readonly JsonNode[];
}

/** A string, number, boolean or null. */
interface ScalarNode extends Range {
  readonly kind: "scalar";
}

/** A member of an object; in unfinished text its value may be absent. */
export interface MemberNode extends Range {
  readonly name: string;
  /** Where the name is, with its quotes. */
  readonly nameRange: Range;
  readonly value?: JsonNode;
}

/** A part of a text, as offsets in UTF-16 code units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads the syntax tree of a JSON text in one walk, without recursion: nesting may be deep, and the text may be unfinished.
 * Returns undefined if the text has no value.
 */
export function readNodes(tree: Tree, text: string): JsonNode | undefined {
  const root: OpenRoot = { kind: "root" };
  const open: Open[] = [root];
  tree.iterate({
    enter: ({ type, from, to }) => {
      // What the parser could not place says nothing about the values around it.
      if (type.isError) return false;
      const inside = open.at(-1) ?? root;
      switch (type.name) {
        case "Object":
          open.push({ kind: "object", from, to, members: [], byName: new Map() });
          break;
        case "Array":
          open.push({ kind: "array", from, to, items: [] });
          break;
        case "Property":
          open.push({ kind: "member", from, to });
          break;
        case "PropertyName":
          if (inside.kind === "member") {
            inside.nameRange = { from, to };
            inside.name = nameOf(text.slice(from, to));
          }
          break;
        case "String":
        case "Number":
        case "True":
        case "False":
        case "Null":
          putInto(inside, { kind: "scalar", from, to });
      }
    },
    leave: ({ type }) => {
      if (type.name !== "Object" && type.name !== "Array" && type.name !== "Property") return;
      const closed = open.pop();
      const outside = open.at(-1) ?? root;
      if (closed?.kind === "member") putMember(outside, closed);
      else if (closed?.kind === "object" || closed?.kind === "array") putInto(outside, closed);
    },
  });
  return root.value;
}

interface OpenRoot {
  readonly kind: "root";
  value?: JsonNode;
}

interface OpenObject extends Range {
  readonly kind: "object";
  readonly members: MemberNode[];
  readonly byName: Map<string, MemberNode>;
}

interface OpenArray extends Range {
  readonly kind: "array";
  readonly items: JsonNode[];
}

interface OpenMember extends Range {
  readonly kind: "member";
  name?: string;
  nameRange?: Range;
  value?: JsonNode;
}

type Open = OpenRoot | OpenObject | OpenArray | OpenMember;

function putInto(outside: Open, value: JsonNode): void {
  if (outside.kind === "array") outside.items.push(value);
  else if (outside.kind !== "object") outside.value ??= value;
}

function putMember(outside: Open, { from, to, name, nameRange, value }: OpenMember): void {
  if (outside.kind !== "object" || name === undefined || nameRange === undefined) return;
  const member = { from, to, name, nameRange, ...(value && { value }) };
  outside.members.push(member);
  outside.byName.set(name, member);
}

function nameOf(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1);
  }
}
