import type { JsonObject } from "./json.ts";

/** How much a diagnostic weighs: only an `error` makes a candidate invalid. */
export type Severity = "error" | "warning" | "info";

/** Who can act on a diagnostic. */
export type Needs = "edit" | "owner-decision" | "product-team";

/**
 * Everything a diagnostic can say, in one closed table: a code is stable for ever.
 *
 * In a message `{x}` is the parameter `x` quoted, `{x:bare}` without quotes (our own words and numbers only),
 * `{x:a}` with its article, `{x:list}` several of them, `{x:said}` words of ours that quote it, `{x:item}` so many items,
 * and `{value}` the value that is wrong.
 * An example is a merge patch (RFC 7396) over the valid candidate `cases/candidates/loyalty-card.json` under Datamint
 * 1.0.0: `before` gets the code, `after` does not. Where only a spec package can show it, the patches change Datamint
 * 1.0.0, and the candidate has as many different sample records as `sampleRecords` says. A test applies every example.
 */
export interface DiagnosticEntry {
  readonly severity: Severity;
  readonly needs: Needs;
  readonly title: string;
  readonly messages: { readonly [variant: string]: string };
  readonly explanation: string;
  readonly example:
    | { readonly of: "candidate"; readonly before: JsonObject; readonly after: JsonObject }
    | {
        readonly of: "spec-package";
        readonly sampleRecords: number;
        readonly before: JsonObject;
        readonly after: JsonObject;
      };
}

