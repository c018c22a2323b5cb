import { type JsonObject, type JsonSchema, limits, type SpecPackage, type SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, member } from "../json/json.ts";
import { compilePattern, patternProblem } from "../schema/pattern.ts";
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
  const pattern = member(schema, "pattern");
  if (typeof pattern !== "string") {
    const message = "The generator id has no pattern, so it could contain any character.";
    problems.push(weakens(path, message, 'Add a pattern such as "^[a-z][a-z0-9]*(-[a-z0-9]+)*$".'));
  } else if (!patternProblem(pattern)) {
    const patternPath = [...path, "pattern"];
    if (!staysInIdAlphabet(pattern)) {
      const message = "The pattern may accept strings that are not valid generator ids.";
      const advice =
        "Anchor it with ^ and $, and use only ASCII letters, digits and - _ . / @ + : in classes such as [a-z0-9] and groups.";
      problems.push(weakens(patternPath, message, advice));
    } else if (acceptsOnlySeparators(pattern)) {
      const message = "The pattern accepts an id without a letter or digit.";
      problems.push(
        weakens(patternPath, message, "Require at least one letter or digit, preferably at the beginning."),
      );
    }
  }
  return problems;
}

// Short mixtures and long repetitions. The engine refuses such ids whatever the pattern says; this tells its author early.
function acceptsOnlySeparators(pattern: string): boolean {
  const compiled = compilePattern(pattern, () => {});
  // What a pattern in the alphabet does not contain, it does not accept; `\w` contains the underscore.
  const separators = [..."-_./@+:"].filter((sign) => (sign === "_" ? /_|\\w/.test(pattern) : pattern.includes(sign)));
  return [
    "",
    ...separators.flatMap((a) => separators.flatMap((b) => [a + b, ...separators.map((c) => a + b + c)])),
    ...separators.flatMap((a) =>
      Array.from({ length: limits.schema.generatorIdLength }, (_, index) => a.repeat(index + 1)),
    ),
  ].some((text) => compiled.test(text));
}

// In a class every character stands for itself; outside, `.` and `+` are escaped.
const partOfId =
  /\\[dw./+-]|\[((?:\\[dw./+-]|[A-Za-z0-9._/@+:-])+)\]|\(\?:|[()|]|\{[0-9]+(?:,[0-9]*)?\}|[*+?]|[A-Za-z0-9_/@:-]/y;

// Whether everything that a pattern can match is made of ASCII letters, digits and `- _ . / @ + :`, from the first character to
// the last. Decided by how it is written, not by trying it out: what it cannot follow, it does not accept.
function staysInIdAlphabet(source: string): boolean {
  if (!source.startsWith("^") || !source.endsWith("$")) return false;
  const body = source.slice(1, -1);
  let depth = 0;
  for (partOfId.lastIndex = 0; partOfId.lastIndex < body.length; ) {
    const [token, characterClass] = partOfId.exec(body) ?? [];
    if (token === undefined) return false;
    if (token.startsWith("(")) depth += 1;
    if (token === ")") depth -= 1;
    // An alternative outside every group is anchored at one end only.
    if (token === "|" && depth === 0) return false;
    if (characterClass !== undefined && !hasPlainRanges(characterClass)) return false;
  }
  return true;
}

// `A-z` spans signs between the capitals and the small letters, and `+--` a comma; `a-z` does not.
function hasPlainRanges(characterClass: string): boolean {
  const parts = characterClass.match(/\\?.-\\?.|\\?./g) ?? [];
  return parts.every((part) => !/.-./.test(part) || /^(?:[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9])$/.test(part));
}
