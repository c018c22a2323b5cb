import type { JsonSchema } from "@assay/contract";
import { compilePattern } from "./pattern.ts";
import { findRefTarget, listSubschemas, readMembers, type Subschema } from "./subschemas.ts";

const appliedWith: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "then", "else"]);
const alwaysApplied: ReadonlySet<string> = new Set(["allOf"]);

/**
 * Every schema that applies to the values that a pointer pattern matches; if there is none, no candidate has such a value.
 * `countVisited` receives the number of schemas that were visited.
 */
export function findSchemas(
  root: JsonSchema,
  pattern: readonly string[],
  countVisited: (schemas: number) => void = () => {},
): readonly Subschema[] {
  return collect(root, pattern, countVisited, appliedWith);
}

/** Those of them that apply to every such value, whatever else the candidate contains. */
export function findCertainSchemas(
  root: JsonSchema,
  pattern: readonly string[],
  countVisited: (schemas: number) => void,
): readonly Subschema[] {
  return collect(root, pattern, countVisited, alwaysApplied);
}

/** A schema and every schema that applies to each of its values with it. */
export function listAlwaysApplied(root: JsonSchema, subschema: Subschema): readonly Subschema[] {
  return collectApplied(root, subschema, alwaysApplied);
}

/** What the `$ref` of a schema leads to, and the parts of its `allOf`. */
export function listAllOfParts(root: JsonSchema, subschema: Subschema): readonly Subschema[] {
  return collectBeside(root, subschema, alwaysApplied);
}

/** A schema, and every schema that may be applied to the same value with it. */
export function listApplied(root: JsonSchema, subschema: Subschema): readonly Subschema[] {
  return collectApplied(root, subschema, appliedWith);
}

function collect(
  root: JsonSchema,
  pattern: readonly string[],
  countVisited: (schemas: number) => void,
  keywords: ReadonlySet<string>,
): readonly Subschema[] {
  let here = collectApplied(root, { schema: root, path: [] }, keywords);
  for (const token of pattern) {
    countVisited(here.length);
    here = here.flatMap((subschema) =>
      findInside(subschema, token, countVisited).flatMap((inner) => collectApplied(root, inner, keywords)),
    );
  }
  countVisited(here.length);
  return here.filter(({ schema }) => schema !== false);
}

function findInside(
  subschema: Subschema,
  token: string,
  countVisited: (schemas: number) => void,
): readonly Subschema[] {
  if (subschema.schema === true) return [subschema];
  const children = listSubschemas(subschema.schema).map(({ schema, path }) => ({
    schema,
    path: [...subschema.path, ...path],
    keyword: path[0],
    name: path[1],
  }));
  if (token === "*") {
    const walked = children.filter(({ keyword = "", schema }) => ofEach.has(keyword) && schema !== false);
    // The declared properties of a map are among its values; an object that has no others is not a map.
    return walked.length === 0
      ? []
      : children.filter(({ keyword = "" }) => ofEach.has(keyword) || keyword === "properties");
  }
  countVisited(children.length);
  const declared = children.filter(({ keyword, name = "" }) => {
    if (keyword === "properties") return name === token;
    if (keyword !== "patternProperties") return false;
    countVisited(schemasPerPattern);
    return compilePattern(name, () => {}).test(token);
  });
  return declared.length > 0 ? declared : children.filter(({ keyword }) => keyword === "additionalProperties");
}

const ofEach: ReadonlySet<string> = new Set(["items", "prefixItems", "patternProperties", "additionalProperties"]);

// Compiling a pattern takes as long as visiting this many schemas.
const schemasPerPattern = 256;

// The schema itself, and every schema that is applied to the same value with it.
function collectApplied(root: JsonSchema, subschema: Subschema, keywords: ReadonlySet<string>): readonly Subschema[] {
  return [
    subschema,
    ...collectBeside(root, subschema, keywords).flatMap((inner) => collectApplied(root, inner, keywords)),
  ];
}

function collectBeside(root: JsonSchema, subschema: Subschema, keywords: ReadonlySet<string>): readonly Subschema[] {
  const target = findRefTarget(root, subschema.schema);
  const parts = listSubschemas(subschema.schema)
    .filter(({ path }) => keywords.has(path[0] ?? ""))
    .map(({ schema, path }) => ({ schema, path: [...subschema.path, ...path] }));
  return target ? [target, ...parts] : parts;
}

/** The names of the properties that a schema declares for the objects that a pointer pattern matches. */
export function listPropertyNames(root: JsonSchema, pattern: readonly string[]): readonly string[] {
  return findSchemas(root, pattern).flatMap(({ schema }) => Object.keys(readMembers(schema, "properties")));
}
