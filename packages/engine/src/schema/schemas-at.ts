import type { JsonSchema } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { compilePattern } from "./pattern.ts";
import { resolveRef, type Subschema, subschemasOf } from "./subschemas.ts";

const besideIt = new Set(["allOf", "anyOf", "oneOf", "then", "else"]);

/**
 * Every schema that speaks of a place of the candidate; none: no candidate has it. `*` is each item of a list.
 * `pay` is told how many schemas were looked at.
 */
export function schemasAt(
  root: JsonSchema,
  place: readonly string[],
  pay: (schemas: number) => void = () => {},
): readonly Subschema[] {
  let here = applied(root, { schema: root, path: [] });
  for (const token of place) {
    pay(here.length);
    here = here.flatMap((at) => inside(at, token, pay).flatMap((inner) => applied(root, inner)));
  }
  pay(here.length);
  return here.filter(({ schema }) => schema !== false);
}

function inside(at: Subschema, token: string, pay: (schemas: number) => void): readonly Subschema[] {
  if (at.schema === true) return [at];
  const children = subschemasOf(at.schema).map(({ schema, path }) => ({
    schema,
    path: [...at.path, ...path],
    keyword: path[0],
    name: path[1],
  }));
  if (token === "*") return children.filter(({ keyword }) => keyword === "items" || keyword === "prefixItems");
  pay(children.length);
  const declared = children.filter(({ keyword, name = "" }) => {
    if (keyword === "properties") return name === token;
    if (keyword !== "patternProperties") return false;
    pay(patternPrice);
    return compilePattern(name, () => {}).test(token);
  });
  return declared.length > 0 ? declared : children.filter(({ keyword }) => keyword === "additionalProperties");
}

// In schemas: making a pattern ready takes as long as looking at many.
const patternPrice = 256;

// The schema itself, and everything that is applied to the same value with it.
function applied(root: JsonSchema, at: Subschema): readonly Subschema[] {
  if (!isObject(at.schema)) return [at];
  const ref = member(at.schema, "$ref");
  const target = typeof ref === "string" ? resolveRef(root, ref) : undefined;
  const beside = subschemasOf(at.schema)
    .filter(({ path }) => besideIt.has(path[0] ?? ""))
    .map(({ schema, path }) => ({ schema, path: [...at.path, ...path] }));
  return [at, ...[...(target ? [target] : []), ...beside].flatMap((inner) => applied(root, inner))];
}
