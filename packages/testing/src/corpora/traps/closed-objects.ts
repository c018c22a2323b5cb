import type { Json, JsonObject } from "@assay/contract";

type Schema = { readonly [keyword: string]: Json };

/** An object of a candidate whose schema lists all of its properties. */
export interface ClosedObject {
  readonly path: readonly string[];
  readonly members: JsonObject;
  readonly properties: { readonly [name: string]: Schema };
  readonly required: readonly string[];
}

/** The closed objects of a candidate, the owner's left out, each with what the schema says about it. */
export function closedObjects(schema: Json, value: Json, path: readonly string[] = []): readonly ClosedObject[] {
  if (typeof value !== "object" || value === null || path[0] === "owner") return [];
  const { properties = {}, required = [], items = {}, additionalProperties } = branchFor(schema as Schema, value);
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, index) => closedObjects(items, item, [...path, String(index)]));
  }
  const inner = Object.entries(value).flatMap(([name, member]) =>
    closedObjects((properties as JsonObject)[name] ?? additionalProperties ?? {}, member, [...path, name]),
  );
  if (additionalProperties !== false) return inner;
  return [{ path, members: value as JsonObject, properties, required } as never, ...inner];
}

/** The names of all properties that a schema knows at a path, in any of its branches; none where names are free. */
export function knownNames(schema: Json, path: readonly string[]): readonly string[] {
  const { oneOf = [], properties = {}, items, additionalProperties } = schema as Schema;
  const [first, ...rest] = path;
  const branches = (oneOf as readonly Json[]).flatMap((branch) => knownNames(branch, path));
  if (first === undefined) return [...Object.keys(properties as JsonObject), ...branches];
  const inner = (properties as JsonObject)[first] ?? items ?? additionalProperties;
  return typeof inner === "object" ? [...knownNames(inner, rest), ...branches] : branches;
}

/** A copy of a candidate in which the object at a path has other members. */
export function withMembers(
  value: Json,
  path: readonly string[],
  change: (members: JsonObject) => JsonObject,
): JsonObject {
  const [first, ...rest] = path;
  if (first === undefined) return change(value as JsonObject);
  const inner = withMembers((value as JsonObject)[first] as Json, rest, change);
  const changed = Array.isArray(value)
    ? value.map((item, index) => (String(index) === first ? inner : item))
    : { ...(value as JsonObject), [first]: inner };
  return changed as JsonObject;
}

/** A copy of an object with other names for some of its members, at the same places. */
export function withNames(members: JsonObject, names: { readonly [name: string]: string }): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [names[name] ?? name, value]));
}

/** A copy of an object without some of its members. */
export function without(members: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}

// Of several forms, the one whose constant members the value has.
function branchFor(schema: Schema, value: Json): Schema {
  const forms = (schema.oneOf ?? []) as readonly Schema[];
  const fits = (form: Schema) =>
    Object.entries((form.properties ?? {}) as { readonly [name: string]: Schema }).every(
      ([name, { const: only }]) => only === undefined || (value as JsonObject)[name] === only,
    );
  return forms.find(fits) ?? schema;
}
