import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { boundsHold } from "./bounds-hold.ts";
import { keyOf } from "./plain-schema.ts";

/** Schemas that all apply to one value. */
type Conjuncts = readonly JsonSchema[];

// Far more than schemas of people need; each choice in a schema multiplies the work.
const maxSteps = 20_000;

/**
 * Whether every value that matches one schema provably matches another. Both are plain (`plainSchema`), and of the profile, in
 * which the branches of `oneOf` exclude each other. False says nothing: it may be true and not be seen.
 *
 * Each keyword of the second schema must follow from the first one. What is not understood does not follow.
 */
export function isSubset(one: JsonSchema, other: JsonSchema): boolean {
  let steps = 0;

  const implies = (given: Conjuncts, wanted: JsonSchema): boolean => {
    if (++steps > maxSteps) return false;
    if (wanted === true) return true;
    const all = flattened(given);
    if (all.includes(false)) return true;
    if (wanted === false) return false;
    const key = keyOf(wanted as Json);
    if (all.some((schema) => keyOf(schema as Json) === key)) return true;
    const objects = all.filter(isObject);
    if (typesOf(objects).size === 0) return true;
    const whole = Object.keys(wanted).every((keyword) => follows(objects, wanted, keyword));
    return whole || impliesByBranch(objects, wanted);
  };

  // A value matches one of the branches: what follows from each of them follows.
  const impliesByBranch = (given: readonly JsonObject[], wanted: JsonSchema): boolean => {
    for (const [index, schema] of given.entries()) {
      for (const keyword of ["oneOf", "anyOf"] as const) {
        const branches = schema[keyword];
        if (!Array.isArray(branches)) continue;
        const { [keyword]: _, ...rest } = schema;
        const others = [...given.slice(0, index), rest, ...given.slice(index + 1)];
        return branches.every((branch) => implies([...others, branch as JsonSchema], wanted));
      }
    }
    return false;
  };

  const follows = (given: readonly JsonObject[], wanted: JsonObject, keyword: string): boolean => {
    const value = wanted[keyword] as Json;
    const types = typesOf(given);
    const can = (type: string) => types.has(type);
    const same = () => given.some((schema) => keyOf(schema[keyword] ?? null) === keyOf(value));
    const entries = () => Object.entries(value as { readonly [name: string]: JsonSchema });
    switch (keyword) {
      case "type":
        return [...types].every((type) => expand(value).has(type));
      case "enum":
      case "const": {
        const allowed = new Set((keyword === "const" ? [value] : (value as readonly Json[])).map(keyOf));
        return valuesOf(given)?.every((one) => allowed.has(keyOf(one))) ?? false;
      }
      case "allOf":
        return (value as readonly JsonSchema[]).every((part) => implies(given, part));
      case "anyOf":
      case "oneOf":
        return (value as readonly JsonSchema[]).some((branch) => implies(given, branch));
      case "not":
        return given.some(
          (schema) => schema.not !== undefined && implies([value as JsonSchema], schema.not as JsonSchema),
        );
      case "if":
        return conditionFollows(given, wanted);
      case "then":
      case "else":
        // Together with `if`.
        return true;
      case "properties":
        return (
          !can("object") || entries().every(([name, schema]) => eachFor(given, name, (some) => implies(some, schema)))
        );
      case "patternProperties":
        return (
          !can("object") ||
          entries().every(([pattern, schema]) => {
            const alike = given.flatMap((one) => childOf(one, "patternProperties", pattern));
            if (alike.length > 0 && implies(alike, schema)) return true;
            return given.some((one) => everyMember(one).every((some) => implies([some], schema)));
          })
        );
      case "additionalProperties":
        return (
          !can("object") ||
          given.some((one) => othersOf(one, wanted).every((some) => implies([some], value as JsonSchema)))
        );
      case "propertyNames":
        return (
          !can("object") ||
          implies(
            given.flatMap((one) => schemaIn(one, "propertyNames")),
            value as JsonSchema,
          )
        );
      case "dependentSchemas":
        return (
          !can("object") ||
          entries().every(([name, schema]) => {
            const alike = given.flatMap((one) => childOf(one, "dependentSchemas", name));
            return implies([...given, ...alike], schema);
          })
        );
      case "required":
        return !can("object") || (value as readonly string[]).every((name) => isRequired(given, name));
      case "dependentRequired":
        return !can("object") || same();
      case "prefixItems":
        return (
          !can("array") ||
          (value as readonly JsonSchema[]).every((schema, index) =>
            implies(
              given.flatMap((one) => itemAt(one, index)),
              schema,
            ),
          )
        );
      case "items": {
        if (!can("array")) return true;
        const first = lengthOf(wanted.prefixItems);
        const last = Math.max(first, ...given.map((one) => lengthOf(one.prefixItems)));
        const indexes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
        return indexes.every((index) =>
          implies(
            given.flatMap((one) => itemAt(one, index)),
            value as JsonSchema,
          ),
        );
      }
      case "pattern":
      case "format":
        return !can("string") || same();
      case "uniqueItems":
        return !can("array") || value === false || same();
      case "contains":
      case "minContains":
      case "maxContains":
        return (
          !can("array") ||
          given.some((one) =>
            containsKeywords.every((part) => keyOf(one[part] ?? null) === keyOf(wanted[part] ?? null)),
          )
        );
      default:
        return boundsHold(given, keyword, value, { types, values: valuesOf(given) });
    }
  };

  // if → then, and otherwise → else: both follow if they follow from everything, or from the same condition.
  const conditionFollows = (given: readonly JsonObject[], wanted: JsonObject): boolean => {
    const branch = (schema: JsonObject, name: "then" | "else") => (schema[name] ?? true) as JsonSchema;
    if (implies(given, branch(wanted, "then")) && implies(given, branch(wanted, "else"))) return true;
    return given.some(
      (schema) =>
        schema.if !== undefined &&
        keyOf(schema.if) === keyOf(wanted.if as Json) &&
        implies([...given, branch(schema, "then")], branch(wanted, "then")) &&
        implies([...given, branch(schema, "else")], branch(wanted, "else")),
    );
  };

  return implies([one], other);
}

