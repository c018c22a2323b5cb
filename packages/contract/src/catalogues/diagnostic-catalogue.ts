import type { JsonObject } from "../json/json.ts";
import { type DiagnosticCode, type DiagnosticMessages, diagnosticMessages } from "./diagnostic-messages.ts";

/**
 * The content of a code's page, except its messages.
 *
 * An example is a pair of merge patches (RFC 7396) for the valid candidate `cases/candidates/loyalty-card.json`.
 * `before` triggers the code; `after`, if present, does not. `spec`, if present, is a merge patch for Datamint 1.0.0.
 * A test applies every example.
 */
interface DiagnosticPage {
  readonly title: string;
  readonly explanation: string;
  /** Absent for a check that was not completed. */
  readonly example?: {
    readonly spec?: JsonObject;
    readonly before: JsonObject;
    /** Absent if only the owner can decide the value, because authors could copy the example. */
    readonly after?: JsonObject;
  };
}

/** An entry of the diagnostic catalogue. */
export interface DiagnosticEntry extends DiagnosticMessages, DiagnosticPage {}

// Separate from the messages, because an engine in a browser does not need these texts.
const diagnosticPages: { readonly [code in DiagnosticCode]: DiagnosticPage } = {
  "field.missing": {
    title: "A required property is missing",
    explanation: "`path` is where the property belongs.",
    example: {
      before: { description: null },
      after: { description: "Members of a shop's loyalty programme, with the day they joined." },
    },
  },
  "field.unknown": {
    title: "A property is unknown",
    explanation:
      "The spec package does not define this property here. Move its content to a property that exists, or ask before you remove it: it may be needed. If one property is unknown and one is missing in an object, both are one problem. If the property contains the whole candidate, what is in it is checked.",
    example: { before: { colour: "green" }, after: {} },
  },
  "field.misspelled": {
    title: "A property name is misspelled",
    explanation:
      "A known property is absent, and the unknown name is another spelling of its name, or near to it. Both are one error, at the property as you wrote it. With a `fix`, all checks read it under its right name; with `didYouMean`, only the schema does, and a number is not judged.",
    example: {
      before: { generatorName: null, generator_name: "Loyalty card" },
      after: { generatorName: "Loyalty card" },
    },
  },
  "field.type": {
    title: "A value has the wrong type",
    explanation:
      'Types are compared strictly: the string `"36"` is not the number `36`. Leave out an optional property that has no value: `null` is a value too.',
    example: { before: { supportedStrategies: "fast" }, after: { supportedStrategies: ["fast"] } },
  },
  "field.value": {
    title: "A value is not allowed",
    explanation:
      "The spec package accepts only certain values here. If the value selects the form of an object, what is the same in every form is checked, and the message says that the rest is not.",
    example: {
      before: { supportedStrategies: ["Fast"] },
      after: { supportedStrategies: ["fast"] },
    },
  },
  "field.pattern": {
    title: "A string does not match the required pattern",
    explanation: "Usual causes: spaces, capitals or punctuation.",
    example: { before: { generatorId: "Loyalty Card" }, after: { generatorId: "loyalty-card" } },
  },
  "field.format": {
    title: "A string is not in the required format",
    explanation:
      "A `date` is `YYYY-MM-DD`; a `date-time` is `YYYY-MM-DDThh:mm:ss`, then `Z` or an offset; a `uuid` is 8-4-4-4-12 hexadecimal digits. If the string leaves something out, such as a time zone, ask for it.",
    example: {
      spec: {
        candidateSchema: { properties: { availableFrom: { type: "string", maxLength: 10, format: "date" } } },
      },
      before: { availableFrom: "2027-3-1" },
      after: { availableFrom: "2027-03-01" },
    },
  },
  "field.length": {
    title: "A string is too long or too short",
    explanation:
      "Characters are Unicode code points, counted after the normalization that the spec package declares for this property.",
    example: { before: { generatorName: "  L  " }, after: { generatorName: "Loyalty card" } },
  },
  "field.range": {
    title: "A number is out of range",
    explanation: "The spec package limits this number; the message has the limit.",
    example: {
      before: {
        sampleRecords: [{ member: "Ada Diaz", age: 1e300, joined: "2024-02-29", active: true }],
      },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "list.length": {
    title: "An array is too long or too short",
    explanation: "Add or remove items. Only the items up to the limit are checked.",
    example: { before: { supportedStrategies: [] }, after: { supportedStrategies: ["fast"] } },
  },
  "list.duplicate": {
    title: "An array contains duplicates",
    explanation:
      "`path` points to the later occurrence. Remove one of them, or give it a different value. An array or object that appears twice may be meant to: ask before you remove it.",
    example: {
      before: { supportedStrategies: ["fast", "fast"] },
      after: { supportedStrategies: ["fast"] },
    },
  },
  "list.sum": {
    title: "Numbers do not add up",
    explanation:
      "The numbers are added as decimals, as they are written, so no rounding is involved. Which of them is wrong is not known.",
    example: {
      spec: {
        candidateSchema: { properties: { shares: { type: "array", maxItems: 8, items: { type: "number" } } } },
        rules: [{ id: "shares-add-up", check: "sum-equals", at: "/shares", total: 100 }],
      },
      before: { shares: [33.3, 33.3, 33.3] },
      after: { shares: [33.3, 33.3, 33.4] },
    },
  },
  "object.size": {
    title: "An object has too many or too few properties",
    explanation:
      "The spec package limits the number of properties of this object. Those after the limit, by name, may not be checked.",
    example: {
      before: { sampleRecords: [{}] },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "owner.kind-not-allowed": {
    title: "This kind of owner is not allowed",
    explanation: "Only the person concerned can decide to own a proposal, so no fix is ever offered.",
    example: { before: { owner: { kind: "agent" } } },
  },
  "owner.not-caller": {
    title: "The owner is not the caller",
    explanation:
      "The spec package says that proposals are made in one's own name: `owner.id` must be the subject of the key or token of the call. `GET /api/domains` names it as `caller.subject`. Without a known caller the rule is not evaluated.",
    example: {
      spec: { owner: { mustBeCaller: true } },
      before: { owner: { kind: "human", id: "7d8c2a10-1f0b-4c1e-8b1e-0a4be7a1c001" } },
    },
  },
  "registry.id-taken": {
    title: "The generator id is taken",
    explanation:
      'Ids are compared ignoring ASCII case, `-`, `_` and `.`: `Person_Basic` is the same id as `person-basic`. If the spec package has `"compare": "exact"`, they are compared as they are written. Retired and reserved ids cannot be used either. Choose another id, and a name that tells the two apart.',
    example: { before: { generatorId: "person-basic" }, after: { generatorId: "loyalty-card" } },
  },
  "registry.id-in-ballot": {
    title: "An open proposal uses this generator id",
    explanation:
      "The candidate is valid now. The open proposal may be yours. If it is somebody else's and is accepted first, yours will be rejected.",
    example: { before: { generatorId: "invoice-lines" }, after: { generatorId: "loyalty-card" } },
  },
  "output-field.duplicate": {
    title: "Two output fields are not distinct",
    explanation:
      "`path` points to the later occurrence. Change one of them, and its name in the sample records too; if they are equal, ask whether the field is meant to appear twice.",
    example: {
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
    title: "A sample record has an undeclared field",
    explanation:
      "Every property of a sample record must be a declared output field. Declare the field or rename it, or ask before you remove it.",
    example: {
      before: {
        sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true, shoeSize: 41 }],
      },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "sample.field-missing": {
    title: "A sample record has no value for a declared field",
    explanation: "Every sample record needs a value for every declared output field.",
    example: {
      before: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29" }] },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "sample.value-type": {
    title: "A sample value does not have the declared type",
    explanation:
      'Write the value in the type that its output field declares (`36`, not `"36"`), or declare a different type. If a value leaves something out, such as a time zone, ask for it. `null`, an empty string and `"N/A"` are values too.',
    example: {
      before: { sampleRecords: [{ member: "Ada Diaz", age: "36", joined: "2024-02-29", active: true }] },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "rule.violated": {
    title: "A rule in the spec package is not met",
    explanation: "The product team wrote this rule as an expression. The message is what the team says about it.",
    example: {
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
    title: "A check could not be completed",
    explanation:
      "The error is in the spec package, or in how the check was called. A candidate that was not fully checked is never valid. If the message is about the registry, tell the operator; otherwise tell the product team.",
  },
  "check.budget": {
    title: "The candidate takes too much work to check",
    explanation:
      "The steps of a verdict are limited, equally on every machine. If the message names a rule, or a pattern that is slow for every text, `needs` is `product-team`, because only that team can change it; `assay spec check` says how many steps a large candidate takes. Otherwise send a shorter candidate.",
  },
};

/**
 * Every diagnostic code, with its severity, message templates, explanation and example.
 *
 * @example
 * const { severity, title } = diagnosticCatalogue["field.missing"]; // "error", "A required property is missing"
 */
export const diagnosticCatalogue: Catalogue = createCatalogue();

type Catalogue = { readonly [code in DiagnosticCode]: DiagnosticEntry };

function createCatalogue(): Catalogue {
  const codes = Object.keys(diagnosticMessages) as DiagnosticCode[];
  const entries = codes.map((code): [DiagnosticCode, DiagnosticEntry] => {
    const { severity, needs, messages }: DiagnosticMessages = diagnosticMessages[code];
    const { title, explanation, example } = diagnosticPages[code];
    return [code, { severity, needs, title, messages, explanation, ...(example && { example }) }];
  });
  return Object.fromEntries(entries) as Catalogue;
}
