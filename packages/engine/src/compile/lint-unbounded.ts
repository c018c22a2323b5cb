import type { JsonObject, JsonSchema, SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, member } from "../json/json.ts";
import { acceptedTypes, branchesOf } from "../schema/accepted-types.ts";
import { asSchema, resolveRef, type Subschema } from "../schema/subschemas.ts";

type Growing = "string" | "array" | "object";

const growing: readonly Growing[] = ["string", "array", "object"];
const anything = ["This schema accepts anything.", 'Add a "type" with its limits, an "enum" or a "const".'] as const;

/** Schemas that accept a string, array or object without an upper bound. */
export function lintUnbounded(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  const problems: SpecProblem[] = [];
  const seen = new Set<JsonSchema>();
  const visit = ({ schema, path }: Subschema): void => {
    if (seen.has(schema) && isObject(schema)) return;
    seen.add(schema);
    const unbounded = growing.filter((type) => !isBounded(root, schema, type));
    const reported = unbounded.length === growing.length ? [anything] : unbounded.map((type) => missing[type](schema));
    for (const texts of reported) problems.push(specProblem("spec.unbounded", [...schemaPath, ...path], ...texts));
    for (const inner of valuesIn(root, { schema, path })) visit(inner);
  };
  visit({ schema: root, path: [] });
  return problems;
}

function isBounded(root: JsonSchema, schema: JsonSchema, type: Growing): boolean {
  if (!acceptedTypes(root, schema).has(type)) return true;
  if (!isObject(schema)) return false;
  if (Object.hasOwn(schema, "enum") || Object.hasOwn(schema, "const") || boundsItself(schema, type)) return true;
  const beside = [...targetsOf(root, schema).map((target) => target.schema), ...branchesOf(schema, "allOf")];
  if (beside.some((inner) => isBounded(root, inner, type))) return true;
  return ["anyOf", "oneOf"].some((keyword) => {
    const branches = branchesOf(schema, keyword);
    return branches.length > 0 && branches.every((branch) => isBounded(root, branch, type));
  });
}

function boundsItself(schema: JsonObject, type: Growing): boolean {
  if (type === "string") return Object.hasOwn(schema, "maxLength");
  if (type === "array") {
    const items = member(schema, "items");
    return items === false || (items !== undefined && Object.hasOwn(schema, "maxItems"));
  }
  const others = member(schema, "additionalProperties");
  const closed = others === false && !Object.hasOwn(schema, "patternProperties");
  return closed || (others !== undefined && Object.hasOwn(schema, "maxProperties"));
}

/** Which bound a schema lacks, and what to add. */
const missing: { readonly [type in Growing]: (schema: JsonSchema) => readonly [message: string, advice: string] } = {
  string: () => ["This string has no maximum length.", 'Add "maxLength".'],
  array(schema) {
    if (has(schema, "items")) return ["This array has no maximum length.", 'Add "maxItems".'];
    if (has(schema, "maxItems")) return ["This array allows items of any type.", 'Add "items".'];
    return ["This array has no maximum length and allows items of any type.", 'Add "maxItems" and "items".'];
  },
  object(schema) {
    if (has(schema, "additionalProperties")) {
      return ["This object allows any number of properties.", 'Add "maxProperties".'];
    }
    if (has(schema, "maxProperties")) {
      return ["This object allows properties of any type.", 'Add "additionalProperties": false, or give it a schema.'];
    }
    return [
      "This object allows any number of properties, of any type.",
      'Add "additionalProperties": false, or give it a schema and add "maxProperties".',
    ];
  },
};

function has(schema: JsonSchema, keyword: string): boolean {
  return isObject(schema) && Object.hasOwn(schema, keyword);
}

// The schemas for values inside a value: those of the schema itself and of the schemas applied with it.
function valuesIn(root: JsonSchema, { schema, path }: Subschema): readonly Subschema[] {
  if (!isObject(schema)) return [];
  const inside = (...inner: string[]) => [...path, ...inner];
  const values: Subschema[] = [];
  for (const keyword of ["properties", "patternProperties"]) {
    const map = member(schema, keyword);
    for (const [name, inner] of isObject(map) ? Object.entries(map) : []) {
      values.push({ schema: asSchema(inner), path: inside(keyword, name) });
    }
  }
  for (const keyword of ["additionalProperties", "items"]) {
    const inner = member(schema, keyword);
    if (inner !== undefined) values.push({ schema: asSchema(inner), path: inside(keyword) });
  }
  branchesOf(schema, "prefixItems").forEach((inner, index) => {
    values.push({ schema: inner, path: inside("prefixItems", String(index)) });
  });
  const beside = ["allOf", "oneOf"].flatMap((keyword) =>
    branchesOf(schema, keyword).map((inner, index) => ({ schema: inner, path: inside(keyword, String(index)) })),
  );
  return [...values, ...[...targetsOf(root, schema), ...beside].flatMap((inner) => valuesIn(root, inner))];
}

function targetsOf(root: JsonSchema, schema: JsonObject): readonly Subschema[] {
  const ref = member(schema, "$ref");
  const target = typeof ref === "string" ? resolveRef(root, ref) : undefined;
  return target ? [target] : [];
}
