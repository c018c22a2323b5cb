import { isJsonObject, type Json, type JsonObject } from "@assay/contract";
import { escapeMarkdown } from "./escape-markdown.ts";

/** A property of a JSON object, with the properties of its value. */
export interface Member {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly text: string;
  readonly members: readonly Member[];
}

/** Formats members as a nested Markdown list. */
export function membersList(members: readonly Member[], indent = ""): string {
  return members
    .flatMap((member) => {
      const optional = member.isRequired ? "" : ", optional";
      const line =
        `${indent}- \`${member.name}\` (${member.type}${optional}): ${escapeMarkdown(member.text)}`.trimEnd();
      return member.members.length === 0 ? [line] : [line, membersList(member.members, `${indent}  `)];
    })
    .join("\n");
}

/** Describes the properties of an object, or of the items of an array, from a JSON Schema without references. */
export function schemaMembers(schema: JsonObject): readonly Member[] {
  const { items, properties, required } = mergeForms(schema);
  if (isJsonObject(items)) return schemaMembers(items);
  const names = Array.isArray(required) ? required : [];
  return Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, member]) =>
    isJsonObject(member)
      ? [
          {
            name,
            type: formatType(member),
            isRequired: names.includes(name),
            text: [member.description, ...constraints(member)].filter((part) => typeof part === "string").join(" "),
            members: schemaMembers(member),
          },
        ]
      : [],
  );
}

// Merges the properties of all forms of a union. Only a property that every form requires is required.
function mergeForms(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema.oneOf)) return schema;
  const forms = schema.oneOf.filter(isJsonObject);
  const properties = forms.flatMap((form) => (isJsonObject(form.properties) ? Object.entries(form.properties) : []));
  const merged = new Map<string, Json>();
  for (const [name, member] of properties) merged.set(name, mergeMember(merged.get(name), member));
  const [first = [], ...others] = forms.map(({ required }) => (Array.isArray(required) ? required : []));
  const required = first.filter((name) => others.every((names) => names.includes(name)));
  return { ...schema, properties: Object.fromEntries(merged), required };
}

// A property with a different constant in each form has no constant in the merged form, and the first description.
function mergeMember(known: Json | undefined, member: Json): Json {
  if (!isJsonObject(known) || !isJsonObject(member) || known.const === undefined) return known ?? member;
  const { const: _, ...rest } = known;
  return rest;
}

function formatType({ type, items, anyOf }: JsonObject): string {
  if (Array.isArray(anyOf)) return anyOf.map((part) => (isJsonObject(part) ? formatType(part) : "any")).join(" or ");
  if (type === "array" && isJsonObject(items)) return `array of ${formatType(items)}s`;
  return typeof type === "string" ? type : "any";
}

// A sentence for each keyword that restricts values beyond their type.
const sentences: { readonly [keyword: string]: (value: Json) => string } = {
  enum: (values) => `One of: ${Array.isArray(values) ? values.map(formatCode).join(", ") : formatCode(values)}.`,
  const: (value) => `Always ${formatCode(value)}.`,
  default: (value) => `Default: ${formatCode(value)}.`,
  maximum: (value) => `At most ${value}.`,
  maxItems: (value) => `At most ${value} ${value === 1 ? "item" : "items"}.`,
};

function constraints(schema: JsonObject): readonly string[] {
  const { items, anyOf } = schema;
  const parts = [schema, ...(Array.isArray(anyOf) ? anyOf : []), ...(isScalar(items) ? [items] : [])].filter(
    isJsonObject,
  );
  return parts.flatMap((part) =>
    Object.entries(sentences).flatMap(([keyword, sentence]) => {
      const value = part[keyword];
      return value === undefined ? [] : [sentence(value)];
    }),
  );
}

function isScalar(schema: Json | undefined): schema is JsonObject {
  return isJsonObject(schema) && schema.properties === undefined;
}

function formatCode(value: Json): string {
  return `\`${JSON.stringify(value)}\``;
}
