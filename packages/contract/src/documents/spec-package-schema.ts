import { limits } from "../limits.ts";
import { name, pointer, time, version } from "./schema-parts.ts";
import { schemaProfile } from "./schema-profile.ts";
import type { NormalizationOp } from "./spec-package.ts";

const text = { type: "string", minLength: 1, maxLength: 2_000 } as const;
const pattern = { ...pointer, maxLength: 512 } as const;
const itemPointer = { ...pointer, minLength: 2, maxLength: 512 } as const;

const ruleMembers = {
  id: {
    ...name,
    description: "The name of the rule, unique in the package. Diagnostics name the rule that they come from.",
  },
  check: {
    type: "string",
    enum: ["allowed-values", "unique-by", "sum-equals", "records-match-fields", "cel"],
    description: "The kind of check. It decides which further members the rule has.",
  },
  at: {
    ...pattern,
    description:
      'The values to check: a JSON Pointer into the candidate, in which `*` matches each item of an array or each value of a map, such as "/outputFields/*/name". "" is the whole candidate.',
  },
  severity: {
    type: "string",
    enum: ["error", "warning", "info"],
    default: "error",
    description: "An error makes the candidate invalid; a warning or an info is only reported.",
  },
  why: { ...text, description: "The reason for the rule, quoted in its diagnostics." },
  needs: {
    type: "string",
    const: "owner-decision",
    description:
      "Set if only the owner can decide how to meet the rule. Diagnostics then say so, and no fix is offered.",
  },
  values: {
    type: "array",
    minItems: 1,
    maxItems: limits.schema.enumValues,
    description: "For `allowed-values`: the values that are allowed.",
  },
  aliases: {
    type: "object",
    maxProperties: limits.schema.enumValues,
    propertyNames: { type: "string", minLength: 1, maxLength: 64 },
    additionalProperties: { type: "string" },
    description:
      'For `allowed-values`: other names for listed strings, such as {"docker": "oci"}. They are not accepted, but a safe fix writes the listed string.',
  },
  by: {
    ...itemPointer,
    type: ["string", "array"],
    minItems: 1,
    maxItems: 8,
    uniqueItems: true,
    items: itemPointer,
    description:
      'For `unique-by`: the value that must differ, as a JSON Pointer that starts at the item, such as "/name"; or several pointers, whose values must not all be the same.',
  },
  of: {
    ...pointer,
    minLength: 2,
    maxLength: 512,
    description:
      'For `sum-equals`: the number in each item, as a JSON Pointer that starts at the item, such as "/share". Default: the item itself.',
  },
  total: { type: "number", description: "For `sum-equals`: what the numbers must add up to, such as 100." },
  fieldsAt: {
    ...pattern,
    description: 'For `records-match-fields`: where the fields are declared, such as "/outputFields".',
  },
  missing: {
    type: "string",
    enum: ["error", "allow"],
    description: "For `records-match-fields`: whether a record may leave out a declared field.",
  },
  nameProperty: {
    type: "string",
    minLength: 1,
    maxLength: 64,
    default: "name",
    description: "For `records-match-fields`: the property of a declaration that has the name of the field.",
  },
  typeProperty: {
    type: "string",
    minLength: 1,
    maxLength: 64,
    default: "type",
    description: "For `records-match-fields`: the property of a declaration that has the type of the field.",
  },
  assert: {
    type: "string",
    minLength: 1,
    maxLength: limits.cel.characters,
    description:
      "For `cel`: the expression that must be true. `self` is the value at `at`, `candidate` is the whole candidate.",
  },
  message: {
    ...text,
    description:
      "For `cel`: what the author of a candidate reads if the expression is false. Say what to do. `{self.share}` and `{candidate.title}` stand for the values of these properties.",
  },
  reportAt: {
    ...itemPointer,
    description:
      'For `cel`: the place to report, as a JSON Pointer that starts at the value at `at`, such as "/endDate". Use it if a rule reads several properties and one of them has to change. Default: the value at `at`, or what the expression reads if `at` is empty.',
  },
} as const;

/** The properties of each kind of check, besides `id`, `check`, `at`, `severity`, `why` and `needs`. */
export const ruleMembersByCheck = {
  "allowed-values": ["values", "aliases"],
  "unique-by": ["by"],
  "sum-equals": ["of", "total"],
  "records-match-fields": ["fieldsAt", "missing", "nameProperty", "typeProperty"],
  cel: ["assert", "message", "reportAt"],
} as const;

