import { type JsonObject, type JsonSchema, limits, type SpecPackage, type SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, member } from "../json/json.ts";
import { compilePattern, patternProblem } from "../schema/pattern.ts";
import { resolveRef } from "../schema/subschemas.ts";
import { quoted } from "../text/outside-text.ts";
import { staysInIdAlphabet } from "./stays-in-id-alphabet.ts";

/** What in a candidate schema would let a candidate past the owner rule or the registry rule. */
export function lintFixedRules({ candidateSchema: root }: SpecPackage): readonly SpecProblem[] {
  const at = ["candidateSchema"];
  const candidate = objectSchema(root, root, at);
  if ("problem" in candidate) return [candidate.problem];
  const owner = propertyOf(root, candidate, "owner");
  const kind = "problem" in owner ? owner : objectThen(root, owner, (object) => propertyOf(root, object, "kind"));
  const id = propertyOf(root, candidate, "generatorId");
  return [
    ...("problem" in kind ? [kind.problem] : lintText(kind)),
    ...("problem" in id ? [id.problem] : [...lintText(id), ...lintId(id)]),
  ];
}

interface Place {
  readonly schema: JsonObject;
  readonly at: readonly string[];
}
type Found = Place | { readonly problem: SpecProblem };

function weakens(at: readonly string[], message: string, advice: string): SpecProblem {
  return specProblem("spec.weakens-rule", at, message, advice);
}

function objectSchema(root: JsonSchema, schema: JsonSchema, at: readonly string[]): Found {
  const place = follow(root, schema, at);
  if (place && member(place.schema, "type") === "object") return place;
  return { problem: weakens(place?.at ?? at, "This must be an object, always.", 'Write "type": "object" here.') };
}

function objectThen(root: JsonSchema, place: Place, next: (place: Place) => Found): Found {
  const object = objectSchema(root, place.schema, place.at);
  return "problem" in object ? object : next(object);
}

function propertyOf(root: JsonSchema, { schema, at }: Place, name: string): Found {
  const required = member(schema, "required");
  if (!Array.isArray(required) || !required.includes(name)) {
    const message = `${quoted(name)} is not required, so a candidate could leave out what is always checked.`;
    const place = required === undefined ? at : [...at, "required"];
    return { problem: weakens(place, message, `Add ${quoted(name)} to "required" of this object itself.`) };
  }
  const properties = member(schema, "properties");
  const property = isObject(properties) ? member(properties, name) : undefined;
  const place = property === undefined ? undefined : follow(root, property as JsonSchema, [...at, "properties", name]);
  if (place) return place;
  return { problem: weakens(at, `${quoted(name)} has no schema of its own.`, `Describe it in "properties".`) };
}

// Through plain references only: what stands beside a `$ref` could not make it weaker, but could be overlooked here.
function follow(root: JsonSchema, schema: JsonSchema, at: readonly string[]): Place | undefined {
  if (!isObject(schema)) return undefined;
  const ref = member(schema, "$ref");
  if (typeof ref !== "string") return { schema, at };
  const target = resolveRef(root, ref);
  return target ? follow(root, target.schema, ["candidateSchema", ...target.path]) : undefined;
}

function lintText({ schema, at }: Place): readonly SpecProblem[] {
  if (member(schema, "type") === "string") return [];
  return [weakens(at, "This must be a text, always.", 'Write "type": "string" here.')];
}

function lintId({ schema, at }: Place): readonly SpecProblem[] {
  const problems: SpecProblem[] = [];
  const maxLength = member(schema, "maxLength");
  const longest = limits.schema.generatorIdLength;
  if (typeof maxLength !== "number" || maxLength > longest) {
    problems.push(
      weakens(
        typeof maxLength === "number" ? [...at, "maxLength"] : at,
        `A generator id may be longer than ${longest} characters here.`,
        `Write "maxLength": ${longest} or less.`,
      ),
    );
  }
  const pattern = member(schema, "pattern");
  if (typeof pattern !== "string") {
    const message = "A generator id has no pattern here, so it could hold any character.";
    problems.push(weakens(at, message, 'Add a pattern such as "^[a-z][a-z0-9]*(-[a-z0-9]+)*$".'));
  } else if (!patternProblem(pattern)) {
    const place = [...at, "pattern"];
    if (!staysInIdAlphabet(pattern)) {
      const message = "The pattern may accept texts that cannot be generator ids.";
      const advice =
        "Write it from ^ to $ with ASCII letters, digits and - _ . alone, in classes such as [a-z0-9] and groups.";
      problems.push(weakens(place, message, advice));
    } else if (onlySeparators.some((text) => compilePattern(pattern, () => {}).test(text))) {
      const message = "The pattern accepts an id without a letter or digit.";
      problems.push(weakens(place, message, "Ask for at least one letter or digit, best at the beginning."));
    }
  }
  return problems;
}

const separators = ["-", "_", "."];
// Short mixtures and long repetitions. The engine refuses every such id whatever the pattern says; this is for its author.
const onlySeparators: readonly string[] = [
  "",
  ...separators.flatMap((a) => separators.flatMap((b) => [a + b, ...separators.map((c) => a + b + c)])),
  ...separators.flatMap((a) =>
    Array.from({ length: limits.schema.generatorIdLength }, (_, index) => a.repeat(index + 1)),
  ),
];
