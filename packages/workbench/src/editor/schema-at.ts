import {
  type ClosedList,
  closedLists,
  isIndex,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  parsePointer,
  parseReference,
  type SpecPackage,
  valueAt,
} from "@assay/contract";

/** What the rules say about a value of a candidate. */
interface PlaceSchema {
  readonly description?: string | undefined;
  /** The types of JSON Schema that are accepted; none if the schema names none. */
  readonly types: readonly string[];
  /** The only values that are accepted. */
  readonly allowed?: readonly Json[] | undefined;
  /** A regular expression that a string must match. */
  readonly pattern?: string | undefined;
  /** The properties that an object can have, in the order of the schema. */
  readonly properties: readonly PropertySchema[];
}

/** What the rules say about a property of an object. */
export interface PropertySchema extends Omit<PlaceSchema, "properties"> {
  readonly name: string;
  readonly required: boolean;
}

/** Finds what the rules say about the value at a JSON Pointer, whether the candidate has it or not. */
export type SchemaAt = (pointer: string) => PlaceSchema;

/**
 * Reads the candidate schema of a spec package, and the lists of values in its rules, for hovers and completion.
 *
 * @example
 * createSchemaAt(specPackage)("/outputFields/0/type").allowed; // ["string", "integer", ...]
 */
export function createSchemaAt(spec: SpecPackage): SchemaAt {
  const root = spec.candidateSchema;
  const lists = listAllowed(spec);
  const describeAt = (schemas: readonly AppliedSchema[], path: readonly string[]) =>
    describeSchemas(schemas, findListAt(lists, path));
  return (pointer) => {
    const path = parsePointer(pointer) ?? [];
    const whole = expandSchemas(root, [{ schema: root, always: true }]);
    const here = path.reduce((around, token) => enterChild(root, around, token), whole);
    return {
      ...describeAt(here, path),
      properties: listNames(here).map((name) => ({
        name,
        required: here.some(({ schema, always }) => always && toList(schema.required).includes(name)),
        ...describeAt(enterChild(root, here, name), [...path, name]),
      })),
    };
  };
}

/** A schema that applies to a value, always or in one of several cases. */
interface AppliedSchema {
  readonly schema: JsonObject;
  readonly always: boolean;
}

// More than a spec package may have in a schema; whatever is beyond adds nothing that a reader could take in.
const maxApplied = 256;

function enterChild(root: JsonSchema, here: readonly AppliedSchema[], token: string): readonly AppliedSchema[] {
  const children = here.flatMap(({ schema, always }) =>
    listChildren(schema, token).map((child) => ({ schema: child, always })),
  );
  return expandSchemas(root, children);
}

// Whether a token is a name or an index depends on the candidate; a schema usually says only one of them.
function listChildren(schema: JsonObject, token: string): readonly Json[] {
  const { properties, patternProperties, additionalProperties, prefixItems, items } = schema;
  const declared = isJsonObject(properties) && Object.hasOwn(properties, token) ? [properties[token]] : undefined;
  // Patterns are not run here: the engine runs them without backtracking, and the browser would not.
  const other = [...(isJsonObject(patternProperties) ? Object.values(patternProperties) : []), additionalProperties];
  const item = isIndex(token) ? (toList(prefixItems)[Number(token)] ?? items) : undefined;
  return [...(declared ?? other), item].filter((child) => child !== undefined);
}

// With those that apply to the same value. Each is visited once, so that no circle of references has no end.
function expandSchemas(
  root: JsonSchema,
  schemas: readonly { readonly schema: Json; readonly always: boolean }[],
): readonly AppliedSchema[] {
  const found = new Map<JsonObject, AppliedSchema>();
  const open = [...schemas];
  for (let next = open.shift(); next !== undefined && found.size < maxApplied; next = open.shift()) {
    const { schema, always } = next;
    if (!isJsonObject(schema) || found.has(schema)) continue;
    found.set(schema, { schema, always });
    const { $ref, allOf, anyOf, oneOf, then, else: otherwise } = schema;
    const referred = typeof $ref === "string" ? parseReference($ref) : undefined;
    const certain = [referred && valueAt(root, referred), ...toList(allOf)];
    const possible = [...toList(anyOf), ...toList(oneOf), then, otherwise];
    open.unshift(...certain.flatMap((inner) => (inner === undefined ? [] : [{ schema: inner, always }])));
    open.push(...possible.flatMap((inner) => (inner === undefined ? [] : [{ schema: inner, always: false }])));
  }
  return [...found.values()];
}

function listNames(schemas: readonly AppliedSchema[]): readonly string[] {
  return [
    ...new Set(
      schemas.flatMap(({ schema: { properties } }) => (isJsonObject(properties) ? Object.keys(properties) : [])),
    ),
  ];
}

function describeSchemas(
  schemas: readonly AppliedSchema[],
  ruleValues: readonly Json[] | undefined,
): Omit<PlaceSchema, "properties"> {
  const types = new Set(schemas.flatMap(({ schema: { type } }) => (typeof type === "string" ? [type] : toList(type))));
  const listed = schemas.flatMap(({ schema }) =>
    Object.hasOwn(schema, "const") ? [schema.const as Json] : toList(schema.enum),
  );
  return {
    description: findFirstString(schemas, "description"),
    types: [...types].filter((type) => typeof type === "string"),
    allowed: intersectLists(removeDuplicates(listed), ruleValues),
    pattern: findFirstString(schemas, "pattern"),
  };
}

function findFirstString(schemas: readonly AppliedSchema[], keyword: string): string | undefined {
  return schemas.map(({ schema }) => schema[keyword]).find((value) => typeof value === "string");
}

// Where schema and rules both have a list, a value must be in both.
function intersectLists(listed: readonly Json[], ruleValues: readonly Json[] | undefined): readonly Json[] | undefined {
  if (!ruleValues) return listed.length > 0 ? listed : undefined;
  const texts = new Set(listed.map((value) => JSON.stringify(value)));
  return listed.length > 0 ? ruleValues.filter((value) => texts.has(JSON.stringify(value))) : ruleValues;
}

function removeDuplicates(values: readonly Json[]): readonly Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

// Where fields are declared, their types are a list too; the schema need not have it.
function listAllowed(spec: SpecPackage): readonly ClosedList[] {
  const types = Object.keys(spec.fieldTypes ?? {});
  const declared = (spec.rules ?? []).flatMap((rule) =>
    rule.check === "records-match-fields" && types.length > 0
      ? [{ pattern: [...(parsePointer(rule.fieldsAt) ?? []), "*", rule.typeProperty ?? "type"], values: types }]
      : [],
  );
  return [...closedLists(spec), ...declared];
}

function findListAt(lists: readonly ClosedList[], path: readonly string[]): readonly Json[] | undefined {
  return lists.find(
    ({ pattern }) =>
      pattern.length === path.length &&
      pattern.every((token, index) => token === path[index] || (token === "*" && isIndex(path[index] ?? ""))),
  )?.values;
}

function toList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