/** Those of them that a rule may leave out. */
export const optionalRuleMembers: ReadonlySet<string> = new Set([
  "aliases",
  "of",
  "nameProperty",
  "typeProperty",
  "reportAt",
]);

const expected = {
  type: "array",
  items: {
    type: "object",
    properties: {
      code: { type: "string", description: 'The code of the diagnostic, such as "field.missing".' },
      path: { ...pointer, description: 'Where it is reported, as a JSON Pointer such as "/generatorId".' },
    },
    required: ["code", "path"],
    additionalProperties: false,
  },
} as const;

const membersOf = Object.entries(ruleMembersByCheck).map(([check, members]) => ({
  if: { properties: { check: { const: check } }, required: ["check"] },
  // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
  then: {
    required: members.filter((member) => !optionalRuleMembers.has(member)),
    propertyNames: { enum: ["id", "check", "at", "severity", "why", "needs", ...members] },
  },
}));

/** What each step of a normalization does. */
export const normalizationDescriptions: { readonly [op in NormalizationOp]: string } = {
  nfc: "Composes characters (Unicode NFC), so that two ways to write `é` become the same string",
  newlines: "Turns CRLF and CR into LF",
  trim: "Removes whitespace at both ends of the string",
  sort: "Sorts an array of strings by UTF-16 code units; the sorted candidate is checked again",
};

/**
 * The JSON Schema of a `SpecPackage`, with a description of every member for editors and for the reference.
 * `compileSpec` checks what JSON Schema cannot express.
 */
