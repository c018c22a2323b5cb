import {
  formats,
  type Json,
  type JsonObject,
  type JsonSchema,
  pathOfReference,
  type SpecPackage,
  type SpecProblem,
  schemaProfile,
  specPackageSchema,
  unsupportedKeywords,
} from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, jsonType, member } from "../json/json.ts";
import { parsePointer, valueAt } from "../json/pointer.ts";
import { didYouMean } from "../names/closest.ts";
import { readShape } from "../schema/read-shape.ts";
import type { SchemaError } from "../schema/schema-error.ts";
import { charactersIn } from "../text/characters.ts";
import { quoted } from "../text/outside-text.ts";
import { counted, joinList, type Noun, withArticle } from "../text/phrases.ts";
import { shown } from "../text/render-message.ts";
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

function problemOf(error: SchemaError, document: Json): SpecProblem | undefined {
  const { keyword, params } = error;
  // The enclosing keyword reports these.
  if (keyword === "if" || error.propertyName !== undefined) return undefined;
  const path = parsePointer(error.instancePath) ?? [];
  const value = valueAt(document, path) ?? null;
  const subject = typeof value === "object" ? `This ${jsonType(value)}` : `The value ${shown(value)}`;
  const inSchema = path[0] === "candidateSchema" || (path[0] === "fieldTypes" && path[2] === "schema");
  const name = String(params.additionalProperty ?? params.propertyName ?? params.missingProperty);
  const problem = (message: string, advice: string, at = path) => specProblem("spec.shape", at, message, advice);
  const allowed = allowedBy(schemaAround(error));
  if (allowed) {
    return inSchema && path.at(-1) === "format"
      ? specProblem("spec.keyword", path, `${subject} is not a supported format.`, formatAdvice(String(value)))
      : problem(`${subject} is not allowed.`, useOneOf(allowed));
  }
  switch (keyword) {
    case "additionalProperties": {
      if (inSchema)
        return specProblem(
          "spec.keyword",
          [...path, name],
          `The keyword ${quoted(name)} is not supported.`,
          keywordAdvice(name),
        );
      const advice = didYouMean(name, Object.keys(knownAt(error))) ?? "Remove it.";
      return problem(`Unknown property ${quoted(name)}.`, advice, [...path, name]);
    }
    case "propertyNames":
      return problem(`The name ${quoted(name)} is not allowed here.`, "Remove it, or rename it.", [...path, name]);
    case "required": {
      const { description, enum: values } = knownAt(error)[name] ?? {};
      const advice = ["Add it.", description, values && useOneOf(values)].filter((sentence) => sentence !== undefined);
      return problem(`The required property ${quoted(name)} is missing.`, advice.join(" "));
    }
    case "dependentRequired": {
      const message = `The property ${quoted(String(params.property))} has no effect without ${quoted(name)}.`;
      return problem(message, `Add ${quoted(name)}, or remove the other one.`);
    }
    case "pattern":
      return inSchema && path.at(-1) === "$ref"
        ? specProblem("spec.reference", path, `${subject} is not a local reference.`, referenceAdvice)
        : problem(`${subject} does not match the required pattern.`, `It must match ${params.pattern}.`);
    case "type": {
      const expected = joinList([params.type].flat().map(String).map(withArticle), "or");
      return problem(`Expected ${expected}; found ${withArticle(jsonType(value))}.`, `Write ${expected}.`);
    }
    case "anyOf":
      return problem(`${subject} is not a JSON Schema type.`, "Use the name of a type, or an array of names.");
    case "uniqueItems":
      return problem("The array contains the same value twice.", "Remove one of them.");
    default: {
      // Besides the keywords above, the schema of spec packages only limits sizes and numbers.
      const bound = `the ${keyword.startsWith("max") ? "maximum" : "minimum"} is ${params.limit}`;
      if (typeof value === "number") return problem(`${subject} is out of range: ${bound}.`, "Use another number.");
      return problem(`The ${jsonType(value)} has ${counted(...sizeOf(value))}; ${bound}.`, "Change it to fit.");
    }
  }
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

function useOneOf(allowed: readonly Json[]): string {
  return `Use ${allowed.length === 1 ? "" : "one of "}${allowed.map((value) => shown(value)).join(", ")}.`;
}

function keywordAdvice(name: string): string {
  return unsupportedKeywords.get(name) ?? didYouMean(name, Object.keys(schemaProfile.properties)) ?? "Remove it.";
}

function formatAdvice(format: string): string {
  return didYouMean(format, formats) ?? `Remove it, or use one of ${formats.map((name) => shown(name)).join(", ")}.`;
}

const referenceAdvice = 'Reference a schema under "$defs" in the same schema, such as "#/$defs/name".';

function sizeOf(value: Json): readonly [number, Noun] {
  if (typeof value === "string") return [charactersIn(value), ["character", "characters"]];
  if (Array.isArray(value)) return [value.length, ["item", "items"]];
  return [isObject(value) ? Object.keys(value).length : 0, ["property", "properties"]];
}

type Properties = { readonly [name: string]: { readonly description?: string; readonly enum?: readonly Json[] } };

// The properties that an object may have. Of the schema that has the keyword, or of the closest one around it: what a check
// requires is in a branch of its own.
function knownAt(error: SchemaError): Properties {
  const path = pathOfReference(error.schemaPath) ?? [];
  for (let length = path.length - 1; length > 0; length--) {
    const schema = valueAt(shape as Json, path.slice(0, length));
    if (isObject(schema) && isObject(schema.properties)) return schema.properties as Properties;
  }
  return specPackageSchema.properties;
}
