import { limits } from "../limits.ts";
import { groupDigits } from "./group-digits.ts";

/** An entry of the spec problem catalogue: why a spec package is rejected, for the team that publishes it. */
export interface SpecProblemEntry {
  readonly title: string;
  readonly explanation: string;
}

/**
 * Every spec problem code, with its title and explanation.
 *
 * @example
 * const { title } = specProblemCatalogue["spec.pattern"]; // "A pattern is outside the common subset of RE2 and ECMA-262"
 */
export const specProblemCatalogue = {
  "spec.unreadable": {
    title: "The document is not valid, unambiguous JSON, or is nested too deeply",
    explanation: `A spec package must be I-JSON (RFC 7493): UTF-8 without a byte order mark, no property twice in an object, no lone surrogates, no number that loses precision as a double, at most ${limits.specPackage.depth} levels.`,
  },
  "spec.too-large": {
    title: "The document, or a part of it, is too large",
    explanation:
      "Each message names the limit that was exceeded. A pattern that is used in several places counts once.",
  },
  "spec.shape": {
    title: "A property is missing, unknown or invalid",
    explanation:
      "The document must match the JSON Schema for spec packages. Unknown properties are rejected, so that a misspelled rule is never silently ignored. A string may not contain invisible characters: who approves a package must see what a language model will read. Tabs and line breaks are allowed, and everything in `candidate`, `patch` and `registry` of a test. A pattern can name a character instead: `\\u200B`, in JSON with two backslashes.",
  },
  "spec.keyword": {
    title: "A JSON Schema keyword is not supported",
    explanation:
      "Schemas use a profile of JSON Schema 2020-12: the keywords whose cost can be bounded and whose errors can be explained.",
  },
  "spec.reference": {
    title: "A `$ref` is recursive, or does not point to a definition in the same schema",
    explanation: "References must be local (`#/$defs/name`) and not recursive.",
  },
  "spec.unbounded": {
    title: "A string, array or object has no maximum size",
    explanation:
      "Every string needs `maxLength`. Every array needs `maxItems` and `items`. Every object needs `additionalProperties: false`, or `maxProperties` if `additionalProperties` is a schema or there are `patternProperties`. Values with `enum` or `const` need no limit. If several schemas apply to a value, a limit in one of them is enough. A schema without a `type` accepts anything, and is rejected.",
  },
  "spec.costly": {
    title: "A keyword is used in a way that has no cost limit",
    explanation: `\`uniqueItems\` and \`anyOf\` may only be used with scalars, \`oneOf\` only with objects that a required property tells apart: a different string as its \`const\`, or as the only value of its \`enum\`. After every \`$ref\` is expanded, a schema may have at most ${groupDigits(limits.schema.expandedSubschemas)} subschemas.`,
  },
  "spec.pattern": {
    title: "A pattern is outside the common subset of RE2 and ECMA-262",
    explanation: `Patterns must mean the same in RE2 and in ECMA-262 with the \`u\` flag: no lookaround, no backreferences. A \`pattern\` or \`format\` needs a \`maxLength\` of at most ${groupDigits(limits.schema.patternInput)} in the same schema.`,
  },
  "spec.weakens-rule": {
    title: "The package weakens a mandatory rule",
    explanation: `Every verdict checks that the owner's kind is allowed and that the generator id is free. So the candidate schema must require the object \`owner\` and the strings \`owner.kind\` and \`generatorId\`; the id needs a \`maxLength\` of at most ${limits.schema.generatorIdLength} and a \`pattern\`. Whatever the pattern accepts, an id has ASCII letters, digits and \`- _ . / @ + :\`, and at least one letter or digit.`,
  },
  "spec.field-types": {
    title: "`fieldTypes` and `candidateSchema` do not agree",
    explanation:
      "`candidateSchema` must accept exactly the output field types that `fieldTypes` defines, or there would be values that cannot be checked.",
  },
  "spec.unreachable": {
    title: "A rule or mark is at a place that no candidate has",
    explanation:
      "`at`, `fieldsAt` and the other pointers of a rule or normalization lead into the candidate, `by` and `of` into an item of it. If `candidateSchema` does not define that place, or a different type of value there, the rule would do nothing. A property in `required` that a closed object does not define can never be there. `needs` marks a property, so it must be in the schema of one.",
  },
  "spec.rule": {
    title: "A CEL rule cannot be parsed or evaluated",
    explanation:
      "A rule with `check: cel` is one expression that is true or false for every candidate. `self` is the value at `at`, `candidate` the whole candidate, and it may only read properties that `candidateSchema` defines. It is tried on the candidate of every test, and on variants of those that are accepted: without an optional property, or with an array, a string or a number at its bounds. Call `has()` before you read an optional property.",
  },
  "spec.duplicate": {
    title: "A name is a duplicate or is reserved",
    explanation:
      "Rule ids and aliases must be unique. `candidate-schema`, `owner-kind`, `owner-is-caller`, `generator-id` and `normalize` are reserved for the checks that are not rules.",
  },
  "spec.property-name": {
    title: "A property has a name that programs misread",
    explanation:
      "A schema may not define a property called `__proto__`: a product that copies candidates would lose it.",
  },
  "spec.normalization": {
    title: "A normalization cannot be applied here",
    explanation:
      "`nfc`, `newlines` and `trim` apply to strings, `sort` to arrays of strings. None of them may apply to the owner or the generator id. Each pointer has one entry, with all of its operations.",
  },
  "spec.cel-unavailable": {
    title: "The package has a CEL rule, but the engine was created without CEL",
    explanation: "Pass `cel` from `@assay/engine/cel` to `createEngine`, or use another check for the rule.",
  },
  "spec.tests": {
    title: "The package's tests do not cover both outcomes",
    explanation: "At least one test must expect no error, and at least one must expect an error.",
  },
  "spec.test-failed": {
    title: "A test in the package fails",
    explanation:
      "`expect` must list every error in the test's candidate, by code and path, and no others; `warnings`, if present, every warning. Correct either the test or the rule.",
  },
} as const satisfies { readonly [code: string]: SpecProblemEntry };

/** A code of the spec problem catalogue, such as `spec.pattern`. */
export type SpecProblemCode = keyof typeof specProblemCatalogue;

/** One problem of a spec package, with advice on how to fix it. */
export interface SpecProblem {
  readonly code: SpecProblemCode;
  /** Where the problem is, as a JSON Pointer into the spec package. */
  readonly at: string;
  /** The invalid part of the CEL expression at `at`, in UTF-16 code units from its start. */
  readonly span?: { readonly from: number; readonly to: number };
  readonly message: string;
  readonly advice: string;
}