export const specPackageSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Assay spec package, format 1",
  description: "The rules of one proposal domain, published by its target product.",
  type: "object",
  properties: {
    $schema: {
      type: "string",
      maxLength: 2_048,
      description: "The URL or path of this JSON Schema, for editors. Not part of the digest.",
    },
    format: { type: "string", const: "spec-package/v1", description: 'The format of the document: "spec-package/v1".' },
    targetProduct: {
      ...name,
      description: "The id of the product that the proposals are for: lower case letters, digits and hyphens.",
    },
    domainId: {
      ...name,
      description: "The id of this kind of proposal within the product: lower case letters, digits and hyphens.",
    },
    version: {
      ...version,
      description: 'The version of these rules, such as "1.0.0". Every verdict and every package names it.',
    },
    title: { ...text, description: "What the proposals are, in a few words." },
    summary: { ...text, description: "What a proposal must contain, in a sentence." },
    next: {
      type: "object",
      description: "The version that you announce. Not part of the digest, because it changes no rule.",
      properties: {
        version: { ...version, description: "The announced version, higher than this one." },
        url: {
          type: "string",
          pattern: "^https?://[!-~]+$",
          maxLength: 2_048,
          description: "Where the announced version is published, on the same origin as this one.",
        },
        effectiveFrom: { ...time, description: 'When it takes effect, in UTC, such as "2027-03-01T00:00:00Z".' },
      },
      required: ["version", "url", "effectiveFrom"],
      additionalProperties: false,
    },
    owner: {
      type: "object",
      description: 'Who may own a proposal, such as {"kinds": ["human"]}. Always checked.',
      properties: {
        kinds: {
          type: "array",
          minItems: 1,
          maxItems: 16,
          uniqueItems: true,
          items: name,
          description: 'The values that `owner.kind` of a candidate may have, such as ["human"].',
        },
        why: { ...text, description: "The reason, quoted in diagnostics." },
      },
      required: ["kinds"],
      additionalProperties: false,
    },
    generatorId: {
      type: "object",
      description:
        'How the id of a candidate is compared with the registry, such as {"compare": "ascii-lower-separators"}. Always checked.',
      properties: {
        compare: {
          type: "string",
          enum: ["ascii-lower-separators", "exact"],
          description:
            '"ascii-lower-separators": ids are compared without case and without `-`, `_` and `.`, so `Person_Basic` equals `person-basic`. "exact": ids are compared as they are written, so `0.11.0` is free beside `0.1.10`; an id that looks like another one is still a warning, unless the two differ only in digits and separators.',
        },
        why: { ...text, description: "The reason, quoted in diagnostics." },
      },
      required: ["compare"],
      additionalProperties: false,
    },
    candidateSchema: {
      $ref: "#/$defs/schema",
      description:
        "The JSON Schema of a candidate. It must require `owner` with `kind`, and `generatorId`, and limit the size of every string, array and object.",
    },
    fieldTypes: {
      type: "object",
      minProperties: 1,
      maxProperties: limits.specPackage.fieldTypes,
      propertyNames: {
        ...name,
        description:
          "A name consists of lower-case letters, digits and hyphens, begins with a letter and has at most 64 characters.",
      },
      description:
        "The types that output fields can declare, by name. `records-match-fields` checks sample values against them.",
      additionalProperties: {
        type: "object",
        properties: {
          schema: { $ref: "#/$defs/schema", description: "The JSON Schema of the values of this type." },
          aliases: {
            type: "array",
            maxItems: 16,
            uniqueItems: true,
            items: { type: "string", minLength: 1, maxLength: 64 },
            description:
              "Other names that authors use for the type. They are not accepted, but this type is suggested as a fix.",
          },
        },
        required: ["schema"],
        additionalProperties: false,
      },
    },
    rules: {
      type: "array",
      maxItems: limits.specPackage.rules,
      description: "Checks that JSON Schema cannot express, in the order in which they run.",
      items: {
        type: "object",
        properties: ruleMembers,
        required: ["id", "check", "at"],
        additionalProperties: false,
        allOf: membersOf,
      },
    },
    normalize: {
      type: "array",
      maxItems: limits.specPackage.normalizations,
      description: "How values are normalized before they are checked and packaged.",
      items: {
        type: "object",
        properties: {
          at: {
            ...pattern,
            description:
              "The values to normalize: a JSON Pointer, in which `*` matches each item of an array or each value of a map.",
          },
          ops: {
            type: "array",
            minItems: 1,
            uniqueItems: true,
            items: { type: "string", enum: ["nfc", "newlines", "trim", "sort"] },
            description: "What to do: `nfc`, `newlines` and `trim` for strings, `sort` for arrays of strings.",
          },
        },
        required: ["at", "ops"],
        additionalProperties: false,
      },
    },
    tests: {
      type: "array",
      minItems: 2,
      maxItems: limits.specPackage.tests,
      description:
        "Candidates with the errors that each must get. The package is accepted only if all tests pass; at least one must expect no error, and at least one must expect an error.",
      items: {
        type: "object",
        properties: {
          name: { ...text, description: "What the test shows, as a sentence." },
          registry: {
            type: "array",
            items: { type: "string", maxLength: limits.schema.generatorIdLength },
            description: "The ids that are taken in this test. With a `base`, by default those of the base.",
          },
          candidate: { description: "The candidate to validate." },
          base: {
            ...text,
            description:
              "Instead of `candidate`: the name of a test with a candidate of its own, which `patch` changes.",
          },
          patch: {
            type: "array",
            maxItems: 16,
            description:
              'With `base`: what to change in its candidate, as a JSON Patch such as [{"op": "remove", "path": "/name"}].',
            items: {
              type: "object",
              properties: {
                op: {
                  type: "string",
                  enum: ["add", "replace", "remove", "move", "test"],
                  description: "What to do at `path`.",
                },
                path: { ...pointer, description: "Where, as a JSON Pointer into the candidate of the base." },
                from: { ...pointer, description: "For `move`: where the value comes from." },
                value: { description: "For `add`, `replace` and `test`: the value." },
              },
              required: ["op", "path"],
              additionalProperties: false,
            },
          },
          expect: {
            ...expected,
            description:
              "Every error of the candidate, in any order; [] if it is valid. Warnings are listed in `warnings`.",
          },
          warnings: {
            ...expected,
            description:
              "Every warning of the candidate, in any order, and everything that only informs. Leave it out to compare errors only.",
          },
        },
        required: ["name", "expect"],
        dependentRequired: { patch: ["base"] },
        if: { required: ["base"] },
        // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
        then: { required: ["patch"] },
        else: { required: ["registry", "candidate"] },
        additionalProperties: false,
      },
    },
  },
  required: [
    "format",
    "targetProduct",
    "domainId",
    "version",
    "title",
    "summary",
    "owner",
    "generatorId",
    "candidateSchema",
    "tests",
  ],
  additionalProperties: false,
  $defs: { schema: schemaProfile },
} as const;
