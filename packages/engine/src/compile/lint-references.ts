import type { JsonSchema, SpecProblem, SpecProblemCode } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isObject, readMember } from "../json/json.ts";
import { formatPointer } from "../json/pointer.ts";
import { findRefTarget, listSubschemas, resolveRef, walkSubschemas } from "../schema/subschemas.ts";
import { quote } from "../text/sanitize-text.ts";

/** Reports references that are unresolved or recursive, and each nested `$id`, which would change what `$ref` means. */
export function lintReferences(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  const schemas = [...walkSubschemas(root)];
  // A reference into a `default` or a `const` would lead to a schema that was never checked against the profile.
  const pointers = new Set(schemas.map(({ path }) => formatPointer(path)));
  return schemas.flatMap(({ schema, path }) => {
    if (!isObject(schema)) return [];
    const createProblem = (code: SpecProblemCode, keyword: string, message: string, advice: string) =>
      createSpecProblem(code, [...schemaPath, ...path, keyword], message, advice);
    if (path.length > 0 && Object.hasOwn(schema, "$id")) {
      const advice = "Remove it: references start at the outermost schema.";
      return [createProblem("spec.keyword", "$id", '"$id" is not allowed in a nested schema.', advice)];
    }
    const ref = readMember(schema, "$ref");
    if (typeof ref !== "string") return [];
    const target = resolveRef(root, ref);
    if (!target || !pointers.has(formatPointer(target.path))) {
      const message = `The reference ${quote(ref)} does not point to a definition in this schema.`;
      const advice = 'Reference a schema under "$defs" in the same schema, such as "#/$defs/name".';
      return [createProblem("spec.reference", "$ref", message, advice)];
    }
    if (!leadsTo(root, target.schema, schema)) return [];
    const advice = "Define each level separately: a candidate has a fixed depth.";
    return [createProblem("spec.reference", "$ref", `The reference ${quote(ref)} is recursive.`, advice)];
  });
}

// Whether one schema can be reached from another through references and subschemas.
function leadsTo(root: JsonSchema, start: JsonSchema, goal: JsonSchema): boolean {
  const reached = new Set([start]);
  for (const schema of reached) {
    const target = findRefTarget(root, schema);
    for (const next of [...(target ? [target] : []), ...listSubschemas(schema)]) reached.add(next.schema);
  }
  return reached.has(goal);
}
