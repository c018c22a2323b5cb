/** What can be wrong with a spec package, for the team that wrote it. */
export interface SpecProblemEntry {
  readonly title: string;
  readonly explanation: string;
}

export const specProblemCatalogue = {
  "spec.unreadable": {
    title: "The document is not one unambiguous JSON value",
    explanation:
      "A spec package is read as I-JSON (RFC 7493): UTF-8 without a byte order mark, no member twice in one object, no number that a double cannot hold.",
  },
  "spec.too-large": {
    title: "The document, or a part of it, is over its limit",
    explanation:
      "Limits keep every spec package cheap to admit and to apply: 256 KiB for the document, 32 KiB, 256 subschemas, 12 levels, 32 patterns and 16 `patternProperties` for each schema; about 1,000,000 characters of code for all schemas together, counted from the schemas alone: some hundreds for each keyword, and more the longer the names around it are; 2,048 characters, 256 nodes, 16 patterns and six loops, three inside one another, for each CEL rule.",
  },
  "spec.shape": {
    title: "A member is missing, unknown or of the wrong form",
    explanation:
      "The document follows the JSON Schema of spec packages, format 1, which is closed: members that it does not list are refused, so that a misspelled rule is never silently ignored.",
  },
  "spec.keyword": {
    title: "A JSON Schema keyword is outside the profile",
    explanation:
      "Schemas are written in a profile of JSON Schema 2020-12: the keywords whose cost can be bounded and whose errors can be explained to a person.",
  },
  "spec.reference": {
    title: "A `$ref` does not lead to a schema of the same document, or leads back to itself",
    explanation:
      "References are local (`#/$defs/name`) and never recursive, so that a schema is finite and needs nothing from elsewhere.",
  },
  "spec.unbounded": {
    title: "A text, list or object has no upper bound",
    explanation:
      "Every text needs `maxLength`, every list `maxItems` and `items`, every object either `additionalProperties: false` or, with a schema there or beside `patternProperties`, `maxProperties`; closed lists of values (`enum`, `const`) bound themselves. A value without a `type` could be anything and is refused.",
  },
  "spec.costly": {
    title: "A keyword is used in a way whose cost cannot be bounded",
    explanation:
      "`uniqueItems` works over scalars, `anyOf` over scalars, `oneOf` over objects that a required member with a `const` tells apart; `$ref` may not multiply a schema beyond 2,048 subschemas.",
  },
  "spec.pattern": {
    title: "A pattern is not in the common part of RE2 and ECMA-262",
    explanation:
      "Patterns mean the same in RE2 and in ECMA-262 with the `u` flag: no look-around, no back-references, and a compiled program of at most 256 instructions. Patterns and formats stand beside a `maxLength` of at most 1,024.",
  },
  "spec.weakens-rule": {
    title: "The package would weaken a rule that always holds",
    explanation:
      "Every verdict checks that the owner's kind is allowed and that the generator id is free. So `owner`, `owner.kind` and `generatorId` are required texts of the candidate, the id has at most 128 ASCII letters, digits and `- _ .` with at least one letter or digit, and no normalization touches either.",
  },
  "spec.field-types": {
    title: "`fieldTypes` and `candidateSchema` do not agree",
    explanation:
      "What `candidateSchema` accepts as the type of an output field is exactly what `fieldTypes` defines: otherwise a candidate could declare a type whose values nobody can check.",
  },
  "spec.unreachable": {
    title: "A rule speaks of a place that no candidate has",
    explanation:
      "`at`, `fieldsAt` and `by` are JSON Pointers into the candidate (`*` for each item of a list). A place that `candidateSchema` does not know, or that holds another kind of value, would make the rule pass for ever.",
  },
  "spec.rule": {
    title: "A CEL rule cannot be read, or cannot be evaluated",
    explanation:
      "A rule with `check: cel` is one expression that is true or false for every candidate: over `self`, the value at `at`, and `candidate`, the whole of it. It reads members that `candidateSchema` declares, asks `has()` before it reads one that may be left out, and evaluates without error on every test of the package.",
  },
  "spec.duplicate": {
    title: "A name is used twice, or is reserved",
    explanation:
      "Rule ids and aliases name one thing each. `candidate-schema`, `owner-kind` and `generator-id` are the names of the checks that always run.",
  },
  "spec.normalization": {
    title: "A normalization cannot be applied there",
    explanation:
      "`nfc`, `newlines` and `trim` apply to texts, `sort` to lists of texts; never to the owner or the generator id.",
  },
  "spec.cel-unavailable": {
    title: "The package has a CEL rule, and this engine was created without CEL",
    explanation: "Pass `cel` from `@assay/engine/cel` to `createEngine`, or write the rule with another check.",
  },
  "spec.idn-unavailable": {
    title: "The package uses a format that needs IDN support, and this engine was created without it",
    explanation:
      "The formats `hostname`, `idn-hostname` and `idn-email` check internationalized domain names (IDN). Pass `idn` from `@assay/engine/idn` to `createEngine`, or use a pattern instead of the format.",
  },
  "spec.tests": {
    title: "The package's tests do not cover both outcomes",
    explanation:
      "At least one test expects no error and at least one expects some: a package that refuses everything, or nothing, would pass any other set.",
  },
  "spec.test-failed": {
    title: "A test of the package does not hold",
    explanation:
      "`expect` is the complete set of errors, by code and path. Either the test or a rule is not what was meant.",
  },
} as const satisfies { readonly [code: string]: SpecProblemEntry };

/** A code of the spec problem catalogue. */
export type SpecProblemCode = keyof typeof specProblemCatalogue;

/** One fault of a spec package, with the way out. */
export interface SpecProblem {
  readonly code: SpecProblemCode;
  /** Into the spec package, as a JSON Pointer. */
  readonly at: string;
  readonly message: string;
  readonly advice: string;
}
