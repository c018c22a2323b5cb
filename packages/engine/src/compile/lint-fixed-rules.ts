import { type Json, limits, type SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isObject, readMember } from "../json/json.ts";
import { followRef, type Part } from "../schema/place.ts";
import { quote } from "../text/sanitize-text.ts";

/** Reports parts of a candidate schema that would let a candidate bypass the owner rule or the registry rule. */
export function lintFixedRules(root: Part): readonly SpecProblem[] {
  const candidate = followRef(root);
  const typeProblem = lintType(candidate, "object");
  if (typeProblem) return [typeProblem];
  const kind = findRequiredString(candidate, ["owner", "kind"]);
  const id = findRequiredString(candidate, ["generatorId"]);
  return [...("problem" in kind ? [kind.problem] : []), ...("problem" in id ? [id.problem] : lintId(id))];
}

/** Finds the part that describes a string. The string, and each object that contains it, must be required. */
function findRequiredString(candidate: Part, names: readonly string[]): Part | { problem: SpecProblem } {
  let current = candidate;
  for (const name of names) {
    const typeProblem = lintType(current, "object");
    if (typeProblem) return { problem: typeProblem };
    if (!current.required.includes(name)) {
      const message = `${quote(name)} is not required, but it is always checked.`;
      return {
        problem: createProblem(current, "required", message, `Add ${quote(name)} to "required" in this object.`),
      };
    }
    // Keywords beside a `$ref` could only make the schema stricter.
    const property = current.members.get(name);
    if (!property)
      return { problem: createProblem(current, "", `${quote(name)} has no schema.`, 'Define it in "properties".') };
    current = followRef(property);
  }
  const problem = lintType(current, "string");
  return problem ? { problem } : current;
}

function lintType(part: Part, type: "object" | "string"): SpecProblem | undefined {
  if (readKeyword(part, "type") === type) return undefined;
  const message = `This must always be ${type === "object" ? "an" : "a"} ${type}.`;
  return createProblem(part, "", message, `Add "type": "${type}".`);
}

// The pattern itself is not checked: the engine refuses characters that are invalid in ids, whatever the pattern accepts.
function lintId(part: Part): readonly SpecProblem[] {
  const problems: SpecProblem[] = [];
  const maxLength = readKeyword(part, "maxLength");
  const max = limits.schema.generatorIdLength;
  if (typeof maxLength !== "number" || maxLength > max) {
    const message = `The schema accepts generator ids of more than ${max} characters.`;
    problems.push(createProblem(part, "maxLength", message, `Set "maxLength" to ${max} or less.`));
  }
  if (typeof readKeyword(part, "pattern") !== "string") {
    const message = "The generator id has no pattern, so authors are not told what it looks like.";
    problems.push(createProblem(part, "", message, 'Add a pattern such as "^[a-z][a-z0-9]*(-[a-z0-9]+)*$".'));
  }
  return problems;
}

// Points to a keyword of a part, or to the part if it lacks the keyword.
function createProblem(part: Part, keyword: string, message: string, advice: string): SpecProblem {
  const tokens = readKeyword(part, keyword) === undefined ? [] : [keyword];
  return createSpecProblem("spec.weakens-rule", ["candidateSchema", ...part.path, ...tokens], message, advice);
}

function readKeyword({ schema }: Part, keyword: string): Json | undefined {
  return isObject(schema) ? readMember(schema, keyword) : undefined;
}
