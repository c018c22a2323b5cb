import type { JsonObject, JsonSchema, SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isObject, readMember } from "../json/json.ts";
import { findAcceptedTypes, isScalar, listBranches } from "../schema/find-accepted-types.ts";
import { listAllOfParts, listAlwaysApplied } from "../schema/find-schemas.ts";
import { annotationKeywords, findRefTarget, readMembers, type Subschema, toSchema } from "../schema/subschemas.ts";

// The types whose values can be of any size.
const growing = ["string", "array", "object"] as const;
type Growing = (typeof growing)[number];

const missingBounds: { readonly [type in Growing | "any"]: readonly [message: string, advice: string] } = {
  any: ["This schema accepts anything.", 'Add a "type" with its limits, an "enum" or a "const".'],
  string: ["This string has no maximum length.", 'Add "maxLength".'],
  array: ["This array allows any number of items, or items of any type.", 'Add "maxItems" and "items".'],
  object: [
    "This object allows any number of properties, or properties of any type.",
    'Add "additionalProperties": false, or give it a schema and add "maxProperties". It knows only the "properties" beside it: list those of other parts there as true.',
  ],
};

/** Schemas that accept a string, array or object without an upper bound. */
export function lintUnbounded(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  const problems = new Map<string, SpecProblem>();

  // `others` apply to the same values: a bound in one of them is enough.
  function report(subschema: Subschema, others: readonly JsonSchema[]): void {
    const isBoundHere = (type: Growing) => [subschema.schema, ...others].some((one) => isBounded(root, one, type));
    const unbounded = growing.filter((type) => !isBoundHere(type));
    const isOpen = unbounded.length === growing.length;
    if (isOpen) add(subschema, "any");
    for (const type of isOpen ? [] : unbounded) {
      for (const lacking of findMissingBounds(root, subschema, type)) add(lacking, type);
    }
  }

  function add({ path }: Subschema, type: Growing | "any"): void {
    const [message, advice] = missingBounds[type];
    const problem = createSpecProblem("spec.unbounded", [...schemaPath, ...path], message, advice);
    problems.set(`${problem.at} ${message}`, problem);
  }

  // Visits the values inside a value that all of `schemas` describe; `context` describes it too, and is visited elsewhere.
  // Each schema is visited as often as references lead to it, which the expanded size of the schema limits.
  function visit(schemas: readonly Subschema[], context: readonly JsonSchema[]): void {
    const around = [...schemas.map(({ schema }) => schema), ...context];
    const children = schemas.flatMap(({ schema, path }) =>
      listInnerSchemas(schema).map((child) => ({
        schema: child.schema,
        path: [...path, ...child.path],
        at: child.path,
      })),
    );
    for (const here of Map.groupBy(children, ({ at }) => at.join("/")).values()) {
      const others = around.flatMap((schema) => findSameValue(schema, here[0]?.at ?? []));
      const [first, ...more] = here;
      if (first) report(first, [...more.map(({ schema }) => schema), ...others]);
      visit(
        here.flatMap((child) => listAlwaysApplied(root, child)),
        others.flatMap((schema) => listAlwaysApplied(root, { schema, path: [] }).map((inner) => inner.schema)),
      );
    }
    for (const branch of schemas.flatMap((subschema) => listUnionBranches(subschema))) {
      if (!isScalar(root, branch.schema)) visit(listAlwaysApplied(root, branch), around);
    }
  }

  const whole = { schema: root, path: [] };
  report(whole, []);
  visit(listAlwaysApplied(root, whole), []);
  return [...problems.values()];
}

function isBounded(root: JsonSchema, schema: JsonSchema, type: Growing): boolean {
  if (!findAcceptedTypes(root, schema).has(type)) return true;
  if (!isObject(schema)) return false;
  if (Object.hasOwn(schema, "enum") || Object.hasOwn(schema, "const") || hasOwnBound(schema, type)) return true;
  if (listAllOfParts(root, { schema, path: [] }).some((inner) => isBounded(root, inner.schema, type))) return true;
  return ["anyOf", "oneOf"].some((keyword) => {
    const branches = listBranches(schema, keyword);
    return branches.length > 0 && branches.every((branch) => isBounded(root, branch, type));
  });
}

function hasOwnBound(schema: JsonObject, type: Growing): boolean {
  if (type === "string") return Object.hasOwn(schema, "maxLength");
  if (type === "array") {
    const items = readMember(schema, "items");
    return items === false || (items !== undefined && Object.hasOwn(schema, "maxItems"));
  }
  const others = readMember(schema, "additionalProperties");
  const closed = others === false && !Object.hasOwn(schema, "patternProperties");
  return closed || (others !== undefined && Object.hasOwn(schema, "maxProperties"));
}

// Where to add a bound: a schema that only names others leaves it to the definition, or to each of its branches.
function findMissingBounds(root: JsonSchema, subschema: Subschema, type: Growing): readonly Subschema[] {
  const isOther = (name: string) => name !== "type" && !annotationKeywords.has(name);
  const target = findRefTarget(root, subschema.schema);
  const parts = [...(target ? [target] : []), ...listUnionBranches(subschema)];
  if (parts.length === 0 || Object.keys(subschema.schema).filter(isOther).length > 1) return [subschema];
  return parts
    .filter((part) => !isBounded(root, part.schema, type))
    .flatMap((part) => findMissingBounds(root, part, type));
}

function listUnionBranches({ schema, path }: Subschema): readonly Subschema[] {
  return ["anyOf", "oneOf"].flatMap((keyword) =>
    listBranches(schema, keyword).map((branch, index) => ({ schema: branch, path: [...path, keyword, String(index)] })),
  );
}

// The schemas for values inside a value that a schema itself has.
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

// The schema that another schema has for the same property or items, whatever the value contains.
function findSameValue(schema: JsonSchema, [keyword, name = ""]: readonly string[]): readonly JsonSchema[] {
  if (!isObject(schema)) return [];
  if (keyword === "items") {
    const items = Object.hasOwn(schema, "prefixItems") ? undefined : readMember(schema, "items");
    return items === undefined ? [] : [toSchema(items)];
  }
  if (keyword !== "properties") return [];
  const property = readMember(readMembers(schema, "properties"), name);
  const others = Object.hasOwn(schema, "patternProperties") ? undefined : readMember(schema, "additionalProperties");
  return [property ?? others].flatMap((inner) => (inner === undefined ? [] : [toSchema(inner)]));
}
