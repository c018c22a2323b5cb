import type { JsonSchema, SpecProblem, SpecProblemCode } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, member } from "../json/json.ts";
import { pointerOf } from "../json/pointer.ts";
import { refTarget, resolveRef, subschemasOf, walkSubschemas } from "../schema/subschemas.ts";
import { quoted } from "../text/outside-text.ts";

/** References that lead nowhere or back to themselves, and names that would change where they lead. */
export function lintReferences(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  const schemas = [...walkSubschemas(root)];
  // A value elsewhere, in a `default` or a `const`, was not checked against the profile.
  const pointers = new Set(schemas.map(({ path }) => pointerOf(path)));
  return schemas.flatMap(({ schema, path }) => {
    if (!isObject(schema)) return [];
    const problem = (code: SpecProblemCode, keyword: string, message: string, advice: string) =>
      specProblem(code, [...schemaPath, ...path, keyword], message, advice);
    if (path.length > 0 && Object.hasOwn(schema, "$id")) {
      const advice = "Remove it: references start at the outermost schema.";
      return [problem("spec.keyword", "$id", '"$id" is not allowed in a nested schema.', advice)];
    }
    const ref = member(schema, "$ref");
    if (typeof ref !== "string") return [];
    const target = resolveRef(root, ref);
    if (!target || !pointers.has(pointerOf(target.path))) {
      const message = `The reference ${quoted(ref)} does not point to a definition in this schema.`;
      const advice = 'Reference a schema under "$defs" in the same schema, such as "#/$defs/name".';
      return [problem("spec.reference", "$ref", message, advice)];
    }
    if (!leadsTo(root, target.schema, schema)) return [];
    const advice = "Define each level separately: a candidate has a fixed depth.";
    return [problem("spec.reference", "$ref", `The reference ${quoted(ref)} is recursive.`, advice)];
  });
}

// Whether references and subschemas lead from one schema to another.
function leadsTo(root: JsonSchema, start: JsonSchema, goal: JsonSchema): boolean {
  const reached = new Set([start]);
  for (const schema of reached) {
    const target = refTarget(root, schema);
    for (const next of [...(target ? [target] : []), ...subschemasOf(schema)]) reached.add(next.schema);
  }
  return reached.has(goal);
}
