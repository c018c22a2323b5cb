import type { JsonSchema, SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, member } from "../json/json.ts";
import { pointerOf } from "../json/pointer.ts";
import { resolveRef, subschemasOf, walkSubschemas } from "../schema/subschemas.ts";
import { quoted } from "../text/outside-text.ts";

/** References that lead nowhere or back to themselves, and names that would change where they lead. */
export function lintReferences(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  const problems: SpecProblem[] = [];
  const schemas = [...walkSubschemas(root)];
  // A value elsewhere, in a `default` or a `const`, was not checked against the profile.
  const pointers = new Set(schemas.map(({ path }) => pointerOf(path)));
  for (const { schema, path } of schemas) {
    if (path.length > 0 && isObject(schema) && Object.hasOwn(schema, "$id")) {
      const message = '"$id" is not allowed in a nested schema.';
      problems.push(
        specProblem(
          "spec.keyword",
          [...schemaPath, ...path, "$id"],
          message,
          "Remove it: references start at the outermost schema.",
        ),
      );
    }
    const ref = refOf(schema);
    if (ref === undefined) continue;
    const target = resolveRef(root, ref);
    const refPath = [...schemaPath, ...path, "$ref"];
    if (!target || !pointers.has(pointerOf(target.path))) {
      problems.push(
        specProblem(
          "spec.reference",
          refPath,
          `The reference ${quoted(ref)} does not point to a definition in this schema.`,
          movedTo(root, ref) ?? 'Reference a schema under "$defs" in the same schema, such as "#/$defs/name".',
        ),
      );
    } else if (reaches(root, target.schema, schema)) {
      problems.push(
        specProblem(
          "spec.reference",
          refPath,
          `The reference ${quoted(ref)} is recursive.`,
          "Define each level separately: a candidate has a fixed depth.",
        ),
      );
    }
  }
  return problems;
}

// Where older versions of JSON Schema, and OpenAPI, have definitions.
function movedTo(root: JsonSchema, ref: string): string | undefined {
  const moved = ref.replace(/^#\/(?:definitions|components\/schemas)\//, "#/$defs/");
  return moved !== ref && resolveRef(root, moved) ? `Write ${quoted(moved)}.` : undefined;
}

// Whether references and subschemas lead back to the schema that holds the reference.
function reaches(root: JsonSchema, start: JsonSchema, goal: JsonSchema): boolean {
  const seen = new Set<JsonSchema>();
  const open: JsonSchema[] = [start];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    if (schema === goal) return true;
    if (seen.has(schema)) continue;
    seen.add(schema);
    const ref = refOf(schema);
    const target = ref === undefined ? undefined : resolveRef(root, ref);
    if (target) open.push(target.schema);
    open.push(...subschemasOf(schema).map((child) => child.schema));
  }
  return false;
}

function refOf(schema: JsonSchema): string | undefined {
  const ref = isObject(schema) ? member(schema, "$ref") : undefined;
  return typeof ref === "string" ? ref : undefined;
}
