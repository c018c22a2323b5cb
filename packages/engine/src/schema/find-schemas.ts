import type { JsonSchema } from "@assay/contract";
import { compilePattern } from "./pattern.ts";
import { findRefTarget, listSubschemas, readMembers, type Subschema } from "./subschemas.ts";

const possiblyApplied: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "then", "else"]);
const alwaysApplied: ReadonlySet<string> = new Set(["allOf"]);

/**
 * Finds every schema that can apply to the values that a pointer pattern matches. If there is none, no candidate can
 * have such a value. `countVisited` receives the number of schemas visited.
 */
export function findSchemas(
  root: JsonSchema,
  pattern: readonly string[],
  countVisited: (schemas: number) => void = () => {},
): readonly Subschema[] {
  return collect(root, pattern, countVisited, possiblyApplied);
}

/** Like `findSchemas`, but finds only schemas that apply to every such value, whatever else the candidate contains. */
export function findUnconditionalSchemas(
  root: JsonSchema,
  pattern: readonly string[],
  countVisited: (schemas: number) => void,
): readonly Subschema[] {
  return collect(root, pattern, countVisited, alwaysApplied);
}

/** Lists a schema and every other schema that always applies to the same value. */
export function listAlwaysApplied(root: JsonSchema, subschema: Subschema): readonly Subschema[] {
  return collectApplied(root, subschema, alwaysApplied);
}

/** Lists the target of a schema's `$ref` and the parts of its `allOf`. */
export function listAllOfParts(root: JsonSchema, subschema: Subschema): readonly Subschema[] {
  return collectDirect(root, subschema, alwaysApplied);
}

/** Lists a schema and every other schema that can apply to the same value. */
export function listApplied(root: JsonSchema, subschema: Subschema): readonly Subschema[] {
  return collectApplied(root, subschema, possiblyApplied);
}

function collect(
  root: JsonSchema,
  pattern: readonly string[],
  countVisited: (schemas: number) => void,
  keywords: ReadonlySet<string>,
): readonly Subschema[] {
  let current = collectApplied(root, { schema: root, path: [] }, keywords);
  for (const token of pattern) {
    countVisited(current.length);
    const visited = new Set<JsonSchema>();
    current = current.flatMap((subschema) =>
      findInside(subschema, token, countVisited).flatMap((inner) => collectApplied(root, inner, keywords, visited)),
    );
  }
  countVisited(current.length);
  return current.filter(({ schema }) => schema !== false);
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
    const elements = children.filter(({ keyword = "", schema }) => elementKeywords.has(keyword) && schema !== false);
    // The values of a map include its declared properties. An object that allows no other properties is not a map.
    return elements.length === 0
      ? []
      : children.filter(({ keyword = "" }) => elementKeywords.has(keyword) || keyword === "properties");
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

const elementKeywords = new Set(["items", "prefixItems", "patternProperties", "additionalProperties"]);

// Compiling a pattern takes as long as visiting this many schemas.
const schemasPerPattern = 256;

// Lists a schema and, following its references and `keywords`, the schemas that apply to the same value. Each is visited
// only once, because the number of ways to a definition can double with each reference.
function collectApplied(
  root: JsonSchema,
  subschema: Subschema,
  keywords: ReadonlySet<string>,
  visited: Set<JsonSchema> = new Set(),
): readonly Subschema[] {
  if (visited.has(subschema.schema)) return [];
  if (typeof subschema.schema === "object") visited.add(subschema.schema);
  const direct = collectDirect(root, subschema, keywords);
  return [subschema, ...direct.flatMap((inner) => collectApplied(root, inner, keywords, visited))];
}

function collectDirect(root: JsonSchema, subschema: Subschema, keywords: ReadonlySet<string>): readonly Subschema[] {
  const target = findRefTarget(root, subschema.schema);
  const parts = listSubschemas(subschema.schema)
    .filter(({ path }) => keywords.has(path[0] ?? ""))
    .map(({ schema, path }) => ({ schema, path: [...subschema.path, ...path] }));
  return target ? [target, ...parts] : parts;
}

/** Lists the properties that a schema declares for the objects that a pointer pattern matches. */
export function listPropertyNames(root: JsonSchema, pattern: readonly string[]): readonly string[] {
  return findSchemas(root, pattern).flatMap(({ schema }) => Object.keys(readMembers(schema, "properties")));
}
