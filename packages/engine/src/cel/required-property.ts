import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { canonicalJson } from "../json/canonical-json.ts";
import { isObject, member } from "../json/json.ts";
import { acceptedTypes, branchesOf } from "../schema/accepted-types.ts";
import { compilePattern } from "../schema/pattern.ts";
import { asSchema, membersOf, refTarget, requiredBy } from "../schema/subschemas.ts";
import { excludes, isAmong, type KnownProperties } from "./facts.ts";

/** Asks whether every valid candidate has a property, as far as a schema and some facts tell. */
export interface RequiredQuestion {
  readonly root: JsonSchema;
  /** It ends with the name of the property. */
  readonly pattern: readonly string[];
  /** What is known about the object that the pattern reaches after so many tokens. */
  knownAt(tokens: number): KnownProperties;
}

/**
 * Whether the object that has the property always has it: whichever branch of `anyOf` and `oneOf` the candidate is in,
 * except for those that the facts rule out. `then` and `else` count only where the facts decide the condition, or both do.
 */
export function isAlwaysPresent(question: RequiredQuestion): boolean {
  return requires(question.root, 0, question);
}

function requires(schema: JsonSchema, tokens: number, question: RequiredQuestion): boolean {
  // No value is there, so none is without the property.
  if (schema === false) return true;
  if (!isObject(schema)) return false;
  const { root, pattern } = question;
  const known = question.knownAt(tokens);
  const here = (inner: JsonSchema) => requires(inner, tokens, question);
  const itself =
    tokens === pattern.length - 1
      ? namesRequired(schema, known).includes(pattern[tokens] as string)
      : insideRequires(schema, tokens, question);
  return (
    itself ||
    appliedAlways(root, schema, known).some(here) ||
    ["anyOf", "oneOf"].some((keyword) => {
      const branches = branchesOf(schema, keyword);
      return branches.length > 0 && branches.every((branch) => isRuledOut(root, branch, known) || here(branch));
    }) ||
    conditional(root, schema, known).every(here)
  );
}

function insideRequires(schema: JsonObject, tokens: number, question: RequiredQuestion): boolean {
  const token = question.pattern[tokens] as string;
  const inside = (inner: JsonSchema) => requires(inner, tokens + 1, question);
  if (token === "*") {
    const types = acceptedTypes(question.root, schema);
    return [
      ...(types.has("array") ? [...branchesOf(schema, "prefixItems"), asSchema(member(schema, "items"))] : []),
      ...(types.has("object") ? [...valuesOfMap(schema), asSchema(member(schema, "additionalProperties"))] : []),
    ].every(inside);
  }
  const declared = [
    ...entriesOf(schema, "properties").filter(([name]) => name === token),
    ...entriesOf(schema, "patternProperties").filter(([name]) => compilePattern(name, () => {}).test(token)),
  ].map(([, inner]) => inner);
  return declared.length > 0 ? declared.some(inside) : inside(asSchema(member(schema, "additionalProperties")));
}

function valuesOfMap(schema: JsonObject): readonly JsonSchema[] {
  return ["properties", "patternProperties"].flatMap((keyword) => entriesOf(schema, keyword).map(([, inner]) => inner));
}

// What an object must have: always, and because of what it is known to have.
function namesRequired(schema: JsonObject, known: KnownProperties): readonly string[] {
  const because = Object.entries(membersOf(schema, "dependentRequired"))
    .filter(([name]) => known.get(name)?.isPresent)
    .flatMap(([, names]) => names);
  return [...requiredBy(schema), ...because.map(String)];
}

// The schemas that a value must fit besides the schema itself.
function appliedAlways(root: JsonSchema, schema: JsonObject, known: KnownProperties): readonly JsonSchema[] {
  const target = refTarget(root, schema);
  const because = entriesOf(schema, "dependentSchemas").filter(([name]) => known.get(name)?.isPresent);
  return [...(target ? [target.schema] : []), ...branchesOf(schema, "allOf"), ...because.map(([, inner]) => inner)];
}

// Which of `then` and `else` may be the one that applies.
function conditional(root: JsonSchema, schema: JsonObject, known: KnownProperties): readonly JsonSchema[] {
  const condition = member(schema, "if");
  if (condition === undefined) return [true];
  const [then, otherwise] = [asSchema(member(schema, "then")), asSchema(member(schema, "else"))];
  if (isRuledOut(root, asSchema(condition), known)) return [otherwise];
  return isMet(root, asSchema(condition), known) ? [then] : [then, otherwise];
}

// Whether no object with these properties fits the schema.
function isRuledOut(root: JsonSchema, schema: JsonSchema, known: KnownProperties): boolean {
  if (!isObject(schema)) return schema === false;
  if (known.size === 0) return false;
  const here = (inner: JsonSchema) => isRuledOut(root, inner, known);
  return (
    namesRequired(schema, known).some((name) => known.get(name)?.isPresent === false) ||
    [...known].some(([name, { isPresent, values }]) => {
      if (!isPresent) return false;
      const declared = propertySchema(schema, name);
      const accepted = closedValues(root, declared);
      return declared === false || (accepted !== undefined && values !== undefined && excludes(values, accepted));
    }) ||
    appliedAlways(root, schema, known).some(here) ||
    ["anyOf", "oneOf"].some((keyword) => {
      const branches = branchesOf(schema, keyword);
      return branches.length > 0 && branches.every(here);
    })
  );
}

const metKeywords = new Set(["type", "required", "properties", "title", "description", "$comment"]);

// Whether every object with these properties fits the schema. Only the usual conditions are understood.
function isMet(root: JsonSchema, schema: JsonSchema, known: KnownProperties): boolean {
  if (!isObject(schema)) return schema === true;
  if (!Object.keys(schema).every((keyword) => metKeywords.has(keyword))) return false;
  return (
    [member(schema, "type") ?? "object"].flat().includes("object") &&
    namesRequired(schema, known).every((name) => known.get(name)?.isPresent) &&
    entriesOf(schema, "properties").every(([name, inner]) => {
      const { isPresent, values } = known.get(name) ?? {};
      const accepted = onlyLists(inner) ? closedValues(root, inner) : undefined;
      if (inner === true || isPresent === false) return true;
      return Boolean(isPresent && values && accepted && isAmong(values, accepted));
    })
  );
}

function propertySchema(schema: JsonObject, name: string): JsonSchema {
  const declared = entriesOf(schema, "properties").find(([other]) => other === name)?.[1];
  // A pattern may describe it: then nothing is said.
  if (declared !== undefined || Object.hasOwn(schema, "patternProperties")) return declared ?? true;
  return asSchema(member(schema, "additionalProperties"));
}

function onlyLists(schema: JsonSchema): boolean {
  return isObject(schema) && Object.keys(schema).every((keyword) => ["const", "enum", "type"].includes(keyword));
}

// The values that a property can have, as JSON texts, if the schema lists them.
function closedValues(root: JsonSchema, schema: JsonSchema): ReadonlySet<string> | undefined {
  if (!isObject(schema)) return undefined;
  const [value, values] = [member(schema, "const"), member(schema, "enum")];
  if (value !== undefined) return new Set([canonicalJson(value)]);
  if (Array.isArray(values)) return new Set((values as readonly Json[]).map(canonicalJson));
  const target = refTarget(root, schema);
  return target && closedValues(root, target.schema);
}

function entriesOf(schema: JsonObject, keyword: string): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(membersOf(schema, keyword)).map(([name, inner]) => [name, asSchema(inner)]);
}
