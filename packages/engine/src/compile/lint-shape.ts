import { type Json, type SpecProblem, schemaProfile, specPackageSchema } from "@assay/contract";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { closest } from "../did-you-mean/closest.ts";
import { specProblem } from "../findings/spec-problem.ts";
import { isObject, jsonType } from "../json/json.ts";
import { parsePointer, valueAt } from "../json/pointer.ts";
import { quoted } from "../text/outside-text.ts";
import { shown } from "../text/render-message.ts";

const maxProblems = 100;

/** Checks a document against the closed schema of spec packages, and says what is wrong in plain words. */
export function createLintShape(): (document: Json) => readonly SpecProblem[] {
  const ajv = new Ajv2020({
    allErrors: true,
    ownProperties: true,
    strict: false,
    validateSchema: false,
    messages: false,
  });
  const validate = ajv.compile(specPackageSchema);
  return (document) => {
    if (validate(document)) return [];
    const problems = (validate.errors ?? []).flatMap((error) => problemOf(error, document));
    const seen = new Set<string>();
    return problems
      .filter(({ at, code }) => !seen.has(`${code} ${at}`) && seen.add(`${code} ${at}`))
      .slice(0, maxProblems);
  };
}

/** Why a keyword of JSON Schema is not in the profile, and what to use instead. */
const outsideTheProfile: ReadonlyMap<string, string> = new Map(
  Object.entries({
    $id: "A spec package is one document; refer to its parts as #/$defs/name.",
    $anchor: "Refer to definitions by pointer, as #/$defs/name.",
    $dynamicRef: "Refer to a definition as #/$defs/name; schemas here do not recurse.",
    $dynamicAnchor: "Refer to definitions by pointer, as #/$defs/name.",
    $vocabulary: "The profile is fixed.",
    unevaluatedProperties: 'Write "additionalProperties": false beside the "properties" it closes.',
    unevaluatedItems: 'Write "items": false beside "prefixItems".',
    contentEncoding: "The content of texts is not looked into.",
    contentMediaType: "The content of texts is not looked into.",
    contentSchema: "The content of texts is not looked into.",
    dependencies: 'Use "dependentRequired" or "dependentSchemas".',
    definitions: 'Use "$defs".',
  }),
);

function problemOf(error: ErrorObject, document: Json): readonly SpecProblem[] {
  const path = parsePointer(error.instancePath) ?? [];
  // By the place in the document: Ajv starts schema paths anew in a definition that refers to itself.
  const inSchema = path[0] === "candidateSchema" || (path[0] === "fieldTypes" && path[2] === "schema");
  const last = path.at(-1);
  const value = valueAt(document, path);
  const wrong =
    value === undefined
      ? "The value here"
      : isObject(value) || Array.isArray(value)
        ? `The ${jsonType(value)} here`
        : `The value ${shown(value)}`;
  const shape = (message: string, advice: string, at: readonly string[] = path) => [
    specProblem("spec.shape", at, message, advice),
  ];

  // Reported through the keyword that encloses them.
  if (error.keyword === "if" || error.propertyName !== undefined) return [];
  switch (error.keyword) {
    case "additionalProperties": {
      const name = String(error.params.additionalProperty);
      const at = [...path, name];
      if (inSchema) {
        const advice =
          outsideTheProfile.get(name) ?? nearest(name, Object.keys(schemaProfile.properties)) ?? "Leave it out.";
        return [specProblem("spec.keyword", at, `The keyword ${quoted(name)} is not in the profile.`, advice)];
      }
      return shape(
        `The member ${quoted(name)} is not known here.`,
        nearest(name, knownAt(error)) ?? "Leave it out.",
        at,
      );
    }
    case "propertyNames": {
      const name = String(error.params.propertyName);
      const at = [...path, name];
      return shape(`The member ${quoted(name)} does not belong here.`, "Leave it out, or rename it.", at);
    }
    case "required":
      return shape(`The member ${quoted(String(error.params.missingProperty))} is missing.`, "Add it.");
    case "enum": {
      const allowed = (error.params.allowedValues as readonly Json[]).map((value) => shown(value)).join(", ");
      if (inSchema && last === "format") {
        return [
          specProblem("spec.keyword", path, `${wrong} is not a format of the profile.`, `Use one of ${allowed}.`),
        ];
      }
      return shape(`${wrong} is not allowed here.`, `Use one of ${allowed}.`);
    }
    case "const":
      return shape(`${wrong} is not allowed here.`, `Write ${shown(error.params.allowedValue)}.`);
    case "pattern":
      if (inSchema && last === "$ref") {
        const message = `${wrong} is not a local reference.`;
        const advice = 'Refer to a schema under "$defs" of the same schema, as in "#/$defs/name".';
        return [specProblem("spec.reference", path, message, advice)];
      }
      return shape(`${wrong} does not have the form that is needed here.`, `It must match ${error.params.pattern}.`);
    case "type":
      return shape(`${wrong} is of the wrong type.`, `Write ${[error.params.type].flat().join(" or ")} here.`);
    case "anyOf":
      return shape(
        `${wrong} is not a type of JSON Schema.`,
        'Use "string", "integer", "number", "boolean", "null", "array" or "object", or a list of them.',
      );
    case "uniqueItems":
      return shape("The same value is in the list twice.", "Leave one out.");
    default: {
      const limit = error.params.limit;
      return shape(
        `${wrong} breaks ${error.keyword}.`,
        limit === undefined ? "See the schema of spec packages." : `The limit is ${limit}.`,
      );
    }
  }
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const near = closest(name, known);
  return near === undefined ? undefined : `Did you mean ${quoted(near)}?`;
}

function knownAt(error: ErrorObject): readonly string[] {
  const place = parsePointer(decodeURIComponent(error.schemaPath.slice(1)))?.slice(0, -1) ?? [];
  const schema = valueAt(specPackageSchema as unknown as Json, place) as { properties?: object } | undefined;
  return Object.keys(schema?.properties ?? {});
}
