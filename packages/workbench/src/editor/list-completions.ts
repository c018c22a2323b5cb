import { formatPointer, type Json } from "@assay/contract";
import { membersAt } from "@assay/json-text";
import type { Tree } from "@lezer/common";
import { findJsonCursor } from "./find-json-cursor.ts";
import type { PropertySchema, SchemaAt } from "./schema-at.ts";

/** Something that fits at the cursor. */
export interface CompletionItem {
  readonly kind: "name" | "value";
  readonly label: string;
  readonly detail: string;
  /** What replaces the text between `from` and `to`. */
  readonly insert: string;
  /** Where the cursor goes, as an offset in `insert`. */
  readonly cursor: number;
  readonly from: number;
  readonly to: number;
}

/** A text, its syntax tree, and where the cursor is. */
export interface CompletionInput {
  readonly text: string;
  readonly tree: Tree;
  readonly offset: number;
  readonly schemaAt: SchemaAt;
}

/** Lists what fits at the cursor: names of absent properties, required ones first, or the values that are allowed. */
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
  const members = container === undefined ? [] : membersAt(tree, text, container);
  const others = members.filter(({ nameRange: { from, to } }) => offset < from || offset > to);
  const present = new Set(others.map(({ name }) => name));
  const absent = schema.properties.filter(({ name }) => !present.has(name));
  const after = text.slice(word.to).trimStart();
  return [...absent.filter(({ required }) => required), ...absent.filter(({ required }) => !required)].map(
    (property) => ({
      kind: "name",
      label: property.name,
      detail: `${property.required ? "required" : "optional"}${property.description ? `: ${property.description}` : ""}`,
      ...memberStart(path[0] === "owner" ? dropAllowed(property) : property, after),
      ...word,
    }),
  );
}

function listValues({ allowed, types }: Pick<PropertySchema, "allowed" | "types">): readonly Json[] {
  if (allowed) return allowed;
  return [...(types.includes("boolean") ? [true, false] : []), ...(types.includes("null") ? [null] : [])];
}

// What an owner is, is a fact: it can be chosen, but does not come by itself.
function dropAllowed({ allowed: _, ...property }: PropertySchema): PropertySchema {
  return property;
}

// The name, and how its value begins unless there is one already.
function memberStart(property: PropertySchema, after: string): Pick<CompletionItem, "insert" | "cursor"> {
  const name = JSON.stringify(property.name);
  if (after.startsWith(":")) return { insert: name, cursor: name.length };
  const { value, cursor } = valueStart(property);
  const key = `${name}: `;
  // A member that follows needs a comma.
  return { insert: `${key}${value}${after.startsWith('"') ? "," : ""}`, cursor: key.length + cursor };
}

function valueStart({ allowed, types }: PropertySchema): { readonly value: string; readonly cursor: number } {
  if (allowed?.length === 1) {
    const value = JSON.stringify(allowed[0]);
    return { value, cursor: value.length };
  }
  const [type, ...others] = types;
  const isOneType = others.length === 0 && !allowed;
  const value = isOneType ? (brackets[type ?? ""] ?? "") : "";
  return { value, cursor: value.length / 2 };
}

const brackets: { readonly [type: string]: string } = { string: '""', array: "[]", object: "{}" };
