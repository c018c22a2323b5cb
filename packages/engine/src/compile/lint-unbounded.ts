import type { JsonObject, JsonSchema, SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isObject, readMember } from "../json/json.ts";
import { findAcceptedTypes, isScalar, listBranches } from "../schema/find-accepted-types.ts";
import { listAllOfParts, listAlwaysApplied } from "../schema/find-schemas.ts";
import { annotationKeywords, findRefTarget, readMembers, type Subschema, toSchema } from "../schema/subschemas.ts";

// The types whose values can have any size.
const sizedTypes = ["string", "array", "object"] as const;
type SizedType = (typeof sizedTypes)[number];

const missingBounds: { readonly [type in SizedType | "any"]: readonly [message: string, advice: string] } = {
  any: ["This schema accepts anything.", 'Add a "type" with its limits, an "enum" or a "const".'],
  string: ["This string has no maximum length.", 'Add "maxLength".'],
  array: ["This array allows any number of items, or items of any type.", 'Add "maxItems" and "items".'],
  object: [
    "This object allows any number of properties, or properties of any type.",
    'Add "additionalProperties": false, or give it a schema and add "maxProperties". It knows only the "properties" beside it: list those of other parts there as true.',
  ],
};

/** Reports schemas that accept a string, array or object of any size. */
export function lintUnbounded(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  const problems = new Map<string, SpecProblem>();

  // `others` apply to the same values, so a bound in one of them is enough.
  function report(subschema: Subschema, others: readonly JsonSchema[]): void {
    const schemas = [subschema.schema, ...others];
    const unbounded = sizedTypes.filter((type) => !schemas.some((schema) => isBounded(root, schema, type)));
    const acceptsAnything = unbounded.length === sizedTypes.length;
    if (acceptsAnything) addProblem(subschema, "any");
    for (const type of acceptsAnything ? [] : unbounded) {
      for (const part of findMissingBounds(root, subschema, type)) addProblem(part, type);
    }
  }

  function addProblem({ path }: Subschema, type: SizedType | "any"): void {
    const [message, advice] = missingBounds[type];
    const problem = createSpecProblem("spec.unbounded", [...schemaPath, ...path], message, advice);
    problems.set(`${problem.at} ${message}`, problem);
  }

  // All of `schemas` and `context` apply to one value. Checks what it contains. A schema in `context` can have a bound,
  // but is visited elsewhere. Each reference causes another visit; the limit on the expanded size bounds the visits.
  function visit(schemas: readonly Subschema[], context: readonly JsonSchema[]): void {
    const allSchemas = [...schemas.map(({ schema }) => schema), ...context];
    const children = schemas.flatMap(({ schema, path }) =>
      listInnerSchemas(schema).map((child) => ({
        schema: child.schema,
        path: [...path, ...child.path],
        relativePath: child.path,
      })),
    );
    for (const siblings of Map.groupBy(children, ({ relativePath }) => relativePath.join("/")).values()) {
      const others = allSchemas.flatMap((schema) => findAlwaysApplied(schema, siblings[0]?.relativePath ?? []));
      const [first, ...rest] = siblings;
      if (first) report(first, [...rest.map(({ schema }) => schema), ...others]);
      visit(
        siblings.flatMap((child) => listAlwaysApplied(root, child)),
        others.flatMap((schema) => listAlwaysApplied(root, { schema, path: [] }).map((inner) => inner.schema)),
      );
    }
    for (const branch of schemas.flatMap((subschema) => listUnionBranches(subschema))) {
      if (!isScalar(root, branch.schema)) visit(listAlwaysApplied(root, branch), allSchemas);
    }
  }

  const whole = { schema: root, path: [] };
  report(whole, []);
  visit(listAlwaysApplied(root, whole), []);
  return [...problems.values()];
}

function isBounded(root: JsonSchema, schema: JsonSchema, type: SizedType): boolean {
  if (!findAcceptedTypes(root, schema).has(type)) return true;
  if (!isObject(schema)) return false;
  if (Object.hasOwn(schema, "enum") || Object.hasOwn(schema, "const") || hasOwnBound(schema, type)) return true;
  if (listAllOfParts(root, { schema, path: [] }).some((inner) => isBounded(root, inner.schema, type))) return true;
  return ["anyOf", "oneOf"].some((keyword) => {
    const branches = listBranches(schema, keyword);
    return branches.length > 0 && branches.every((branch) => isBounded(root, branch, type));
  });
}

function hasOwnBound(schema: JsonObject, type: SizedType): boolean {
  if (type === "string") return Object.hasOwn(schema, "maxLength");
  if (type === "array") {
    const items = readMember(schema, "items");
    return items === false || (items !== undefined && Object.hasOwn(schema, "maxItems"));
  }
  const extra = readMember(schema, "additionalProperties");
  const closed = extra === false && !Object.hasOwn(schema, "patternProperties");
  return closed || (extra !== undefined && Object.hasOwn(schema, "maxProperties"));
}

// Finds the schemas that need a bound: the schema itself or, if it only refers to others, its definition or branches.
function findMissingBounds(root: JsonSchema, subschema: Subschema, type: SizedType): readonly Subschema[] {
  const isConstraint = (name: string) => name !== "type" && !annotationKeywords.has(name);
  const target = findRefTarget(root, subschema.schema);
  const parts = [...(target ? [target] : []), ...listUnionBranches(subschema)];
  if (parts.length === 0 || Object.keys(subschema.schema).filter(isConstraint).length > 1) return [subschema];
  return parts
    .filter((part) => !isBounded(root, part.schema, type))
    .flatMap((part) => findMissingBounds(root, part, type));
}

function listUnionBranches({ schema, path }: Subschema): readonly Subschema[] {
  return ["anyOf", "oneOf"].flatMap((keyword) =>
    listBranches(schema, keyword).map((branch, index) => ({ schema: branch, path: [...path, keyword, String(index)] })),
  );
}

// Lists the subschemas that apply to the properties or items of a value.
function listInnerSchemas(schema: JsonSchema): readonly Subschema[] {
  if (!isObject(schema)) return [];
  const values: Subschema[] = [];
  for (const keyword of ["properties", "patternProperties"]) {
    for (const [name, inner] of Object.entries(readMembers(schema, keyword))) {
      values.push({ schema: toSchema(inner), path: [keyword, name] });
    }
  }
  for (const keyword of ["additionalProperties", "items"]) {
    const inner = readMember(schema, keyword);
    if (inner !== undefined) values.push({ schema: toSchema(inner), path: [keyword] });
  }
  listBranches(schema, "prefixItems").forEach((inner, index) => {
    values.push({ schema: inner, path: ["prefixItems", String(index)] });
  });
  return values;
}

// Finds the subschema that applies to a property or to items regardless of the value.
function findAlwaysApplied(schema: JsonSchema, [keyword, name = ""]: readonly string[]): readonly JsonSchema[] {
  if (!isObject(schema)) return [];
  if (keyword === "items") {
    const items = Object.hasOwn(schema, "prefixItems") ? undefined : readMember(schema, "items");
    return items === undefined ? [] : [toSchema(items)];
  }
  if (keyword !== "properties") return [];
  const property = readMember(readMembers(schema, "properties"), name);
  const extra = Object.hasOwn(schema, "patternProperties") ? undefined : readMember(schema, "additionalProperties");
  return [property ?? extra].flatMap((inner) => (inner === undefined ? [] : [toSchema(inner)]));
}
