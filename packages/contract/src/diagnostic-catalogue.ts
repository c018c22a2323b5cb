import type { JsonObject } from "./json.ts";

/** The severity of a diagnostic. Only an `error` makes a candidate invalid. */
export type Severity = "error" | "warning" | "info";

/**
 * Who can resolve a diagnostic: the author of the candidate (`edit`), only the owner, a person (`owner-decision`), or the
 * team that publishes the spec package (`product-team`).
 */
export type Needs = "edit" | "owner-decision" | "product-team";

/**
 * An entry of the diagnostic catalogue. A code is never renamed and never changes its meaning.
 *
 * Message templates contain placeholders: `{x}` is the parameter `x` in quotes, `{x:bare}` without quotes (only for our
 * own words and numbers), `{x:a}` with its article, `{x:list}` a comma-separated list, `{x:said}` a description written
 * by the engine, `{x:pointer}` a JSON Pointer, `{x:count}` a count ("none" for 0), `{x:item}` a count with its noun
 * ("3 items"; also `character` and `property`), and `{value}` the invalid value.
 *
 * An example is a pair of merge patches (RFC 7396). With `of: "candidate"` they apply to the valid candidate
 * `cases/candidates/loyalty-card.json` under Datamint 1.0.0, to which `spec` is applied first: `before` triggers the code,
 * `after`, if there is one, does not. With `of: "spec-package"` they apply to Datamint 1.0.0, and the candidate has `sampleRecords` different sample records.
 * A test applies every example.
 */
export interface DiagnosticEntry {
  readonly severity: Severity;
  readonly needs: Needs;
  readonly title: string;
  readonly messages: { readonly [variant: string]: string };
  readonly explanation: string;
  readonly example:
    | {
        readonly of: "candidate";
        readonly spec?: JsonObject;
        readonly before: JsonObject;
        /** Absent if the remedy is a fact about a person: an example could be copied. */
        readonly after?: JsonObject;
      }
    | {
        readonly of: "spec-package";
        readonly sampleRecords: number;
        readonly before: JsonObject;
        readonly after: JsonObject;
      };
}

/**
 * What a message says last if its author may not know the right value: the author was told (`told`), or only a person can
 * give it, as the owner (`owner`) or because the spec package says so (`decision`).
 */
export const askFor = {
  told: "Use what you were told, otherwise ask.",
  owner: "Who owns a proposal is a fact: an agent asks the person it works for and does not change it.",
  decision: "Only the owner can decide this: ask the person, and do not make it up.",
} as const;

/**
 * Every diagnostic code with its severity, message templates, explanation and example.
 *
 * @example
 * const { severity, title } = diagnosticCatalogue["field.missing"]; // "error", "A required property is missing"
 */
