import {
  formats,
  type Json,
  type JsonSchema,
  type SpecPackage,
  type SpecProblem,
  schemaProfile,
  specPackageSchema,
  unsupportedKeywords,
} from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isObject, readMember, toJsonType } from "../json/json.ts";
import { parsePointer, valueAt } from "../json/pointer.ts";
import { suggestName } from "../names/find-closest.ts";
import { createSchemaChecker, type SchemaError } from "../schema/create-schema-checker.ts";
import { countCharacters } from "../text/characters.ts";
import { addArticle, formatCount, joinList, type Noun } from "../text/phrases.ts";
import { formatValue } from "../text/render-message.ts";
import { quote } from "../text/sanitize-text.ts";
import { lintHidden } from "./lint-hidden.ts";

/** The number of problems that a package is answered with at most. */
export const maxProblems = 100;

const packageSchema = specPackageSchema as unknown as JsonSchema;

/** A document with the shape of a spec package, or the problems that show where the shape differs. */
type ShapeResult = { readonly spec: SpecPackage } | { readonly problems: readonly SpecProblem[] };

/** Creates the function that checks a document against the closed schema of spec packages. */
export function createLintShape(): (document: Json) => ShapeResult {
  const findErrors = createSchemaChecker(packageSchema);
  return (document) => {
    const hidden = [...lintHidden(document)];
    const errors = findErrors(document);
    if (errors.length === 0 && hidden.length === 0) return { spec: document as unknown as SpecPackage };
    const problems = new Map<string, SpecProblem>();
    for (const error of errors) {
      const problem = toProblem(error, document);
      // One object can lack several properties. Otherwise, the first error with a code and path is enough.
      const key = `${problem.code} ${problem.at} ${error.keyword === "required" ? error.name : ""}`;
      if (!problems.has(key)) problems.set(key, problem);
    }
    return { problems: [...problems.values(), ...hidden].slice(0, maxProblems) };
  };
}

function toProblem(error: SchemaError, document: Json): SpecProblem {
  const { keyword, bound, name = "", other = "" } = error;
  const path = parsePointer(error.pointer) ?? [];
  const value = valueAt(document, path) ?? null;
  const subject = typeof value === "object" ? `This ${toJsonType(value)}` : `The value ${formatValue(value)}`;
  const inSchema = path[0] === "candidateSchema" || (path[0] === "fieldTypes" && path[2] === "schema");
  const createProblem = (message: string, advice: string, problemPath = path) =>
    createSpecProblem("spec.shape", problemPath, message, advice);
  const allowed = readAllowed(error.schema);
  if (allowed) {
    return inSchema && path.at(-1) === "format"
      ? createSpecProblem("spec.keyword", path, `${subject} is not a supported format.`, adviseFormat(String(value)))
      : createProblem(`${subject} is not allowed.`, adviseValues(allowed));
  }
  switch (keyword) {
    case "additionalProperties": {
      if (inSchema)
        return createSpecProblem(
          "spec.keyword",
          [...path, name],
          `The keyword ${quote(name)} is not supported.`,
          adviseKeyword(name),
        );
      const advice = suggestName(name, Object.keys(findProperties(error))) ?? "Remove it.";
      return createProblem(`Unknown property ${quote(name)}.`, advice, [...path, name]);
    }
    case "propertyNames":
      return createProblem(`The name ${quote(name)} is not allowed here.`, "Remove it, or rename it.", [...path, name]);
    case "required": {
      const { description, enum: values } = findProperties(error)[name] ?? {};
      const advice = ["Add it.", description, values && adviseValues(values)].filter(
        (sentence) => sentence !== undefined,
      );
      return createProblem(`The required property ${quote(name)} is missing.`, advice.join(" "));
    }
    case "dependentRequired": {
      const message = `The property ${quote(other)} has no effect without ${quote(name)}.`;
      return createProblem(message, `Add ${quote(name)}, or remove the other one.`);
    }
    case "pattern":
      return inSchema && path.at(-1) === "$ref"
        ? createSpecProblem("spec.reference", path, `${subject} is not a local reference.`, referenceAdvice)
        : createProblem(`${subject} does not match the required pattern.`, `It must match ${bound}.`);
    case "type": {
      const expected = joinList([bound].flat().map(String).map(addArticle), "or");
      return createProblem(`Expected ${expected}; found ${addArticle(toJsonType(value))}.`, `Write ${expected}.`);
    }
    case "anyOf":
      return createProblem(`${subject} is not a JSON Schema type.`, "Use the name of a type, or an array of names.");
    case "uniqueItems":
      return createProblem("The array contains the same value twice.", "Remove one of them.");
    default: {
      // Besides the keywords above, the schema of spec packages only limits sizes and numbers.
      const limit = `the ${keyword.startsWith("max") ? "maximum" : "minimum"} is ${bound}`;
      if (typeof value === "number")
        return createProblem(`${subject} is out of range: ${limit}.`, "Use another number.");
      return createProblem(
        `The ${toJsonType(value)} has ${formatCount(...measureSize(value))}; ${limit}.`,
        "Change it to fit.",
      );
    }
  }
}

function readAllowed(schema: JsonSchema): readonly Json[] | undefined {
  if (!isObject(schema)) return undefined;
  const [values, value] = [readMember(schema, "enum"), readMember(schema, "const")];
  return Array.isArray(values) ? values : value === undefined ? undefined : [value];
}

function adviseValues(allowed: readonly Json[]): string {
  return `Use ${allowed.length === 1 ? "" : "one of "}${allowed.map((value) => formatValue(value)).join(", ")}.`;
}

function adviseKeyword(name: string): string {
  return unsupportedKeywords.get(name) ?? suggestName(name, Object.keys(schemaProfile.properties)) ?? "Remove it.";
}

function adviseFormat(format: string): string {
  return (
    suggestName(format, formats) ?? `Remove it, or use one of ${formats.map((name) => formatValue(name)).join(", ")}.`
  );
}

const referenceAdvice = 'Reference a schema under "$defs" in the same schema, such as "#/$defs/name".';

function measureSize(value: Json): readonly [number, Noun] {
  if (typeof value === "string") return [countCharacters(value), ["character", "characters"]];
  if (Array.isArray(value)) return [value.length, ["item", "items"]];
  return [isObject(value) ? Object.keys(value).length : 0, ["property", "properties"]];
}

type Properties = { readonly [name: string]: { readonly description?: string; readonly enum?: readonly Json[] } };

// Finds the properties that an object can have, in the schema that contains the keyword or in the nearest ancestor with
// properties: the keyword can be in a branch that serves a single check.
function findProperties({ at }: SchemaError): Properties {
  for (let { length } = at; length > 0; length--) {
    const schema = valueAt(packageSchema as Json, at.slice(0, length));
    if (isObject(schema) && isObject(schema.properties)) return schema.properties as Properties;
  }
  return specPackageSchema.properties;
}