export const diagnosticCatalogue = {
  "field.missing": {
    severity: "error",
    needs: "edit",
    title: "A required member is missing",
    messages: {
      default: "The member {name} is required here and missing.",
      because: "The member {name} is required because {other} is there, and missing.",
      values: "The member {name} is required here and missing. Allowed: {allowed:list}.",
    },
    explanation:
      "The spec package requires this member. `path` is the place where it belongs. Add it with a value that the schema at `rule.at` accepts. When the object has an unknown member with nearly the same name, you get `field.misspelled` instead.",
    example: {
      of: "candidate",
      before: { description: null },
      after: { description: "Members of a shop's loyalty programme, with the day they joined." },
    },
  },
  "field.unknown": {
    severity: "error",
    needs: "edit",
    title: "A member is not known",
    messages: {
      default: "The member {name} is not known here. Known: {known:list}.",
      knownOrMatching:
        "The member {name} is not known here. Known: {known:list}, and names that match the pattern {patterns:list}.",
      matching: "The member {name} is not known here. Known: names that match the pattern {patterns:list}.",
      none: "The member {name} is not allowed here.",
      name: "The member name {name} is not allowed here.",
      nameOfForm: "The member name {name} is not allowed here. Allowed: {form:said}.",
      wrapper:
        "The member {name} is not known here, but it holds {held:list}: what is in it belongs one level higher, without {name} around it.",
    },
    explanation:
      "The spec package does not accept this member in this object. Remove it, or move what it says to a member that exists. `params.known` lists the members that are known here, `params.patterns` the patterns that other names may match, `params.form` says what every name must be, and `params.held` lists those that are missing here and stand inside it.",
    example: { of: "candidate", before: { colour: "green" }, after: {} },
  },
  "field.misspelled": {
    severity: "error",
    needs: "edit",
    title: "A member's name is misspelled",
    messages: {
      default: "The member {name} is not known here, and {expected} is missing: rename it to {expected}.",
      optional: "The member {name} is not known here: did you mean {expected}?",
    },
    explanation:
      "A known member is absent and an unknown one has nearly its name, or is the only unknown one and of its type: one mistake, not two. `path` is the member as you wrote it; `params.expected` is the name it should have. Everything else is judged as if it had that name.",
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
      composite: "There is {found:a} here, not {expected:a}.",
      notJson: "The value here is {found:bare}, which is not JSON data.",
    },
    explanation:
      'JSON types are compared as they are: the text `"36"` is not the number `36`, and a single value is not a list of one. Write the value in the type that `params.expected` names.',
    example: { of: "candidate", before: { supportedStrategies: "fast" }, after: { supportedStrategies: ["fast"] } },
  },
  "field.value": {
    severity: "error",
    needs: "edit",
    title: "A value is not one of the allowed ones",
    messages: {
      default: "{value} is not allowed here. Allowed: {allowed:list}.",
      near: "{value} is not allowed here: did you mean {didYouMean}? Allowed: {allowed:list}.",
      noForm: "{value} has none of the forms that are allowed here.",
      noneOfForms: "{value} has none of the forms that are allowed here. Allowed: {forms:said}.",
      excluded: "{value} is one that the schema excludes.",
    },
    explanation:
      "The spec package accepts a closed list of values here. `params.allowed` lists them, or `params.forms` says what they look like; `params.didYouMean` is there when one of them is close to yours, or when yours is a known other name for it.",
    example: {
      of: "candidate",
      before: { supportedStrategies: ["quick"] },
      after: { supportedStrategies: ["fast"] },
    },
  },
  "field.pattern": {
    severity: "error",
    needs: "edit",
    title: "A text does not have the required form",
    messages: {
      default: "{value} does not match the pattern {pattern}.",
      idAlphabet:
        "{value} cannot be a generator id: only the letters A to Z and a to z, digits, and - _ . are allowed, with at least one letter or digit.",
    },
    explanation:
      "The text must match the regular expression in `params.pattern` (the common part of RE2 and ECMA-262 with the `u` flag). A pattern says nothing about characters it does not name, so look for blanks, capitals and signs first.",
    example: { of: "candidate", before: { generatorId: "Loyalty Card" }, after: { generatorId: "loyalty-card" } },
  },
  "field.format": {
    severity: "error",
    needs: "edit",
    title: "A text is not in the required format",
    messages: { default: "{value} is not in the format {format:bare}." },
    explanation:
      "The text must be in the format that `params.format` names, as JSON Schema defines it: `date` is `2026-02-28`, `date-time` is `2026-02-28T12:00:00Z`, `uuid` is 8-4-4-4-12 hexadecimal digits.",
    example: {
      of: "candidate",
      before: { owner: { kind: "human", id: "ada" } },
      after: { owner: { kind: "human", id: "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27" } },
    },
  },
  "field.length": {
    severity: "error",
    needs: "edit",
    title: "A text is too long or too short",
    messages: {
      tooLong: "{value} has {length:character}; it may have at most {max:bare}.",
      tooShort: "{value} has {length:character}; it needs at least {min:bare}.",
    },
    explanation:
      "Characters are counted as Unicode code points, after the normalization that the spec package declares for this place: blanks around a trimmed text do not count.",
    example: { of: "candidate", before: { generatorName: "  L  " }, after: { generatorName: "Loyalty card" } },
  },
  "field.range": {
    severity: "error",
    needs: "edit",
    title: "A number is out of range",
    messages: {
      tooSmall: "{value} is too small: at least {min:bare} is needed.",
      tooLarge: "{value} is too large: at most {max:bare} is allowed.",
      notAbove: "{value} is too small: it must be greater than {min:bare}.",
      notBelow: "{value} is too large: it must be less than {max:bare}.",
      notMultiple: "{value} is not a multiple of {step:bare}.",
    },
    explanation: "The spec package bounds this number. `params` holds the bound that was not met.",
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
    title: "A list is too long or too short",
    messages: {
      tooLong: "The list has {length:item}; it may have at most {max:bare}.",
      tooShort: "The list has {length:item}; it needs at least {min:bare}.",
      tooFewOfAKind: "The list has {count:item} of the required form; it needs at least {min:bare}.",
      tooFewOfForm: "The list has {count:item} of the required form ({form:said}); it needs at least {min:bare}.",
      tooManyOfAKind: "The list has {count:item} of the form that is counted; it may have at most {max:bare}.",
      tooManyOfForm:
        "The list has {count:item} of the form that is counted ({form:said}); it may have at most {max:bare}.",
    },
    explanation:
      "Add or remove items. Where only items of one form are counted, `params.count` is how many there are and `params.form` says what they look like. Of a list that is too long, only the items up to the limit were looked at: other diagnostics speak of those.",
    example: { of: "candidate", before: { supportedStrategies: [] }, after: { supportedStrategies: ["fast"] } },
  },
  "list.duplicate": {
    severity: "error",
    needs: "edit",
    title: "A list holds the same value twice",
    messages: {
      default: "{value} is in the list more than once.",
      by: "{actual} is the {member:bare} of more than one item of the list.",
      byComposite:
        "The {found:bare} here is equal to the {member:bare} of an earlier item of the list: give each item its own.",
    },
    explanation:
      "`path` is the later of the two, `related` points to the first. Remove one, or give it a value of its own.",
    example: {
      of: "candidate",
      before: { supportedStrategies: ["fast", "fast"] },
      after: { supportedStrategies: ["fast"] },
    },
  },
  "object.size": {
    severity: "error",
    needs: "edit",
    title: "An object has too many or too few members",
    messages: {
      tooMany: "The object has {size:member}; it may have at most {max:bare}.",
      tooFew: "The object has {size:member}; it needs at least {min:bare}.",
    },
    explanation:
      "The spec package bounds how many members this object may have. Of an object that is too large, only the first members up to the limit were looked at.",
    example: {
      of: "candidate",
      before: { sampleRecords: [{}] },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "owner.kind-not-allowed": {
    severity: "error",
    needs: "owner-decision",
    title: "This kind of owner may not propose",
    messages: { default: "The owner kind {actual} is not allowed. Allowed: {allowed:list}." },
    explanation:
      "The spec package names the kinds of owner it accepts. No fix is ever offered here: who owns a proposal is a fact, and only the person concerned can decide to become its owner. An agent asks the person it works for.",
    example: {
      of: "candidate",
      before: { owner: { kind: "agent", id: "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27" } },
      after: { owner: { kind: "human", id: "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27" } },
    },
  },
  "registry.id-taken": {
    severity: "error",
    needs: "edit",
    title: "The generator id is taken",
    messages: { default: "The generator id {actual} is already in the registry ({state:bare}): choose another one." },
    explanation:
      "Ids are compared without regard to ASCII case and to `-`, `_` and `.`: `Person_Basic` is `person-basic`. Retired and reserved ids are never given again. `params.state` says which it is.",
    example: { of: "candidate", before: { generatorId: "person-basic" }, after: { generatorId: "loyalty-card" } },
  },
  "registry.id-similar": {
    severity: "warning",
    needs: "edit",
    title: "The generator id looks like another one",
    messages: { default: "The generator id {actual} is easily mistaken for {similar}, which is in the registry." },
    explanation:
      "The two ids differ only in characters that look alike (0 and o; 1, l and i; rn and m; vv and w). The candidate is valid, but voters may take one for the other. Given only where the whole registry is at hand.",
    example: { of: "candidate", before: { generatorId: "pers0n-basic" }, after: { generatorId: "loyalty-card" } },
  },
  "registry.id-in-ballot": {
    severity: "warning",
    needs: "edit",
    title: "Another open proposal asks for this generator id",
    messages: { default: "The generator id {actual} is asked for by another open proposal." },
    explanation:
      "The candidate is valid now. If the other proposal is accepted first, this one will be refused with `registry.id-taken`.",
    example: { of: "candidate", before: { generatorId: "invoice-lines" }, after: { generatorId: "loyalty-card" } },
  },
  "output-field.duplicate": {
    severity: "error",
    needs: "edit",
    title: "Two output fields are the same",
    messages: {
      default: "{actual} is the {member:bare} of more than one output field.",
      composite:
        "The {found:bare} here is equal to the {member:bare} of an earlier output field: give each field its own.",
    },
    explanation:
      "`path` is the later of the two, `related` points to the first. Rename one of them, and its values in the sample records with it.",
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
    title: "A sample record has a field that is not declared",
    messages: {
      default: "The sample field {name} is not declared. Declared: {declared:list}.",
      near: "The sample field {name} is not declared: did you mean {didYouMean}?",
      none: "The sample field {name} is not declared; no output field is.",
    },
    explanation:
      "Every member of a sample record must be the name of a declared output field. Declare it, rename it, or remove it from the records.",
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
    title: "A sample record lacks a declared field",
    messages: { default: "The sample record has no value for the output field {name}." },
    explanation:
      "Every declared output field needs a value in every sample record. `related` points to the declaration.",
    example: {
      of: "candidate",
      before: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29" }] },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "sample.value-type": {
    severity: "error",
    needs: "edit",
    title: "A sample value is not of the declared type",
    messages: { default: "The sample value {actual} is not {expected:a}.", composite: "{value} is not {expected:a}." },
    explanation:
      'The value of a sample record must fit the type that its output field declares; `related` points to the declaration. Write the value in that type (`36`, not `"36"`), or declare another type.',
    example: {
      of: "candidate",
      before: { sampleRecords: [{ member: "Ada Diaz", age: "36", joined: "2024-02-29", active: true }] },
      after: { sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }] },
    },
  },
  "rule.violated": {
    severity: "error",
    needs: "edit",
    title: "A rule of the product is not met",
    messages: { default: "The rule {rule} is not met. The product team says: {text}" },
    explanation:
      "The product team wrote this rule as an expression. Its own words are quoted in the message; `rule.at` points to the expression in the spec package.",
    example: {
      of: "candidate",
      before: {
        supportedStrategies: ["fast", "realistic"],
        sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }],
      },
      after: {
        supportedStrategies: ["fast"],
        sampleRecords: [{ member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true }],
      },
    },
  },
  "check.failed": {
    severity: "error",
    needs: "product-team",
    title: "A check could not be completed",
    messages: {
      normalization:
        "The spec package's normalization {ops:list} at {at} turns this candidate, valid as submitted, into one that is not: {code:bare} at {where}.",
      normalizedOtherwise:
        "The spec package's normalization {ops:list} at {at} changes what is said of this candidate: the check {rule} reports {code:bare} at {where} only {when:bare} it.",
      rule: "The rule {rule} of the spec package cannot be evaluated for this candidate ({reason}), so nobody can say whether it is met.",
      registry: "The registry was not asked about the generator id {actual}, so nobody can say that it is free.",
    },
    explanation:
      "The candidate may be right: the spec package, or the way the check was called, is at fault. The verdict is not valid because nothing unproven is called valid. Tell the product team; `rule.at` points to the place.",
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
        "The candidate takes more work to check than is allowed, so the check ended early: there may be more problems than are listed here.",
    },
    explanation:
      "Every verdict has a fixed budget of steps, the same on every machine. Fewer or smaller sample records are the usual way out. Counts are lower bounds.",
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

/** A code of the catalogue. */
export type DiagnosticCode = keyof typeof diagnosticCatalogue;

/** The message templates that a code has. */
export type MessageOf<Code extends DiagnosticCode> = keyof (typeof diagnosticCatalogue)[Code]["messages"] & string;
