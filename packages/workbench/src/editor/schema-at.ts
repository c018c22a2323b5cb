import {
  type ClosedList,
  closedLists,
  isIndex,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  parsePointer,
  pathOfReference,
  type SpecPackage,
  valueAt,
} from "@assay/contract";

/** What the rules say about a value of a candidate. */
interface SchemaFacts {
  readonly description?: string | undefined;
  /** The types of JSON Schema that are accepted; none if the schema names none. */
  readonly types: readonly string[];
  /** The only values that are accepted. */
  readonly allowed?: readonly Json[] | undefined;
  /** A regular expression that a string must match. */
  readonly pattern?: string | undefined;
  /** The properties that an object can have, in the order of the schema. */
  readonly properties: readonly PropertyFacts[];
}

/** What the rules say about a property of an object. */
export interface PropertyFacts extends Omit<SchemaFacts, "properties"> {
  readonly name: string;
  readonly required: boolean;
}

/** Finds what the rules say about the value at a JSON Pointer, whether the candidate has it or not. */
export type SchemaAt = (pointer: string) => SchemaFacts;

/**
 * Reads the candidate schema of a spec package, and the lists of values in its rules, for hovers and completion.
 *
 * @example
 * createSchemaAt(specPackage)("/outputFields/0/type").allowed; // ["string", "integer", ...]
 */
export function createSchemaAt(spec: SpecPackage): SchemaAt {
  const root = spec.candidateSchema;
  const lists = allowedLists(spec);
  const factsAt = (schemas: readonly Applied[], path: readonly string[]) => factsOf(schemas, listAt(lists, path));
  return (pointer) => {
    const path = parsePointer(pointer) ?? [];
    const whole = withApplied(root, [{ schema: root, always: true }]);
    const here = path.reduce((around, token) => inside(root, around, token), whole);
    return {
      ...factsAt(here, path),
      properties: namesIn(here).map((name) => ({
        name,
        required: here.some(({ schema, always }) => always && listOf(schema.required).includes(name)),
        ...factsAt(inside(root, here, name), [...path, name]),
      })),
    };
  };
}

/** A schema that applies to a value, always or in one of several cases. */
interface Applied {
  readonly schema: JsonObject;
  readonly always: boolean;
}

// More than a spec package may have in a schema; whatever is beyond adds nothing that a reader could take in.
const maxApplied = 256;

function inside(root: JsonSchema, here: readonly Applied[], token: string): readonly Applied[] {
  const children = here.flatMap(({ schema, always }) =>
    childrenOf(schema, token).map((child) => ({ schema: child, always })),
  );
  return withApplied(root, children);
}

// Whether a token is a name or an index depends on the candidate; a schema usually says only one of them.
function childrenOf(schema: JsonObject, token: string): readonly Json[] {
  const { properties, patternProperties, additionalProperties, prefixItems, items } = schema;
  const declared = isJsonObject(properties) && Object.hasOwn(properties, token) ? [properties[token]] : undefined;
  // Patterns are not run here: the engine runs them without backtracking, and the browser would not.
  const other = [...(isJsonObject(patternProperties) ? Object.values(patternProperties) : []), additionalProperties];
  const item = isIndex(token) ? (listOf(prefixItems)[Number(token)] ?? items) : undefined;
  return [...(declared ?? other), item].filter((child) => child !== undefined);
}

// With those that apply to the same value. Each is visited once, so that no circle of references has no end.
function withApplied(
  root: JsonSchema,
  schemas: readonly { readonly schema: Json; readonly always: boolean }[],
): readonly Applied[] {
  const found = new Map<JsonObject, Applied>();
  const open = [...schemas];
  for (let next = open.shift(); next !== undefined && found.size < maxApplied; next = open.shift()) {
    const { schema, always } = next;
    if (!isJsonObject(schema) || found.has(schema)) continue;
    found.set(schema, { schema, always });
    const { $ref, allOf, anyOf, oneOf, then, else: otherwise } = schema;
    const referred = typeof $ref === "string" ? pathOfReference($ref) : undefined;
    const certain = [referred && valueAt(root, referred), ...listOf(allOf)];
    const possible = [...listOf(anyOf), ...listOf(oneOf), then, otherwise];
    open.unshift(...certain.flatMap((inner) => (inner === undefined ? [] : [{ schema: inner, always }])));
    open.push(...possible.flatMap((inner) => (inner === undefined ? [] : [{ schema: inner, always: false }])));
  }
  return [...found.values()];
}

function namesIn(schemas: readonly Applied[]): readonly string[] {
  return [
    ...new Set(
      schemas.flatMap(({ schema: { properties } }) => (isJsonObject(properties) ? Object.keys(properties) : [])),
    ),
  ];
}

function factsOf(schemas: readonly Applied[], ruled: readonly Json[] | undefined): Omit<SchemaFacts, "properties"> {
  const types = new Set(schemas.flatMap(({ schema: { type } }) => (typeof type === "string" ? [type] : listOf(type))));
  const listed = schemas.flatMap(({ schema }) =>
    Object.hasOwn(schema, "const") ? [schema.const as Json] : listOf(schema.enum),
  );
  return {
    description: firstString(schemas, "description"),
    types: [...types].filter((type) => typeof type === "string"),
    allowed: bothLists(unique(listed), ruled),
    pattern: firstString(schemas, "pattern"),
  };
}

function firstString(schemas: readonly Applied[], keyword: string): string | undefined {
  return schemas.map(({ schema }) => schema[keyword]).find((value) => typeof value === "string");
}

// Where schema and rules both have a list, a value must be in both.
function bothLists(listed: readonly Json[], ruled: readonly Json[] | undefined): readonly Json[] | undefined {
  if (!ruled) return listed.length > 0 ? listed : undefined;
  const texts = new Set(listed.map((value) => JSON.stringify(value)));
  return listed.length > 0 ? ruled.filter((value) => texts.has(JSON.stringify(value))) : ruled;
}

function unique(values: readonly Json[]): readonly Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

// Where fields are declared, their types are a list too; the schema need not have it.
function allowedLists(spec: SpecPackage): readonly ClosedList[] {
  const types = Object.keys(spec.fieldTypes ?? {});
  const declared = (spec.rules ?? []).flatMap((rule) =>
    rule.check === "records-match-fields" && types.length > 0
      ? [{ pattern: [...(parsePointer(rule.fieldsAt) ?? []), "*", rule.typeProperty ?? "type"], values: types }]
      : [],
  );
  return [...closedLists(spec), ...declared];
}

function listAt(lists: readonly ClosedList[], path: readonly string[]): readonly Json[] | undefined {
  return lists.find(
    ({ pattern }) =>
      pattern.length === path.length &&
      pattern.every((token, index) => token === path[index] || (token === "*" && isIndex(path[index] ?? ""))),
  )?.values;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
