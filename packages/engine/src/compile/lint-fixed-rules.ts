import { type JsonObject, type JsonSchema, limits, type SpecPackage, type SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, member } from "../json/json.ts";
import { asSchema, membersOf, requiredBy, resolveRef } from "../schema/subschemas.ts";
import { quoted } from "../text/outside-text.ts";

/** What in a candidate schema would let a candidate bypass the owner rule or the registry rule. */
export function lintFixedRules({ candidateSchema: root }: SpecPackage): readonly SpecProblem[] {
  const path = ["candidateSchema"];
  const candidate = objectSchema(root, root, path);
  if ("problem" in candidate) return [candidate.problem];
  const owner = propertyOf(root, candidate, "owner");
  const kind = "problem" in owner ? owner : objectThen(root, owner, (object) => propertyOf(root, object, "kind"));
  const id = propertyOf(root, candidate, "generatorId");
  return [
    ...("problem" in kind ? [kind.problem] : lintText(kind)),
    ...("problem" in id ? [id.problem] : [...lintText(id), ...lintId(id)]),
  ];
}

interface SchemaAt {
  readonly schema: JsonObject;
  readonly path: readonly string[];
}
type Found = SchemaAt | { readonly problem: SpecProblem };

function weakens(path: readonly string[], message: string, advice: string): SpecProblem {
  return specProblem("spec.weakens-rule", path, message, advice);
}

function objectSchema(root: JsonSchema, schema: JsonSchema, path: readonly string[]): Found {
  const found = follow(root, schema, path);
  if (found && member(found.schema, "type") === "object") return found;
  return { problem: weakens(found?.path ?? path, "This must always be an object.", 'Add "type": "object".') };
}

function objectThen(root: JsonSchema, found: SchemaAt, next: (object: SchemaAt) => Found): Found {
  const object = objectSchema(root, found.schema, found.path);
  return "problem" in object ? object : next(object);
}

function propertyOf(root: JsonSchema, { schema, path }: SchemaAt, name: string): Found {
  if (!requiredBy(schema).includes(name)) {
    const message = `${quoted(name)} is not required, but it is always checked.`;
    const requiredPath = Object.hasOwn(schema, "required") ? [...path, "required"] : path;
    return { problem: weakens(requiredPath, message, `Add ${quoted(name)} to "required" in this object.`) };
  }
  const property = member(membersOf(schema, "properties"), name);
  const found = property === undefined ? undefined : follow(root, asSchema(property), [...path, "properties", name]);
  if (found) return found;
  return { problem: weakens(path, `${quoted(name)} has no schema.`, `Define it in "properties".`) };
}

// Follows plain references only: keywords beside a `$ref` could not make the rule weaker, but could be overlooked here.
function follow(root: JsonSchema, schema: JsonSchema, path: readonly string[]): SchemaAt | undefined {
  if (!isObject(schema)) return undefined;
  const ref = member(schema, "$ref");
  if (typeof ref !== "string") return { schema, path };
  const target = resolveRef(root, ref);
  return target ? follow(root, target.schema, ["candidateSchema", ...target.path]) : undefined;
}

function lintText({ schema, path }: SchemaAt): readonly SpecProblem[] {
  if (member(schema, "type") === "string") return [];
  return [weakens(path, "This must always be a string.", 'Add "type": "string".')];
}

// Whatever the pattern says, the engine refuses ids of other characters than ids may have.
function lintId({ schema, path }: SchemaAt): readonly SpecProblem[] {
  const problems: SpecProblem[] = [];
  const maxLength = member(schema, "maxLength");
  const maxIdLength = limits.schema.generatorIdLength;
  if (typeof maxLength !== "number" || maxLength > maxIdLength) {
    problems.push(
      weakens(
        typeof maxLength === "number" ? [...path, "maxLength"] : path,
        `The schema accepts generator ids of more than ${maxIdLength} characters.`,
        `Set "maxLength" to ${maxIdLength} or less.`,
      ),
    );
  }
  if (typeof member(schema, "pattern") !== "string") {
    const message = "The generator id has no pattern, so authors are not told what it looks like.";
    problems.push(weakens(path, message, 'Add a pattern such as "^[a-z][a-z0-9]*(-[a-z0-9]+)*$".'));
  }
  return problems;
}