const containsKeywords = ["contains", "minContains", "maxContains"];

function flattened(given: Conjuncts): Conjuncts {
  return given.flatMap((schema): Conjuncts => {
    if (!isObject(schema) || !Array.isArray(schema.allOf)) return [schema];
    const { allOf, ...own } = schema;
    return [own, ...flattened(allOf as readonly JsonSchema[])];
  });
}

const allTypes = ["null", "boolean", "integer", "fraction", "string", "array", "object"];

// `fraction` is a number that is no integer.
function expand(type: Json | undefined): ReadonlySet<string> {
  if (type === undefined) return new Set(allTypes);
  return new Set([type].flat().flatMap((name) => (name === "number" ? ["integer", "fraction"] : [String(name)])));
}

function typesOf(given: readonly JsonObject[]): ReadonlySet<string> {
  const values = valuesOf(given);
  const listed = values && new Set(values.map(typeOf));
  return new Set(
    allTypes.filter((type) => given.every((schema) => expand(schema.type).has(type)) && (listed?.has(type) ?? true)),
  );
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "fraction";
  return typeof value;
}

// The values of which one must be: those of an `enum` or `const`, if there is one.
function valuesOf(given: readonly JsonObject[]): readonly Json[] | undefined {
  for (const schema of given) {
    if (Object.hasOwn(schema, "const")) return [schema.const as Json];
    if (Array.isArray(schema.enum)) return schema.enum;
  }
  return undefined;
}

function isRequired(given: readonly JsonObject[], name: string): boolean {
  return given.some((schema) => Array.isArray(schema.required) && schema.required.includes(name));
}

function schemaIn(schema: JsonObject, keyword: string): Conjuncts {
  return Object.hasOwn(schema, keyword) ? [schema[keyword] as JsonSchema] : [];
}

function childOf(schema: JsonObject, keyword: string, name: string): Conjuncts {
  const children = schema[keyword];
  return isObject(children) && Object.hasOwn(children, name) ? [children[name] as JsonSchema] : [];
}

function childrenOf(schema: JsonObject, keyword: string): Conjuncts {
  const children = schema[keyword];
  return isObject(children) ? (Object.values(children) as JsonSchema[]) : [];
}

// What the schemas say of a property. One that is not declared may match a pattern or be another one: each must do.
function eachFor(given: readonly JsonObject[], name: string, holds: (some: Conjuncts) => boolean): boolean {
  const declared = given.flatMap((one) => childOf(one, "properties", name));
  if (declared.length > 0 && holds(declared)) return true;
  return given.some((one) => {
    if (childOf(one, "properties", name).length > 0) return false;
    const others = [...childrenOf(one, "patternProperties"), additionalOf(one)];
    return others.every((some) => holds([...declared, some]));
  });
}

function additionalOf(schema: JsonObject): JsonSchema {
  return (schema.additionalProperties ?? true) as JsonSchema;
}

function everyMember(schema: JsonObject): Conjuncts {
  return [...childrenOf(schema, "properties"), ...childrenOf(schema, "patternProperties"), additionalOf(schema)];
}

// What a schema says of properties that another one does not declare.
function othersOf(schema: JsonObject, wanted: JsonObject): Conjuncts {
  const undeclared = (keyword: string) =>
    Object.keys(isObject(schema[keyword]) ? schema[keyword] : {}).flatMap((name) =>
      childOf(wanted, keyword, name).length > 0 ? [] : childOf(schema, keyword, name),
    );
  return [...undeclared("properties"), ...undeclared("patternProperties"), additionalOf(schema)];
}

function itemAt(schema: JsonObject, index: number): Conjuncts {
  const first = schema.prefixItems;
  if (Array.isArray(first) && index < first.length) return [first[index] as JsonSchema];
  return schemaIn(schema, "items");
}

function lengthOf(list: Json | undefined): number {
  return Array.isArray(list) ? list.length : 0;
}
