import {
  type Json,
  type JsonObject,
  type JsonSchema,
  pathOfReference,
  type SpecPackage,
  type SpecProblem,
  specPackageSchema,
} from "@assay/contract";
import { didYouMean } from "../findings/did-you-mean.ts";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, jsonType, member } from "../json/json.ts";
import { parsePointer, valueAt } from "../json/pointer.ts";
import { spelledOut } from "../json/spelled-out.ts";
import { losslessSlug } from "../registry/slug.ts";
import { readShape } from "../schema/read-shape.ts";
import type { SchemaError } from "../schema/schema-error.ts";
import { charactersIn } from "../text/characters.ts";
import { quoted } from "../text/outside-text.ts";
import { joinList, withArticle } from "../text/phrases.ts";
import { shown } from "../text/render-message.ts";
import { formatAdvice, keywordAdvice } from "./keyword-advice.ts";
import { lintHidden } from "./lint-hidden.ts";

const maxProblems = 100;

const shape = specPackageSchema as unknown as JsonSchema;

/** A document with the shape of a spec package, or where it differs. */
type ShapeResult = { readonly spec: SpecPackage } | { readonly problems: readonly SpecProblem[] };

/** Checks a document against the closed schema of spec packages, and says what is wrong in plain words. */
export function createLintShape(): (document: Json) => ShapeResult {
  const findErrors = readShape(shape);
  return (document) => {
    const hidden = [...lintHidden(document)];
    const errors = findErrors(document);
    if (errors.length === 0 && hidden.length === 0) return { spec: document as unknown as SpecPackage };
    const problems = new Map<string, SpecProblem>();
    for (const error of errors) {
      const problem = problemOf(error, document);
      // Several properties can be missing from one object; of other errors at one place, the first says enough.
      const key = `${problem?.code} ${problem?.at} ${error.params.missingProperty ?? ""}`;
      if (problem && !problems.has(key)) problems.set(key, problem);
    }
    return { problems: [...problems.values(), ...hidden].slice(0, maxProblems) };
  };
}

/** An error of the evaluator, with what is needed to explain it. */
interface ShapeError {
  readonly keyword: string;
  readonly params: SchemaError["params"];
  /** The values that the schema with the keyword allows, if it lists them. */
  readonly allowed: readonly Json[] | undefined;
  readonly path: readonly string[];
  /** Whether the value is inside one of the schemas of the package. */
  readonly inSchema: boolean;
  readonly value: Json | undefined;
  /** The value as the subject of a sentence. */
  readonly subject: string;
  /** The properties that the object may have, with what the schema says about each. */
  known(): { readonly [name: string]: { readonly description?: string; readonly enum?: readonly Json[] } };
}

function problemOf(error: SchemaError, document: Json): SpecProblem | undefined {
  // The enclosing keyword reports these.
  if (error.keyword === "if" || error.propertyName !== undefined) return undefined;
  const path = parsePointer(error.instancePath) ?? [];
  const shapeError = {
    keyword: error.keyword,
    params: error.params,
    allowed: allowedBy(schemaAround(error)),
    path,
    inSchema: path[0] === "candidateSchema" || (path[0] === "fieldTypes" && path[2] === "schema"),
    value: valueAt(document, path),
    subject: subjectOf(valueAt(document, path)),
    known: () => knownAt(error),
  };
  return (problems[error.keyword] ?? otherProblem)(shapeError);
}

function allowedBy(schema: JsonObject): readonly Json[] | undefined {
  const [values, value] = [member(schema, "enum"), member(schema, "const")];
  return Array.isArray(values) ? values : value === undefined ? undefined : [value];
}

// The schema that has the keyword.
function schemaAround({ schemaPath }: SchemaError): JsonObject {
  const schema = valueAt(shape as Json, pathOfReference(schemaPath)?.slice(0, -1) ?? []);
  return isObject(schema) ? schema : {};
}

function subjectOf(value: Json | undefined): string {
  if (value === undefined) return "The value";
  return isObject(value) || Array.isArray(value) ? `This ${jsonType(value)}` : `The value ${shown(value)}`;
}

function shapeProblem(path: readonly string[], message: string, advice: string): SpecProblem {
  return specProblem("spec.shape", path, message, advice);
}

