import { formatPointer, type Json } from "@assay/contract";
import { listMembersAt } from "@assay/json-text";
import type { Tree } from "@lezer/common";
import type { PropertySchema, SchemaLookup } from "./create-schema-lookup.ts";
import { findJsonCursor } from "./find-json-cursor.ts";

/** A completion that fits at the cursor. */
export interface CompletionItem {
  readonly kind: "name" | "value";
  readonly label: string;
  readonly detail: string;
  /** The text that replaces the range from `from` to `to`. */
  readonly insert: string;
  /** Where the cursor goes afterward, as an offset in `insert`. */
  readonly cursor: number;
  readonly from: number;
  readonly to: number;
}

/** A document with its syntax tree, the offset of the cursor, and the schemas of its values. */
export interface CompletionInput {
  readonly text: string;
  readonly tree: Tree;
  readonly offset: number;
  readonly schemaAt: SchemaLookup;
}

/** Lists what fits at the cursor: the names of missing properties, required properties first, or allowed values. */
export function listCompletions({ text, tree, offset, schemaAt }: CompletionInput): readonly CompletionItem[] {
  const { expects, path, word, container } = findJsonCursor(text, offset);
  if (expects === "nothing") return [];
  const schema = schemaAt(formatPointer(path));
  if (expects === "value") {
    return listValues(schema).map((value) => {
      const insert = JSON.stringify(value);
      const label = typeof value === "string" ? value : insert;
      return { kind: "value", label, detail: schema.description ?? "", insert, cursor: insert.length, ...word };
    });
  }
  const members = container === undefined ? [] : listMembersAt(tree, text, container);
  const otherMembers = members.filter(({ nameRange: { from, to } }) => offset < from || offset > to);
  const present = new Set(otherMembers.map(({ name }) => name));
  const absent = schema.properties.filter(({ name }) => !present.has(name));
  const textAfter = text.slice(word.to).trimStart();
  return [...absent.filter(({ required }) => required), ...absent.filter(({ required }) => !required)].map(
    (property) => ({
      kind: "name",
      label: property.name,
      detail: `${property.required ? "required" : "optional"}${property.description ? `: ${property.description}` : ""}`,
      ...startMember(path[0] === "owner" ? dropAllowed(property) : property, textAfter),
      ...word,
    }),
  );
}

function listValues({ allowed, types }: Pick<PropertySchema, "allowed" | "types">): readonly Json[] {
  if (allowed) return allowed;
  return [...(types.includes("boolean") ? [true, false] : []), ...(types.includes("null") ? [null] : [])];
}

// The owner's kind is a fact that only the author knows, so it is offered but never inserted automatically.
function dropAllowed({ allowed: _, ...property }: PropertySchema): PropertySchema {
  return property;
}

// Inserts the name and, unless a value already follows, the start of a value.
function startMember(property: PropertySchema, textAfter: string): Pick<CompletionItem, "insert" | "cursor"> {
  const name = JSON.stringify(property.name);
  if (textAfter.startsWith(":")) return { insert: name, cursor: name.length };
  const { value, cursor } = startValue(property);
  const key = `${name}: `;
  // The comma separates the new member from the next one.
  return { insert: `${key}${value}${textAfter.startsWith('"') ? "," : ""}`, cursor: key.length + cursor };
}

function startValue({ allowed, types }: PropertySchema): { readonly value: string; readonly cursor: number } {
  if (allowed?.length === 1) {
    const value = JSON.stringify(allowed[0]);
    return { value, cursor: value.length };
  }
  const [type, ...others] = types;
  const hasSingleType = others.length === 0 && !allowed;
  const value = hasSingleType ? (brackets[type ?? ""] ?? "") : "";
  return { value, cursor: value.length / 2 };
}

const brackets: { readonly [type: string]: string } = { string: '""', array: "[]", object: "{}" };
