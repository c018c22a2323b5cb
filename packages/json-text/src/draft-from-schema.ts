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
  /** What to fill in, from the descriptions and limits in the schema; can be empty. */
  readonly hint: string;
  readonly isOwner: boolean;
}

/** A draft, and the values that its author has to fill in. */
export interface SchemaDraft {
  readonly candidate: Json;
  readonly blanks: readonly Blank[];
}

// These limit the size of a draft, because a schema from outside can refer to itself. A draft for a schema that a
// service accepts has fewer than `maxValues` values.
const maxDepth = 12;
const maxValues = limits.schema.expandedSubschemas;

/**
 * Creates a draft from a candidate schema, with every required property, and a blank where the author has to decide. A
 * property is filled in only if it has a single possible value, but never with consent (`const: true`). The owner is
 * filled in only if `ownerId` is given, because a person has to confirm that they are the owner.
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
  /** The number of values in the draft so far. */
  values: number;
}

function createDraftValue(schema: Json | undefined, path: readonly string[], context: Context): Json {
  const resolved = resolveSchema(schema, context.root);
  context.values += 1;
  const canNest = path.length < maxDepth && context.values < maxValues;
  if (path.join("/") === "owner" && context.ownerId === undefined) return createBlankOwner(resolved, context);
  if (path.join("/") === "owner/id" && context.ownerId !== undefined) return context.ownerId;
  if (resolved.const !== undefined && resolved.const !== true) return resolved.const;
  const values = resolved.enum;
  if (Array.isArray(values) && values.length === 1) return values[0] as Json;
  if (canNest && (resolved.type === "object" || isJsonObject(resolved.properties))) {
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
  if (canNest && resolved.type === "array" && isJsonObject(items) && isStructured(items, context.root)) {
    return [createDraftValue(items, [...path, "0"], context)];
  }
  const hint = describeBlank(resolved, isJsonObject(items) ? resolveSchema(items, context.root) : {});
  context.blanks.push({ pointer: formatPointer(path), hint, isOwner: false });
  if (resolved.type === "array") return [];
  if (resolved.type === "object") return {};
  // An empty string or null is seldom valid, so checking the draft reports what is still missing.
  return resolved.type === "string" || resolved.type === undefined ? "" : null;
}

// One blank for all of it, because one person decides it at once. The hint shows the form.
function createBlankOwner(schema: JsonObject, context: Context): Json {
  const form = createDraftValue(schema, ["owner"], { ...context, blanks: [], ownerId: "..." });
  const hint = `${describeBlank(schema, {})} In this form: ${JSON.stringify(form)}.`.trim();
  context.blanks.push({ pointer: "/owner", hint, isOwner: true });
  return null;
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
  const listed = values.slice(0, 12).map((value) => JSON.stringify(value));
  return `${listed.join(", ")}${values.length > listed.length ? ", ..." : ""}`;
}

function resolveSchema(schema: Json | undefined, root: JsonObject, hops = 0): JsonObject {
  if (!isJsonObject(schema)) return {};
  const path = typeof schema.$ref === "string" ? parseReference(schema.$ref) : undefined;
  if (!path?.length || hops > 8) return schema;
  return { ...resolveSchema(valueAt(root, path), root, hops + 1), ...schema };
}
