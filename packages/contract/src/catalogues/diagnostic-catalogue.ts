import type { JsonObject } from "../json/json.ts";
import { type DiagnosticCode, type DiagnosticMessages, diagnosticMessages } from "./diagnostic-messages.ts";

/**
 * What the page of a code says besides its messages.
 *
 * An example is a pair of merge patches (RFC 7396). With `of: "candidate"` they apply to the valid candidate
 * `cases/candidates/loyalty-card.json` under Datamint 1.0.0, to which `spec` is applied first: `before` triggers the code,
 * `after`, if there is one, does not. With `of: "spec-package"` they apply to Datamint 1.0.0, and the candidate has `sampleRecords` different sample records.
 * A test applies every example.
 */
interface DiagnosticPage {
  readonly title: string;
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

/** An entry of the diagnostic catalogue. */
export interface DiagnosticEntry extends DiagnosticMessages, DiagnosticPage {}

// Apart from the messages, because the engine in a browser has no use for these texts.
const diagnosticPages: { readonly [code in DiagnosticCode]: DiagnosticPage } = {
  "field.missing": {
    title: "A required property is missing",
    explanation:
      "The spec package requires this property. `path` is where it belongs, and `rule.at` points to its schema. If several values fit, neither the candidate nor the rules say which one is right: use what you were told, otherwise ask. If the property is the owner, or one that the spec package marks with `needs`, only the person concerned can give it: `needs` is then `owner-decision`, and an agent asks the person it works for and does not make it up. If the object has an unknown property with a similar name, `field.misspelled` is reported instead.",
    example: {
      of: "candidate",
      before: { description: null },
      after: { description: "Members of a shop's loyalty programme, with the day they joined." },
    },
  },
  "field.unknown": {
    title: "A property is unknown",
    explanation:
      "The spec package does not define this property for this object. Move its content to a property that exists, or ask before you remove it: what it holds may be needed. Inside `owner`, only the owner can decide: `needs` is then `owner-decision`. If the property contains the whole candidate, everything else is checked as if the candidate had been submitted without it. If the name of another product or domain is beside it, ask which one is meant. If the name resembles a known one that may mean a different unit or a different thing, ask, and rename the property only if that is what was meant.",
    example: { of: "candidate", before: { colour: "green" }, after: {} },
  },
  "field.misspelled": {
    title: "A property name is misspelled",
    explanation:
      "A known property is absent, and the name of an unknown one is a misspelling of its name, the beginning of its name (`desc` for `description`), or some of the words in it (`fields` for `outputFields`). This is reported as one error, not two. Only names are compared, never values or positions, and only a match without an alternative counts: an unknown property with any other name is `field.unknown`. A name that may mean a different unit, magnitude or party is never taken for the known one. `path` points to the property as you wrote it. All other checks treat the property as if it had that name.",
    example: {
      of: "candidate",
      before: { generatorName: null, generator_name: "Loyalty card" },
      after: { generatorName: "Loyalty card" },
    },
  },
  "field.type": {
    title: "A value has the wrong type",
    explanation:
      'Types are compared strictly: the string `"36"` is not the number `36`, and a single value is not an array with one item. Write the value in the expected type. Leave out an optional property that has no value: `null` is a value too. A required one needs a value, which the draft does not have: use what you were told, otherwise ask. The same holds for an empty string and for words such as `"TBD"` and `"N/A"`.',
    example: { of: "candidate", before: { supportedStrategies: "fast" }, after: { supportedStrategies: ["fast"] } },
  },
  "field.value": {
    title: "A value is not allowed",
    explanation:
      "The spec package accepts only certain values here. `params.didYouMean` is present if one of them is close to yours, or if yours is a known alias or an abbreviation of it. If none is, and there are several, neither the candidate nor the rules say which one is meant: use what you were told, otherwise ask.",
    example: {
      of: "candidate",
      before: { supportedStrategies: ["Fast"] },
      after: { supportedStrategies: ["fast"] },
    },
  },
  "field.pattern": {
    title: "A string does not match the required pattern",
    explanation:
      "The string must match a regular expression (in the common subset of RE2 and ECMA-262 with the `u` flag). Usual causes: spaces, capitals or punctuation.",
    example: { of: "candidate", before: { generatorId: "Loyalty Card" }, after: { generatorId: "loyalty-card" } },
  },
  "field.format": {
    title: "A string is not in the required format",
    explanation:
      "The string must be in a JSON Schema format. A `date` is `YYYY-MM-DD`; a `date-time` is `YYYY-MM-DDThh:mm:ss`, then `Z` for UTC or an offset; a `uuid` is 8-4-4-4-12 hexadecimal digits. If the string leaves something out, such as a time zone, ask for it and do not guess. If the string is the owner's id, only the owner knows the right one: `needs` is then `owner-decision`, and an agent asks the person it works for and does not change it.",
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
    title: "A string is too long or too short",
    explanation:
      "Characters are counted as Unicode code points, after the normalization that the spec package declares for this property. If it trims the string, surrounding whitespace does not count.",
    example: { of: "candidate", before: { generatorName: "  L  " }, after: { generatorName: "Loyalty card" } },
  },
  "field.range": {
    title: "A number is out of range",
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
    title: "An array is too long or too short",
    explanation:
      "Add or remove items. If an array is too long, only the items up to the limit are checked, and other diagnostics refer to those.",
    example: { of: "candidate", before: { supportedStrategies: [] }, after: { supportedStrategies: ["fast"] } },
  },
  "list.duplicate": {
    title: "An array contains duplicates",
    explanation:
      "`path` points to the later occurrence, `related` to the first. Remove one of them, or give it a different value. An array or object that appears twice may be meant to: ask before you remove it.",
    example: {
      of: "candidate",
      before: { supportedStrategies: ["fast", "fast"] },
      after: { supportedStrategies: ["fast"] },
    },
  },
  "list.sum": {
    title: "Numbers do not add up",
    explanation:
      "A rule in the spec package says what the numbers in this array or map must add up to. They are added as decimals, as they are written, so no rounding is involved. Neither the candidate nor the rules say which of them is wrong: use what you were told, otherwise ask.",
    example: {
      of: "candidate",
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
      "The spec package limits the number of properties of this object. If an object has too many, those after the limit, by name, may not be checked.",
    example: {
      of: "candidate",
      before: { sampleRecords: [{}] },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "owner.kind-not-allowed": {
    title: "This kind of owner is not allowed",
    explanation:
      "The spec package lists the kinds of owner that it accepts. Who owns a proposal is a fact, and only the person concerned can decide to own one, so no fix is ever offered. If you are an agent, do not change the owner: ask the person you work for who owns the proposal. If you get no answer, hand over the draft with the open question.",
    example: { of: "candidate", before: { owner: { kind: "agent" } } },
  },
  "registry.id-taken": {
    title: "The generator id is taken",
    explanation:
      'Ids are compared ignoring ASCII case and the separators `-`, `_` and `.`: `Person_Basic` is the same id as `person-basic`. If the spec package has `"compare": "exact"`, they are compared as they are written. Retired and reserved ids cannot be used either. A string that cannot be an id, such as `Person Basic`, is compared as the id that it would become. If the candidate has a name for what it proposes, `related` points to it: change both, so that voters can tell the two apart.',
    example: { of: "candidate", before: { generatorId: "person-basic" }, after: { generatorId: "loyalty-card" } },
  },
  "registry.id-similar": {
    title: "The generator id resembles another one",
    explanation:
      'The two ids differ only in characters that look alike (0 and o; 1, l and i; rn and m; vv and w), in case and in `-`, `_` and `.`. If the spec package has `"compare": "exact"`, two ids with the same letters, such as the versions `1.10` and `11.0`, are not reported. The candidate is valid, but voters may confuse the two.',
    example: { of: "candidate", before: { generatorId: "pers0n-basic" }, after: { generatorId: "loyalty-card" } },
  },
  "registry.id-in-ballot": {
    title: "An open proposal uses this generator id",
    explanation:
      "The candidate is valid now. The registry does not say who made the open proposal. If it is yours, you have already submitted this id. If it is somebody else's and is accepted first, yours will be rejected with `registry.id-taken`.",
    example: { of: "candidate", before: { generatorId: "invoice-lines" }, after: { generatorId: "loyalty-card" } },
  },
  "output-field.duplicate": {
    title: "Two output fields are not distinct",
    explanation:
      "`path` points to the later occurrence, `related` to the first. Change one of them; if they are equal, ask whether the field is meant to appear twice. If you rename a field, rename it in the sample records too.",
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
    title: "A sample record has an undeclared field",
    explanation:
      "Every property of a sample record must have the name of a declared output field. Declare the field or rename it, or ask before you remove it from the sample records. If no sample record has the declared name that it resembles, ask which of the two is misspelled: `related` points to the declaration.",
    example: {
      of: "candidate",
      before: {
        sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true, shoeSize: 41 }],
      },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "sample.field-missing": {
    title: "A sample record has no value for a declared field",
    explanation:
      "Every sample record needs a value for every declared output field. `related` points to the declaration.",
    example: {
      of: "candidate",
      before: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29" }] },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "sample.value-type": {
    title: "A sample value does not have the declared type",
    explanation:
      'The value must have the type that its output field declares; `related` points to the declaration. Write the value in that type (`36`, not `"36"`), or declare a different type; if the value has another of the types, ask which of the two is wrong. If a value leaves something out, such as a time zone, ask for it and do not guess. `null`, an empty string and words such as `"N/A"` are values too: the message says what to write if there is no value, or that this type requires one.',
    example: {
      of: "candidate",
      before: { sampleRecords: [{ member: "Ada Diaz", age: "36", joined: "2024-02-29", active: true }] },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "rule.violated": {
    title: "A rule in the spec package is not met",
    explanation:
      "The product team wrote this rule as an expression. The message quotes what the team says about it; `rule.at` points to the rule in the spec package.",
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
    title: "A check could not be completed",
    explanation:
      "The candidate may be correct: the error is in the spec package, or in how the check was called. The verdict is invalid because a candidate that was not fully checked is never reported as valid. If the message is about the registry, tell the operator of the check; otherwise tell the product team: `rule.at` points to the place.",
    example: {
      of: "spec-package",
      sampleRecords: 2,
      before: {
        rules: [
          {
            id: "samples-differ",
            check: "cel",
            at: "",
            assert: "size(self.sampleRecords) < 2 || self.sampleRecords[1] != self.sampleRecords[2]",
            message: "The second and the third sample record must differ.",
          },
        ],
      },
      after: {
        rules: [
          {
            id: "samples-differ",
            check: "cel",
            at: "",
            assert: "size(self.sampleRecords) < 3 || self.sampleRecords[1] != self.sampleRecords[2]",
            message: "The second and the third sample record must differ.",
          },
        ],
      },
    },
  },
  "check.budget": {
    title: "The candidate takes too much work to check",
    explanation:
      "The number of steps per verdict is limited, and the limit is the same on every machine. If the message names a rule, the rule takes too many steps for what the schema allows, and only the product team can change that; `assay spec check` finds such rules. Otherwise send a shorter candidate. All counts in the verdict are lower bounds.",
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
};

/**
 * Every diagnostic code with its severity, message templates, explanation and example.
 *
 * @example
 * const { severity, title } = diagnosticCatalogue["field.missing"]; // "error", "A required property is missing"
 */
export const diagnosticCatalogue: Catalogue = catalogue();

type Catalogue = { readonly [code in DiagnosticCode]: DiagnosticEntry };

function catalogue(): Catalogue {
  const codes = Object.keys(diagnosticMessages) as DiagnosticCode[];
  const entries = codes.map((code): [DiagnosticCode, DiagnosticEntry] => {
    const { severity, needs, needsOf, messages }: DiagnosticMessages = diagnosticMessages[code];
    const { title, explanation, example } = diagnosticPages[code];
    return [code, { severity, needs, ...(needsOf ? { needsOf } : {}), title, messages, explanation, example }];
  });
  return Object.fromEntries(entries) as Catalogue;
}
