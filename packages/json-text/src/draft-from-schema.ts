import {
  formatPointer,
  isJsonObject,
  type Json,
  type JsonObject,
  limits,
  parseReference,
  valueAt,
} from "@assay/contract";

/** A value that the author of a draft has to fill in. */
export interface Blank {
  readonly pointer: string;
  /** What the schema says about it; empty if nothing. */
  readonly about: string;
  readonly isOwner: boolean;
}

/** A draft, and what is blank in it. */
export interface SchemaDraft {
  readonly candidate: Json;
  readonly blanks: readonly Blank[];
}

// A schema from outside can refer to itself. Rules that a service accepts stay within the second bound.
const maxDepth = 12;
const maxValues = limits.schema.expandedSubschemas;

/**
 * Makes a draft of a candidate schema: every required property, with a blank where its author has to decide. Only what can have
 * a single value is filled in, but no consent (`const: true`), and nothing about the owner, who is a person, unless they said
 * that it is them.
 */
export function draftFromSchema(schema: JsonObject, ownerId?: string): SchemaDraft {
  const blanks: Blank[] = [];
  const candidate = createDraftValue(schema, [], { root: schema, blanks, ownerId, values: 0 });
  return { candidate, blanks };
}

interface Context {
  readonly root: JsonObject;
  readonly blanks: Blank[];
  readonly ownerId: string | undefined;
  /** How many values the draft has so far. */
  values: number;
}

function createDraftValue(schema: Json | undefined, path: readonly string[], context: Context): Json {
  const resolved = resolveSchema(schema, context.root);
  context.values += 1;
  const mayNest = path.length < maxDepth && context.values < maxValues;
  const isOwner = path[0] === "owner" && context.ownerId === undefined;
  if (path.join("/") === "owner/id" && context.ownerId !== undefined) return context.ownerId;
  if (!isOwner && resolved.const !== undefined && resolved.const !== true) return resolved.const;
  const values = resolved.enum;
  if (!isOwner && Array.isArray(values) && values.length === 1) return values[0] as Json;
  if (mayNest && (resolved.type === "object" || isJsonObject(resolved.properties))) {
    const { properties, required } = resolved;
    const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
    if (names.length > 0) {
      return Object.fromEntries(
        names.map((name) => {
          const member = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
          return [name, createDraftValue(member, [...path, name], context)];
        }),
      );
    }
  }
  const items = resolved.items;
  if (mayNest && resolved.type === "array" && isJsonObject(items) && isStructured(items, context.root)) {
    return [createDraftValue(items, [...path, "0"], context)];
  }
  const about = describeBlank(resolved, isJsonObject(items) ? resolveSchema(items, context.root) : {});
  context.blanks.push({ pointer: formatPointer(path), about, isOwner });
  if (resolved.type === "array") return [];
  if (resolved.type === "object") return {};
  // An empty string or null is seldom valid, so that the check asks for what is missing.
  return resolved.type === "string" || resolved.type === undefined ? "" : null;
}

function isStructured(items: JsonObject, root: JsonObject): boolean {
  const { required } = resolveSchema(items, root);
  return Array.isArray(required) && required.length > 0;
}

function describeBlank(
  { description, message, format, enum: values, minLength, maxLength }: JsonObject,
  items: JsonObject,
): string {
  const parts = [
    typeof description === "string" ? description : "",
    typeof message === "string" ? message : "",
    typeof format === "string" ? `In the format ${format}.` : "",
    Array.isArray(values) ? `One of: ${formatList(values)}.` : "",
    Array.isArray(items.enum) ? `An array of: ${formatList(items.enum)}.` : "",
    typeof minLength === "number" && minLength > 1 && typeof maxLength === "number"
      ? `${minLength} to ${maxLength} characters.`
      : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function formatList(values: readonly Json[]): string {
  const shown = values.slice(0, 12).map((value) => JSON.stringify(value));
  return `${shown.join(", ")}${values.length > shown.length ? ", ..." : ""}`;
}

function resolveSchema(schema: Json | undefined, root: JsonObject, hops = 0): JsonObject {
  if (!isJsonObject(schema)) return {};
  const path = typeof schema.$ref === "string" ? parseReference(schema.$ref) : undefined;
  if (!path?.length || hops > 8) return schema;
  return { ...resolveSchema(valueAt(root, path), root, hops + 1), ...schema };
}
