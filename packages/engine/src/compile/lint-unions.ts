import type { JsonObject, JsonSchema, SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, type JsonType, member } from "../json/json.ts";
import { acceptedTypes, branchesOf, isScalar } from "../schema/accepted-types.ts";
import { discriminatorOf, findDiscriminator } from "../schema/discriminator.ts";
import { annotationKeywords, resolveRef, type Subschema, walkSubschemas } from "../schema/subschemas.ts";
import { quoted } from "../text/outside-text.ts";
import { capitalized } from "../text/phrases.ts";
import { presenceRule } from "./presence-rule.ts";

type UnionKeyword = "anyOf" | "oneOf";
type Texts = readonly [message: string, advice: string];

/** Every `anyOf` and `oneOf` whose cost, or whose error message, cannot be bounded, with what to write instead. */
export function lintUnions(root: JsonSchema, schemaPath: readonly string[]): readonly SpecProblem[] {
  return [...walkSubschemas(root)].flatMap(({ schema, path }) => {
    if (!isObject(schema)) return [];
    const refused = (["anyOf", "oneOf"] as const).filter((keyword) => isRefused(root, schema, keyword));
    return refused.map((keyword) =>
      specProblem("spec.costly", [...schemaPath, ...path, keyword], ...explain(root, { schema, path }, keyword)),
    );
  });
}

function isRefused(root: JsonSchema, schema: JsonObject, keyword: UnionKeyword): boolean {
  if (keyword === "oneOf") return Object.hasOwn(schema, "oneOf") && discriminatorOf(root, schema) === undefined;
  return !branchesOf(schema, "anyOf").every((branch) => isScalar(root, branch));
}

// The first explanation that fits: each is sure of what it advises.
function explain(root: JsonSchema, { schema, path }: Subschema, keyword: UnionKeyword): Texts {
  const branches = branchesOf(schema, keyword);
  // Keywords beside a union may not be merged with those of a branch: `additionalProperties` looks only at its own schema.
  const isAlone = isObject(schema) && keywordsOf(schema).length === 1;
  const keep = (branch: string) =>
    `Replace ${keyword} with ${isAlone ? `what ${branch} contains` : `"allOf": [${branch}]`}`;
  if (branches.length === 1) return [`${keyword} has only one branch.`, `${keep("the branch")}.`];
  const others = branches.filter((branch) => !acceptedTypes(root, branch).isSubsetOf(onlyNull));
  return (
    presenceRule(root, branches, keyword, { schema, path }) ??
    (keyword === "oneOf" && branches.every((branch) => isScalar(root, branch)) ? scalars(root, branches) : undefined) ??
    (others.length === 1 && others.length < branches.length
      ? orNull(root, others[0] as JsonSchema, keyword, keep("the branch that is not null"))
      : undefined) ??
    tagged(root, others, keyword, others.length < branches.length) ??
    (isAlone ? differentTypes(root, branches, keyword) : undefined) ??
    (keyword === "anyOf"
      ? [
          "anyOf has a branch that may be an array or an object.",
          "Use anyOf only for scalars. For objects, use oneOf with a required property whose const distinguishes the branches.",
        ]
      : [
          "oneOf has branches that no property distinguishes.",
          'Make every branch an object ("type": "object") that requires the same property, with a different string as its const.',
        ])
  );
}

// Branches that accept different values say the same in `anyOf`.
function scalars(root: JsonSchema, branches: readonly JsonSchema[]): Texts {
  const values = branches.map(
    (branch) => member(branch as JsonObject, "enum") ?? [member(branch as JsonObject, "const")],
  );
  const accepted = branches.flatMap((branch) => [...acceptedTypes(root, branch)]);
  const isUnique = [values.flat(), accepted].some(
    (list) => new Set(list).size === list.length && !list.includes(undefined),
  );
  return [
    "oneOf is used for scalars.",
    `Rename "oneOf" to "anyOf".${isUnique ? "" : " A value that matches several branches is then accepted."}`,
  ];
}

const onlyNull: ReadonlySet<JsonType> = new Set(["null"]);

// What generators write for a value that may be null.
function orNull(root: JsonSchema, branch: JsonSchema, keyword: UnionKeyword, keepBranch: string): Texts {
  const message = `${keyword} adds null to another schema.`;
  const written = isObject(branch) ? keywordsOf(branch) : [];
  const ref = isObject(branch) && written.length === 1 ? member(branch, "$ref") : undefined;
  const target = typeof ref === "string" ? resolveRef(root, ref)?.schema : branch;
  const type = isObject(target) ? member(target, "type") : undefined;
  // These look at null, too.
  const refusesNull =
    isObject(target) &&
    ["oneOf", "anyOf", "allOf", "not", "if", "$ref", "enum", "const"].some((name) => Object.hasOwn(target, name));
  if (typeof type !== "string" || refusesNull) {
    return [message, `${keepBranch}, and let the property be absent instead.`];
  }
  const types = `"type": [${quoted(type)}, "null"]`;
  if (typeof ref !== "string") {
    return [message, `${keepBranch}, and write ${types} in it.`];
  }
  const uses = [...walkSubschemas(root)].filter(
    (other) => isObject(other.schema) && member(other.schema, "$ref") === ref,
  );
  const everywhere = uses.length > 1 ? " Null is then accepted wherever the definition is used." : "";
  return [
    message,
    `Replace ${keyword} with "$ref": ${quoted(ref)}, and write ${types} in that definition.${everywhere}`,
  ];
}

// Objects with a property that could distinguish them.
function tagged(
  root: JsonSchema,
  branches: readonly JsonSchema[],
  keyword: UnionKeyword,
  hasNull: boolean,
): Texts | undefined {
  const found = findDiscriminator(root, branches);
  const nearly = found ?? findDiscriminator(root, branches, { isRequired: false });
  if (!nearly) return undefined;
  const name = quoted(nearly.name);
  const steps = [
    ...(keyword === "anyOf" ? ['rename "anyOf" to "oneOf"'] : []),
    ...(found ? [] : [`add ${name} to "required" in each branch`]),
    ...(hasNull ? ["remove the branch for null and let the property be absent instead"] : []),
  ];
  const message = found
    ? `${keyword} has branches that are objects.`
    : `${name} would distinguish the branches of ${keyword}, but is not required.`;
  const why = found ? `: ${name} distinguishes the branches` : "";
  return [message, `${capitalized(steps.join(", and "))}${why}.`];
}

const mergeable = new Set(
  "type maxLength minLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf items maxItems minItems uniqueItems prefixItems properties required additionalProperties maxProperties minProperties propertyNames".split(
    " ",
  ),
);

// Keywords apply to values of their own type only, so branches of different types can be one schema.
function differentTypes(root: JsonSchema, branches: readonly JsonSchema[], keyword: UnionKeyword): Texts | undefined {
  const names: string[] = [];
  const seen = new Set<JsonType>();
  for (const branch of branches) {
    if (!isObject(branch) || !keywordsOf(branch).every((name) => mergeable.has(name))) return undefined;
    const types = acceptedTypes(root, branch);
    if (!Object.hasOwn(branch, "type") || !types.isDisjointFrom(seen)) return undefined;
    for (const type of types) seen.add(type);
    names.push(...[member(branch, "type")].flat().map(String));
  }
  const list = names.map((name) => quoted(name)).join(", ");
  return [
    `${keyword} has branches of different types.`,
    `Replace ${keyword} with "type": [${list}] and the other keywords of all branches: each applies only to its own type.`,
  ];
}

function keywordsOf(schema: JsonObject): readonly string[] {
  return Object.keys(schema).filter((name) => !annotationKeywords.has(name));
}
