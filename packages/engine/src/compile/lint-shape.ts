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
    const found = (validate.errors ?? []).flatMap((error) => problemsOf(error, document));
    const seen = new Set<string>();
    return found
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

/** An error of Ajv, with what is needed to explain it. */
interface ShapeError {
  readonly keyword: string;
  readonly params: ErrorObject["params"];
  readonly path: readonly string[];
  /** Whether the value is inside one of the schemas of the package. */
  readonly inSchema: boolean;
  /** The value as the subject of a sentence. */
  readonly subject: string;
  /** The properties that the object may have. */
  known(): readonly string[];
}

function problemsOf(error: ErrorObject, document: Json): readonly SpecProblem[] {
  // The enclosing keyword reports these.
  if (error.keyword === "if" || error.propertyName !== undefined) return [];
  const path = parsePointer(error.instancePath) ?? [];
  const shapeError = {
    keyword: error.keyword,
    params: error.params,
    path,
    // Decided by the path in the document: Ajv starts schema paths anew in a definition that refers to itself.
    inSchema: path[0] === "candidateSchema" || (path[0] === "fieldTypes" && path[2] === "schema"),
    subject: subjectOf(valueAt(document, path)),
    known: () => knownAt(error),
  };
  return [(problems[error.keyword] ?? otherProblem)(shapeError)];
}

function subjectOf(value: Json | undefined): string {
  if (value === undefined) return "The value here";
  return isObject(value) || Array.isArray(value) ? `The ${jsonType(value)} here` : `The value ${shown(value)}`;
}

function shapeProblem(path: readonly string[], message: string, advice: string): SpecProblem {
  return specProblem("spec.shape", path, message, advice);
}

const problems: { readonly [keyword: string]: (error: ShapeError) => SpecProblem } = {
  additionalProperties({ params, path, inSchema, known }) {
    const name = String(params.additionalProperty);
    if (inSchema) {
      const advice =
        outsideTheProfile.get(name) ?? nearest(name, Object.keys(schemaProfile.properties)) ?? "Leave it out.";
      return specProblem("spec.keyword", [...path, name], `The keyword ${quoted(name)} is not in the profile.`, advice);
    }
    const advice = nearest(name, known()) ?? "Leave it out.";
    return shapeProblem([...path, name], `The member ${quoted(name)} is not known here.`, advice);
  },
  propertyNames({ params, path }) {
    const name = String(params.propertyName);
    const message = `The member ${quoted(name)} does not belong here.`;
    return shapeProblem([...path, name], message, "Leave it out, or rename it.");
  },
  required: ({ params, path }) =>
    shapeProblem(path, `The member ${quoted(String(params.missingProperty))} is missing.`, "Add it."),
  enum({ params, path, inSchema, subject }) {
    const allowed = (params.allowedValues as readonly Json[]).map((value) => shown(value)).join(", ");
    const advice = `Use one of ${allowed}.`;
    return inSchema && path.at(-1) === "format"
      ? specProblem("spec.keyword", path, `${subject} is not a format of the profile.`, advice)
      : shapeProblem(path, `${subject} is not allowed here.`, advice);
  },
  const: ({ params, path, subject }) =>
    shapeProblem(path, `${subject} is not allowed here.`, `Write ${shown(params.allowedValue)}.`),
  pattern({ params, path, inSchema, subject }) {
    if (inSchema && path.at(-1) === "$ref") {
      const advice = 'Refer to a schema under "$defs" of the same schema, as in "#/$defs/name".';
      return specProblem("spec.reference", path, `${subject} is not a local reference.`, advice);
    }
    const message = `${subject} does not have the form that is needed here.`;
    return shapeProblem(path, message, `It must match ${params.pattern}.`);
  },
  type: ({ params, path, subject }) =>
    shapeProblem(path, `${subject} is of the wrong type.`, `Write ${[params.type].flat().join(" or ")} here.`),
  anyOf: ({ path, subject }) =>
    shapeProblem(
      path,
      `${subject} is not a type of JSON Schema.`,
      'Use "string", "integer", "number", "boolean", "null", "array" or "object", or a list of them.',
    ),
  uniqueItems: ({ path }) => shapeProblem(path, "The same value is in the list twice.", "Leave one out."),
};

function otherProblem({ keyword, params, path, subject }: ShapeError): SpecProblem {
  const { limit } = params;
  return shapeProblem(
    path,
    `${subject} breaks ${keyword}.`,
    limit === undefined ? "See the schema of spec packages." : `The limit is ${limit}.`,
  );
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const near = closest(name, known);
  return near === undefined ? undefined : `Did you mean ${quoted(near)}?`;
}

function knownAt(error: ErrorObject): readonly string[] {
  const path = parsePointer(decodeURIComponent(error.schemaPath.slice(1)))?.slice(0, -1) ?? [];
  const schema = valueAt(specPackageSchema as unknown as Json, path) as { properties?: object } | undefined;
  return Object.keys(schema?.properties ?? {});
}
