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

/** The rules for a value of a candidate. */
interface PlaceSchema {
  readonly description?: string | undefined;
  /** The accepted JSON Schema types; empty if the schema does not restrict them. */
  readonly types: readonly string[];
  /** The only values that are accepted. */
  readonly allowed?: readonly Json[] | undefined;
  /** A regular expression that a string must match. */
  readonly pattern?: string | undefined;
  /** The properties that an object can have, in the order of the schema. */
  readonly properties: readonly PropertySchema[];
}

/** The rules for a property of an object. */
export interface PropertySchema extends Omit<PlaceSchema, "properties"> {
  readonly name: string;
  readonly required: boolean;
}

/** Finds the rules for the value at a JSON Pointer, whether or not the candidate has that value. */
export type SchemaLookup = (pointer: string) => PlaceSchema;

/**
 * Creates the lookup for tooltips and completion from a spec package's candidate schema and the lists in its rules.
 *
 * @example
 * createSchemaLookup(specPackage)("/outputFields/0/type").allowed; // ["string", "integer", ...]
 */
export function createSchemaLookup(spec: SpecPackage): SchemaLookup {
  const root = spec.candidateSchema;
  const lists = listAllowed(spec);
  const describeAt = (schemas: readonly AppliedSchema[], path: readonly string[]) =>
    describeSchemas(schemas, findListAt(lists, path));
  return (pointer) => {
    const path = parsePointer(pointer) ?? [];
    const rootSchemas = expandSchemas(root, [{ schema: root, isCertain: true }]);
    const applied = path.reduce((parents, token) => enterChild(root, parents, token), rootSchemas);
    return {
      ...describeAt(applied, path),
      properties: listNames(applied).map((name) => ({
        name,
        required: applied.some(({ schema, isCertain }) => isCertain && toList(schema.required).includes(name)),
        ...describeAt(enterChild(root, applied, name), [...path, name]),
      })),
    };
  };
}

/** A schema that applies to a value: always if `isCertain`, and otherwise only in some cases. */
interface AppliedSchema {
  readonly schema: JsonObject;
  readonly isCertain: boolean;
}

// Limits the work for large schemas. A reader could not use more rules anyway.
const maxApplied = 256;

function enterChild(root: JsonSchema, parents: readonly AppliedSchema[], token: string): readonly AppliedSchema[] {
  const children = parents.flatMap(({ schema, isCertain }) =>
    listChildren(schema, token).map((child) => ({ schema: child, isCertain })),
  );
  return expandSchemas(root, children);
}

// Whether a token is a name or an index depends on the candidate. Most schemas describe only one of the two.
function listChildren(schema: JsonObject, token: string): readonly Json[] {
  const { properties, patternProperties, additionalProperties, prefixItems, items } = schema;
  const declared = isJsonObject(properties) && Object.hasOwn(properties, token) ? [properties[token]] : undefined;
  // Patterns are not run here, because the browser, unlike the engine, would run them with backtracking.
  const other = [...(isJsonObject(patternProperties) ? Object.values(patternProperties) : []), additionalProperties];
  const item = isIndex(token) ? (toList(prefixItems)[Number(token)] ?? items) : undefined;
  return [...(declared ?? other), item].filter((child) => child !== undefined);
}

// Adds the subschemas that apply to the same value. Visits each schema once, so circular references end.
function expandSchemas(
  root: JsonSchema,
  schemas: readonly { readonly schema: Json; readonly isCertain: boolean }[],
): readonly AppliedSchema[] {
  const expanded = new Map<JsonObject, AppliedSchema>();
  const queue = [...schemas];
  for (let next = queue.shift(); next !== undefined && expanded.size < maxApplied; next = queue.shift()) {
    const { schema, isCertain } = next;
    if (!isJsonObject(schema) || expanded.has(schema)) continue;
    expanded.set(schema, { schema, isCertain });
    const { $ref, allOf, anyOf, oneOf, then, else: otherwise } = schema;
    const referenced = typeof $ref === "string" ? parseReference($ref) : undefined;
    const certain = [referenced && valueAt(root, referenced), ...toList(allOf)];
    const possible = [...toList(anyOf), ...toList(oneOf), then, otherwise];
    queue.unshift(...certain.flatMap((inner) => (inner === undefined ? [] : [{ schema: inner, isCertain }])));
    queue.push(...possible.flatMap((inner) => (inner === undefined ? [] : [{ schema: inner, isCertain: false }])));
  }
  return [...expanded.values()];
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

// If the schema and the rules both have a list, a value must be in both.
function intersectLists(listed: readonly Json[], ruleValues: readonly Json[] | undefined): readonly Json[] | undefined {
  if (!ruleValues) return listed.length > 0 ? listed : undefined;
  const texts = new Set(listed.map((value) => JSON.stringify(value)));
  return listed.length > 0 ? ruleValues.filter((value) => texts.has(JSON.stringify(value))) : ruleValues;
}

function removeDuplicates(values: readonly Json[]): readonly Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

// Rules about declared fields restrict the fields' types, even if the schema does not.
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
