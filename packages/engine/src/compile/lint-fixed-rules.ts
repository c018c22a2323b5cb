import { type JsonObject, type JsonSchema, limits, type SpecPackage, type SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isObject, readMember } from "../json/json.ts";
import { readMembers, readRequired, resolveRef, toSchema } from "../schema/subschemas.ts";
import { quote } from "../text/sanitize-text.ts";

/** Reports parts of a candidate schema that would let a candidate bypass the owner rule or the registry rule. */
export function lintFixedRules({ candidateSchema: root }: SpecPackage): readonly SpecProblem[] {
  const candidate = followRef(root, root, ["candidateSchema"]);
  const typeProblem = lintType(candidate, "object");
  if (typeProblem) return [typeProblem];
  const kind = findRequiredString(root, candidate, ["owner", "kind"]);
  const id = findRequiredString(root, candidate, ["generatorId"]);
  return [...("problem" in kind ? [kind.problem] : []), ...("problem" in id ? [id.problem] : lintId(id))];
}

interface LocatedSchema {
  readonly schema: JsonObject;
  readonly path: readonly string[];
}

function createProblem(path: readonly string[], message: string, advice: string): SpecProblem {
  return createSpecProblem("spec.weakens-rule", path, message, advice);
}

/** Finds the schema of a string. The string, and each object that contains it, must be required. */
function findRequiredString(
  root: JsonSchema,
  candidate: LocatedSchema,
  names: readonly string[],
): LocatedSchema | { problem: SpecProblem } {
  let current = candidate;
  for (const name of names) {
    const { schema, path } = current;
    const typeProblem = lintType(current, "object");
    if (typeProblem) return { problem: typeProblem };
    if (!readRequired(schema).includes(name)) {
      const message = `${quote(name)} is not required, but it is always checked.`;
      const requiredPath = Object.hasOwn(schema, "required") ? [...path, "required"] : path;
      return { problem: createProblem(requiredPath, message, `Add ${quote(name)} to "required" in this object.`) };
    }
    const property = readMember(readMembers(schema, "properties"), name);
    if (property === undefined)
      return { problem: createProblem(path, `${quote(name)} has no schema.`, 'Define it in "properties".') };
    current = followRef(root, toSchema(property), [...path, "properties", name]);
  }
  const problem = lintType(current, "string");
  return problem ? { problem } : current;
}

function lintType({ schema, path }: LocatedSchema, type: "object" | "string"): SpecProblem | undefined {
  if (readMember(schema, "type") === type) return undefined;
  return createProblem(
    path,
    `This must always be ${type === "object" ? "an" : "a"} ${type}.`,
    `Add "type": "${type}".`,
  );
}

// Ignores keywords beside a `$ref`: they could only make the schema stricter.
function followRef(root: JsonSchema, schema: JsonSchema, path: readonly string[]): LocatedSchema {
  if (!isObject(schema)) return { schema: {}, path };
  const ref = readMember(schema, "$ref");
  const target = typeof ref === "string" ? resolveRef(root, ref) : undefined;
  return target ? followRef(root, target.schema, ["candidateSchema", ...target.path]) : { schema, path };
}

// The pattern itself is not checked: the engine refuses characters that are invalid in ids, whatever the pattern accepts.
function lintId({ schema, path }: LocatedSchema): readonly SpecProblem[] {
  const problems: SpecProblem[] = [];
  const maxLength = readMember(schema, "maxLength");
  const max = limits.schema.generatorIdLength;
  if (typeof maxLength !== "number" || maxLength > max) {
    const problemPath = typeof maxLength === "number" ? [...path, "maxLength"] : path;
    const message = `The schema accepts generator ids of more than ${max} characters.`;
    problems.push(createProblem(problemPath, message, `Set "maxLength" to ${max} or less.`));
  }
  if (typeof readMember(schema, "pattern") !== "string") {
    const message = "The generator id has no pattern, so authors are not told what it looks like.";
    problems.push(createProblem(path, message, 'Add a pattern such as "^[a-z][a-z0-9]*(-[a-z0-9]+)*$".'));
  }
  return problems;
}