const problems: { readonly [keyword: string]: (error: ShapeError) => SpecProblem } = {
  additionalProperties({ params, path, inSchema, known }) {
    const name = String(params.additionalProperty);
    if (inSchema) {
      const message = `The keyword ${quoted(name)} is not supported.`;
      return specProblem("spec.keyword", [...path, name], message, keywordAdvice(name));
    }
    const advice = didYouMean(name, Object.keys(known())) ?? "Remove it.";
    return shapeProblem([...path, name], `Unknown property ${quoted(name)}.`, advice);
  },
  propertyNames({ params, path }) {
    const name = String(params.propertyName);
    // Elsewhere the names of properties are fixed.
    if (path.at(-1) === "fieldTypes") {
      return shapeProblem([...path, name], `The name ${quoted(name)} is not allowed here.`, validName(name));
    }
    const message = `The property ${quoted(name)} is not allowed here.`;
    return shapeProblem([...path, name], message, "Remove it, or rename it.");
  },
  required({ params, path, known }) {
    const name = String(params.missingProperty);
    const { description, enum: allowed } = known()[name] ?? {};
    const advice = ["Add it.", description, allowed && useOneOf(allowed)].filter((sentence) => sentence !== undefined);
    return shapeProblem(path, `The required property ${quoted(name)} is missing.`, advice.join(" "));
  },
  dependentRequired({ params, path }) {
    const [name, other] = [String(params.property), String(params.missingProperty)].map((each) => quoted(each));
    return shapeProblem(
      path,
      `The property ${name} has no effect without ${other}.`,
      `Add ${other}, or remove ${name}.`,
    );
  },
  enum: notAllowed,
  const: notAllowed,
  pattern({ params, path, inSchema, value, subject }) {
    if (inSchema && path.at(-1) === "$ref") {
      const advice = 'Reference a schema under "$defs" in the same schema, such as "#/$defs/name".';
      return specProblem("spec.reference", path, `${subject} is not a local reference.`, advice);
    }
    const message = `${subject} does not match the required pattern.`;
    return shapeProblem(path, message, adviceFor(String(params.pattern), String(value)));
  },
  type(error) {
    // Where only some values are allowed, they say more than their type.
    if (error.allowed) return notAllowed(error);
    const { params, path, value = null } = error;
    const types = [params.type].flat().map(String);
    const expected = joinList(types.map(withArticle), "or");
    const found = typeof value === "object" ? withArticle(jsonType(value)) : `the ${jsonType(value)} ${shown(value)}`;
    const message = `Expected ${expected}; found ${found}.`;
    return shapeProblem(path, message, `Write ${convertedTo(types, value) ?? expected}.`);
  },
  anyOf: ({ path, subject }) =>
    shapeProblem(
      path,
      `${subject} is not a JSON Schema type.`,
      'Use "string", "integer", "number", "boolean", "null", "array" or "object", or an array of them.',
    ),
  uniqueItems: ({ path }) => shapeProblem(path, "The array contains the same value twice.", "Remove one of them."),
};

function notAllowed({ allowed = [], path, inSchema, value, subject }: ShapeError): SpecProblem {
  return inSchema && path.at(-1) === "format"
    ? specProblem("spec.keyword", path, `${subject} is not a supported format.`, formatAdvice(value))
    : shapeProblem(path, `${subject} is not allowed.`, useOneOf(allowed));
}

function useOneOf(allowed: readonly Json[]): string {
  return `Use ${allowed.length === 1 ? "" : "one of "}${allowed.map((value) => shown(value)).join(", ")}.`;
}

// Besides the keywords above, the schema of spec packages only limits sizes and numbers.
function otherProblem({ keyword, params, path, value, subject }: ShapeError): SpecProblem {
  const limit = Number(params.limit);
  if (typeof value === "number") {
    const advice = `Use ${keyword === "exclusiveMinimum" ? "a number greater than" : "at least"} ${limit}.`;
    return shapeProblem(path, `${subject} is too small.`, advice);
  }
  const isMaximum = keyword.startsWith("max");
  const bound = `the ${isMaximum ? "maximum" : "minimum"} is ${limit}.`;
  const [size, one, many] = sizeOf(value);
  const counted = (count: number) => `${count} ${count === 1 ? one : many}`;
  const advice = isMaximum ? `Remove ${counted(size - limit)}.` : `Add ${counted(limit - size)}.`;
  return shapeProblem(path, `The ${jsonType(value ?? null)} has ${counted(size)}; ${bound}`, advice);
}

/** What the names of products, domains, rules and field types look like. */
const names = specPackageSchema.properties.fieldTypes.propertyNames;
const isName = new RegExp(names.pattern);
const pointerPattern = specPackageSchema.properties.tests.items.properties.expect.items.properties.path.pattern;

const isPointer = new RegExp(pointerPattern);

function adviceFor(pattern: string, value: string): string {
  if (pattern === names.pattern) return validName(value);
  if (pattern !== pointerPattern) return `It must match ${pattern}.`;
  const pointer = `/${value}`;
  return isPointer.test(pointer)
    ? `A JSON Pointer begins with "/": write ${quoted(pointer)}.`
    : 'In a JSON Pointer, "~" is written as "~0".';
}

function validName(name: string): string {
  const near = losslessSlug(name) ?? "";
  return `${isName.test(near) ? `Use ${quoted(near)}.` : "Change it."} ${names.description}`;
}

// A number or boolean in quotes, or a string without them.
function convertedTo(types: readonly string[], value: Json): string | undefined {
  const fits = (converted: Json) =>
    types.includes(jsonType(converted)) || (types.includes("integer") && Number.isInteger(converted));
  const converted =
    typeof value === "string" ? spelledOut(value) : typeof value === "object" ? undefined : String(value);
  return converted !== undefined && fits(converted) ? shown(converted) : undefined;
}

function sizeOf(value: Json | undefined): readonly [number, string, string] {
  if (typeof value === "string") return [charactersIn(value), "character", "characters"];
  if (Array.isArray(value)) return [value.length, "item", "items"];
  return [isObject(value) ? Object.keys(value).length : 0, "property", "properties"];
}

// Of the schema that has the keyword, or of the closest one around it: what a check requires is in a branch of its own.
function knownAt(error: SchemaError): ReturnType<ShapeError["known"]> {
  const path = pathOfReference(error.schemaPath) ?? [];
  for (let length = path.length - 1; length > 0; length--) {
    const schema = valueAt(shape as Json, path.slice(0, length));
    if (isObject(schema) && isObject(schema.properties)) return schema.properties as ReturnType<ShapeError["known"]>;
  }
  return specPackageSchema.properties;
}