export const diagnosticCatalogue = {
  "field.missing": {
    severity: "error",
    needs: "edit",
    title: "A required property is missing",
    messages: {
      default: "The required property {name} is missing.",
      form: "The required property {name} is missing. Expected: {form:said}.",
      values: "The required property {name} is missing. Allowed values: {allowed:list}.",
      only: "The required property {name} is missing. Its only allowed value is {allowed:list}.",
      because: "The property {name} is missing. It is required because {other} is present.",
      becauseForm: "The property {name} is missing. It is required because {other} is present. Expected: {form:said}.",
      becauseValues:
        "The property {name} is missing. It is required because {other} is present. Allowed values: {allowed:list}.",
      becauseOnly:
        "The property {name} is missing. It is required because {other} is present. Its only allowed value is {allowed:list}.",
    },
    explanation:
      "The spec package requires this property. `path` is where it belongs, and `rule.at` points to its schema. `params.form` describes what fits, or `params.allowed` lists it. Which of the fitting values is right, only whoever asked for the proposal can tell, unless there is only one: use what you were told, otherwise ask. If the property is the owner, or one that the spec package marks with `needs`, only the person concerned can give it: `needs` is then `owner-decision`, and an agent asks the person it works for and does not make it up. If the object has an unknown property with a similar name, `field.misspelled` is reported instead.",
    example: {
      of: "candidate",
      before: { description: null },
      after: { description: "Members of a shop's loyalty programme, with the day they joined." },
    },
  },
  "field.unknown": {
    severity: "error",
    needs: "edit",
    title: "A property is unknown",
    messages: {
      default: "Unknown property {name}. Known properties: {known:list}.",
      knownOrMatching:
        "Unknown property {name}. Known properties: {known:list}, and names that match one of these patterns: {patterns:list}.",
      matching: "Unknown property {name}. Names must match one of these patterns: {patterns:list}.",
      none: "The property {name} is not allowed here.",
      name: "The property name {name} is not allowed here.",
      nameOfForm: "The property name {name} is not allowed here. Allowed: {form:said}.",
      wrapper: "Unknown property {name}. It contains {held:list}, which are missing beside it.",
      wrapped: "The whole candidate is inside {name}. Use the value of {name} itself as the candidate.",
      wrappedBeside:
        "The candidate is inside {name}, and other properties are beside it. Ask whether they are needed; then use the value of {name} itself as the candidate.",
      wrappedForAnother:
        "The candidate is inside {name}, beside the name of another product or domain. Ask which one it is for.",
      anotherCall: "{name} is not {expected}, which this call is for. Ask which one the candidate is for.",
    },
    explanation:
      "The spec package does not define this property for this object. Remove it, or move its content to a property that exists. `params.known` lists the known properties, `params.patterns` the patterns that other names may match, `params.form` describes what names must look like, and `params.held` lists missing properties that were found inside this one. If the property contains the whole candidate, everything else is checked as if the candidate had been submitted without it. If the name of another product or domain is beside it, `params.expected` is the one that this call is for: ask which one is meant.",
    example: { of: "candidate", before: { colour: "green" }, after: {} },
  },
  "field.misspelled": {
    severity: "error",
    needs: "edit",
    title: "A property name is misspelled",
    messages: {
      default: "Unknown property {name}. Rename it to {expected}, which is required and missing.",
      optional: "Unknown property {name}. Did you mean {expected}?",
    },
    explanation:
      "A known property is absent, and the name of an unknown one is a near spelling of it, its beginning (`desc` for `description`), or a part of its words (`fields` for `outputFields`). This is reported as one error, not two. Only names are compared, never values or positions, and only a match without an alternative counts: an unknown property with any other name is `field.unknown`. `path` points to the property as you wrote it; `params.expected` is the correct name. All other checks treat the property as if it had that name.",
    example: {
      of: "candidate",
      before: { generatorName: null, generator_name: "Loyalty card" },
      after: { generatorName: "Loyalty card" },
    },
  },
  "field.type": {
    severity: "error",
    needs: "edit",
    title: "A value has the wrong type",
    messages: {
      default: "{value} is {found:a}, not {expected:a}.",
      composite: "Expected {expected:a}; found {found:a}.",
      nested: "Expected {expected:a}; found {found:a}. Arrays and objects are not supported here.",
      with: "{value} is {found:a}, not {expected:a}. Required properties: {required:list}.",
      compositeWith: "Expected {expected:a}; found {found:a}. Required properties: {required:list}.",
      notJson: "Expected JSON data; found {found:said}.",
    },
    explanation:
      'Types are compared strictly: the string `"36"` is not the number `36`, and a single value is not an array with one item. Write the value in the type that `params.expected` names. If an object is expected, `params.required` lists the properties that it needs. An optional property without a value is left out: `null` is a value too.',
    example: { of: "candidate", before: { supportedStrategies: "fast" }, after: { supportedStrategies: ["fast"] } },
  },
  "field.value": {
    severity: "error",
    needs: "edit",
    title: "A value is not allowed",
    messages: {
      default: "{value} is not allowed. Allowed values: {allowed:list}.",
      near: "{value} is not allowed. Did you mean {didYouMean}? Allowed values: {allowed:list}.",
      noForm: "{value} does not match any of the allowed forms. See the schema at rule.at.",
      noneOfForms: "{value} does not match any of the allowed forms. Allowed: {forms:said}.",
      excluded: "{value} is not allowed here. Choose another value.",
    },
    explanation:
      "The spec package accepts only certain values here. `params.allowed` lists them, or `params.forms` describes them. `params.didYouMean` is present if one of them is close to yours, or if yours is a known alias or an abbreviation of it.",
    example: {
      of: "candidate",
      before: { supportedStrategies: ["Fast"] },
      after: { supportedStrategies: ["fast"] },
    },
  },
  "field.pattern": {
    severity: "error",
    needs: "edit",
    title: "A string does not match the required pattern",
    messages: {
      default: "{value} does not match the pattern {pattern}.",
      idAlphabet:
        '{value} is not a valid generator id. Use ASCII letters, digits, "-", "_" and ".", including at least one letter or digit.',
    },
    explanation:
      "The string must match the regular expression in `params.pattern` (the common subset of RE2 and ECMA-262 with the `u` flag). Usual causes: spaces, capitals or punctuation.",
    example: { of: "candidate", before: { generatorId: "Loyalty Card" }, after: { generatorId: "loyalty-card" } },
  },
  "field.format": {
    severity: "error",
    needs: "edit",
    title: "A string is not in the required format",
    messages: { default: "{value} {defect:said}" },
    explanation:
      "The string must be in the JSON Schema format that `params.format` names, and `params.defect` says what is most likely wrong with it. A `date` is `YYYY-MM-DD`; a `date-time` is `YYYY-MM-DDThh:mm:ss`, then `Z` for UTC or an offset; a `uuid` is 8-4-4-4-12 hexadecimal digits. What the string does not say, such as a time zone, is a fact: ask, and do not add it. If the string is the owner's id, nobody but the owner knows the right one: `needs` is then `owner-decision`, and an agent asks the person it works for and does not change it.",
    example: {
      of: "candidate",
      spec: {
        candidateSchema: { properties: { availableFrom: { type: "string", maxLength: 10, format: "date" } } },
      },
      before: { availableFrom: "2027-3-1" },
      after: { availableFrom: "2027-03-01" },
    },
  },
  "field.length": {
    severity: "error",
    needs: "edit",
    title: "A string is too long or too short",
    messages: {
      tooLong: "{value} has {length:character}; the maximum is {max:bare}.",
      tooShort: "{value} has {length:character}; the minimum is {min:bare}.",
    },
    explanation:
      "Characters are counted as Unicode code points, after the normalization that the spec package declares for this property. If it trims the string, surrounding whitespace does not count.",
    example: { of: "candidate", before: { generatorName: "  L  " }, after: { generatorName: "Loyalty card" } },
  },
  "field.range": {
    severity: "error",
    needs: "edit",
    title: "A number is out of range",
    messages: {
      tooSmall: "{value} is too small: the minimum is {min:bare}.",
      tooLarge: "{value} is too large: the maximum is {max:bare}.",
      notAbove: "{value} is too small: it must be greater than {min:bare}.",
      notBelow: "{value} is too large: it must be less than {max:bare}.",
      notMultiple: "{value} is not a multiple of {step:bare}.",
    },
    explanation: "The spec package limits this number. `params` contains the limit that was violated.",
    example: {
      of: "candidate",
      before: {
        sampleRecords: [{ member: "Ada Diaz", age: 1e300, joined: "2024-02-29", active: true }],
      },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "list.length": {
    severity: "error",
    needs: "edit",
    title: "An array is too long or too short",
    messages: {
      tooLong: "The array has {length:item}; the maximum is {max:bare}.",
      tooShort: "The array has {length:item}; the minimum is {min:bare}.",
      tooFewOfAKind: "At least {min:item} must match the schema at rule.at; found {count:count}.",
      tooFewOfForm: "At least {min:item} must be {form:said}; found {count:count}.",
      tooManyOfAKind: "At most {max:item} may match the schema at rule.at; found {count:count}.",
      tooManyOfForm: "At most {max:item} may be {form:said}; found {count:count}.",
    },
    explanation:
      "Add or remove items. If the limit applies only to items of one form, `params.count` is the number of such items and `params.form` describes the form. If an array is too long, only the items up to the limit are checked, and other diagnostics refer to those.",
    example: { of: "candidate", before: { supportedStrategies: [] }, after: { supportedStrategies: ["fast"] } },
  },
  "list.duplicate": {
    severity: "error",
    needs: "edit",
    title: "An array contains duplicates",
    messages: {
      default: "{value} appears more than once in the array.",
      by: "More than one item has {actual} as its {member}. Each needs a different one.",
      byComposite: "The {member} of this item equals that of an earlier item. Give each item a different {member}.",
    },
    explanation:
      "`path` points to the later occurrence, `related` to the first. Remove one of them, or give it a different value.",
    example: {
      of: "candidate",
      before: { supportedStrategies: ["fast", "fast"] },
      after: { supportedStrategies: ["fast"] },
    },
  },
  "object.size": {
    severity: "error",
    needs: "edit",
    title: "An object has too many or too few properties",
    messages: {
      tooMany: "The object has {size:property}; the maximum is {max:bare}.",
      tooFew: "The object has {size:property}; the minimum is {min:bare}.",
    },
    explanation:
      "The spec package limits the number of properties of this object. If an object has too many, only the first ones up to the limit are checked.",
    example: {
      of: "candidate",
      before: { sampleRecords: [{}] },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "owner.kind-not-allowed": {
    severity: "error",
    needs: "owner-decision",
    title: "This kind of owner is not allowed",
    messages: { default: "The owner must be one of: {allowed:list}. Found: {actual}." },
    explanation:
      "The spec package lists the kinds of owner that it accepts. Who owns a proposal is a fact, and only the person concerned can decide to own one, so no fix is ever offered. If you are an agent, do not change the owner: ask the person you work for who owns the proposal. If nobody can answer, hand over the draft with the open question.",
    example: { of: "candidate", before: { owner: { kind: "agent" } } },
  },
  "registry.id-taken": {
    severity: "error",
    needs: "edit",
    title: "The generator id is taken",
    messages: {
      default: "The generator id {actual} is already in the registry ({state:bare}). Choose another id.",
      spelling:
        'The generator id {actual} is already in the registry as {registered} ({state:bare}): case, "-", "_" and "." make no difference. Choose another id.',
      asId: "Written as a valid id, {actual} is the same as {registered}, which is already in the registry ({state:bare}). Choose another id.",
      named:
        "The generator id {actual} is already in the registry ({state:bare}). Choose another id and a name that fits it ({name}).",
      spellingNamed:
        'The generator id {actual} is already in the registry as {registered} ({state:bare}): case, "-", "_" and "." make no difference. Choose another id and a name that fits it ({name}).',
      asIdNamed:
        "Written as a valid id, {actual} is the same as {registered}, which is already in the registry ({state:bare}). Choose another id and a name that fits it ({name}).",
    },
    explanation:
      "Ids are compared ignoring ASCII case and the separators `-`, `_` and `.`: `Person_Basic` is the same id as `person-basic`. Retired and reserved ids cannot be used either. `params.registered` is the registered id in its own spelling, `params.state` its state. A string that cannot be an id, such as `Person Basic`, is compared as the id that it would become. If the candidate has a name for what it proposes, `related` points to it: choose both anew, so that voters can tell the two apart.",
    example: { of: "candidate", before: { generatorId: "person-basic" }, after: { generatorId: "loyalty-card" } },
  },
  "registry.id-similar": {
    severity: "warning",
    needs: "edit",
    title: "The generator id resembles another one",
    messages: {
      default:
        "The generator id {actual} is easily confused with {similar}, which is already in the registry. Consider a more distinct id.",
    },
    explanation:
      "The two ids differ only in characters that look alike (0 and o; 1, l and i; rn and m; vv and w). The candidate is valid, but voters may confuse the two. If several registered ids look like this one, `params.similar` is the first in the order of their characters.",
    example: { of: "candidate", before: { generatorId: "pers0n-basic" }, after: { generatorId: "loyalty-card" } },
  },
  "registry.id-in-ballot": {
    severity: "warning",
    needs: "edit",
    title: "An open proposal uses this generator id",
    messages: {
      default: "An open proposal already uses the generator id {actual}. If it is not yours, consider another id.",
    },
    explanation:
      "The candidate is valid now. The registry does not say whose the open proposal is. If it is your own, you have submitted this id already. If it is somebody else's and is accepted first, yours will be rejected with `registry.id-taken`.",
    example: { of: "candidate", before: { generatorId: "invoice-lines" }, after: { generatorId: "loyalty-card" } },
  },
  "output-field.duplicate": {
    severity: "error",
    needs: "edit",
    title: "Two output fields are not distinct",
    messages: {
      default: "More than one output field has {actual} as its {member}. Each needs a different one.",
      composite:
        "The {member} of this output field equals that of an earlier one. Give each output field a different {member}.",
    },
    explanation:
      "`path` points to the later occurrence, `related` to the first. Change one of them. If you rename a field, rename it in the sample records too.",
    example: {
      of: "candidate",
      before: {
        outputFields: [
          { name: "age", type: "integer", description: "Age in years." },
          { name: "age", type: "integer", description: "Age in months." },
        ],
        sampleRecords: [{ age: 36 }],
      },
      after: {
        outputFields: [
          { name: "age", type: "integer", description: "Age in years." },
          { name: "ageInMonths", type: "integer", description: "Age in months." },
        ],
        sampleRecords: [{ age: 36, ageInMonths: 432 }],
      },
    },
  },
  "sample.field-undeclared": {
    severity: "error",
    needs: "edit",
    title: "A sample record has an undeclared field",
    messages: {
      default: "The sample field {name} is not declared. Declared fields: {declared:list}.",
      near: "The sample field {name} is not declared. Did you mean {didYouMean}?",
      none: "The sample field {name} is not declared: there are no output fields.",
    },
    explanation:
      "Every property of a sample record must have the name of a declared output field. Declare the field, rename it, or remove it from the sample records.",
    example: {
      of: "candidate",
      before: {
        sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true, shoeSize: 41 }],
      },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "sample.field-missing": {
    severity: "error",
    needs: "edit",
    title: "A sample record has no value for a declared field",
    messages: {
      default: "The sample record has no value for the output field {name}.",
      typed: "The sample record has no value for the output field {name}. Expected: a value of the type {expected}.",
    },
    explanation:
      "Every sample record needs a value for every declared output field. `related` points to the declaration, and `params.expected` is the type that it declares.",
    example: {
      of: "candidate",
      before: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29" }] },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "sample.value-type": {
    severity: "error",
    needs: "edit",
    title: "A sample value does not have the declared type",
    messages: {
      default: "The sample value {actual} is not {expected:a}.",
      defect: "The sample value {actual} {defect:said}",
      composite: "{value} is not {expected:a}.",
      nested: "{value} is not {expected:a}. Arrays and objects are not supported as sample values.",
      leaveOut:
        "The sample value {actual} is not {expected:a}. If there is no value, leave the field {name} out of the record.",
      writeNoValue: "The sample value {actual} is not {expected:a}. If there is no value, write {noValue}.",
      noValue: "The sample value {actual} is not {expected:a}, and a field of this type cannot be without a value.",
    },
    explanation:
      'The value must have the type that its output field declares; `related` points to the declaration. Write the value in that type (`36`, not `"36"`), or declare a different type. For a type with a format, `params.defect` says what is most likely wrong with the value. What a value does not say, such as a time zone, is a fact: ask, and do not add it. `null` and an empty string are values too: the message says how to write that there is none, or that this type has no way to.',
    example: {
      of: "candidate",
      before: { sampleRecords: [{ member: "Ada Diaz", age: "36", joined: "2024-02-29", active: true }] },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "rule.violated": {
    severity: "error",
    needs: "edit",
    title: "A rule of the spec package is not met",
    messages: { default: "The rule {rule} is not met. The product team says: {text}" },
    explanation:
      "The product team wrote this rule as an expression. The message quotes what the team says about it; `rule.at` points to the expression in the spec package.",
    example: {
      of: "candidate",
      before: {
        supportedStrategies: ["fast", "realistic"],
        sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }],
      },
      after: {
        supportedStrategies: ["fast", "realistic"],
        sampleRecords: [
          { member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true },
          { member: "Ben Okoro", age: 41, joined: "2023-11-02", active: false },
          { member: "Chiara Rossi", age: 29, joined: "2025-06-17", active: true },
        ],
      },
    },
  },
  "check.failed": {
    severity: "error",
    needs: "product-team",
    title: "A check could not be completed",
    messages: {
      normalization:
        "Sorting {at:pointer}, as the spec package asks, makes the candidate invalid: {code:bare} at {where:pointer}. The product team must fix this.",
      normalizedOtherwise:
        "Sorting {at:pointer}, as the spec package asks, changes the result: the check {rule} reports {code:bare} at {where:pointer} only {when:bare} sorting. The product team must fix this.",
      rule: "Cannot tell whether the rule {rule} is met: its expression failed ({reason}). Report this to the product team.",
      registry: "The registry was not queried for the generator id {actual}, so it is unknown whether the id is free.",
    },
    explanation:
      "The candidate may be correct: the error is in the spec package, or in how the check was called. The verdict is invalid because a candidate that was not fully checked is never reported as valid. Tell the product team; `rule.at` points to the place.",
    example: {
      of: "spec-package",
      sampleRecords: 1,
      before: {
        rules: [
          {
            id: "samples-differ",
            check: "cel",
            at: "",
            assert: "self.sampleRecords[0] != self.sampleRecords[1]",
            message: "The first two sample records must differ.",
          },
        ],
      },
      after: {
        rules: [
          {
            id: "samples-differ",
            check: "cel",
            at: "",
            assert: "size(self.sampleRecords) < 2 || self.sampleRecords[0] != self.sampleRecords[1]",
            message: "The first two sample records must differ.",
          },
        ],
      },
    },
  },
  "check.budget": {
    severity: "error",
    needs: "edit",
    title: "The candidate takes too much work to check",
    messages: {
      default:
        "Checking this candidate takes more steps than allowed, so checking stopped early and there may be more errors. Shorten the candidate, for example its sample records.",
    },
    explanation:
      "The number of steps per verdict is limited, and the limit is the same on every machine. Send fewer or smaller sample records. All counts in the verdict are lower bounds.",
    example: {
      of: "spec-package",
      sampleRecords: 100,
      before: {
        rules: [
          {
            id: "samples-differ",
            check: "cel",
            at: "",
            assert: "self.sampleRecords.all(a, self.sampleRecords.exists_one(b, a == b))",
            message: "Every sample record must be different.",
          },
        ],
      },
      after: { rules: [{ id: "samples-differ", check: "unique-by", at: "/sampleRecords", by: "/member" }] },
    },
  },
} as const satisfies { readonly [code: string]: DiagnosticEntry };

/** A code of the diagnostic catalogue. */
export type DiagnosticCode = keyof typeof diagnosticCatalogue;

/** The names of the message templates of a code. */
export type MessageOf<Code extends DiagnosticCode> = keyof (typeof diagnosticCatalogue)[Code]["messages"] & string;
