import { limits } from "../limits.ts";
import { ruleMembers, ruleMembersRequired } from "./rules.ts";
import { name, pattern, pointer, text, time, version } from "./schema-parts.ts";
import { schemaProfile } from "./schema-profile.ts";

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
      description: "The id of the product that the proposals are for: lowercase letters, digits and hyphens.",
    },
    domainId: {
      ...name,
      description: "The id of this kind of proposal within the product: lowercase letters, digits and hyphens.",
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
          description: 'The values that a candidate\'s `owner.kind` may have, such as ["human"].',
        },
        mustBeCaller: {
          type: "boolean",
          default: false,
          description: "Whether `owner.id` must be the subject of the caller, as the identity service names it.",
        },
        why: { ...text, description: "The reason, quoted in diagnostics." },
      },
      required: ["kinds"],
      additionalProperties: false,
    },
    generatorId: {
      type: "object",
      description:
        'How a candidate\'s id is compared with the registry, such as {"compare": "ascii-lower-separators"}. Always checked.',
      properties: {
        compare: {
          type: "string",
          enum: ["ascii-lower-separators", "exact"],
          description:
            '"ascii-lower-separators": ids are compared ignoring case, `-`, `_` and `.`, so `Person_Basic` equals `person-basic`. "exact": ids are compared as they are written, so `0.11.0` is free beside `0.1.10`.',
        },
        why: { ...text, description: "The reason, quoted in diagnostics." },
      },
      required: ["compare"],
      additionalProperties: false,
    },
    candidateSchema: {
      $ref: "#/$defs/schema",
      description:
        "The JSON Schema for candidates. It must require `owner` with `kind`, and `generatorId`, and limit the size of every string, array and object.",
    },
    fieldTypes: {
      type: "object",
      minProperties: 1,
      maxProperties: limits.specPackage.fieldTypes,
      propertyNames: {
        ...name,
        description:
          "A name consists of lowercase letters, digits and hyphens, begins with a letter and has at most 64 characters.",
      },
      description:
        "The types that output fields can declare, by name. `records-match-fields` checks sample values against them.",
      additionalProperties: {
        type: "object",
        properties: {
          schema: { $ref: "#/$defs/schema", description: "The JSON Schema for values of this type." },
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
        allOf: ruleMembersRequired,
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
            description:
              "What to do: `nfc` composes characters (Unicode NFC), so that two ways to write `é` become the same string; `newlines` turns CRLF and CR into LF; `trim` removes whitespace at both ends of the string; `sort` sorts an array of strings by UTF-16 code units; rules read it sorted.",
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
            description:
              "The ids that are taken in this test. Required without a `base`; with one, the default is those of the base.",
          },
          candidate: { description: "The candidate to validate. Required without a `base`." },
          caller: {
            type: "string",
            minLength: 1,
            maxLength: 256,
            description: "The subject of the caller, for `owner.mustBeCaller`. Leave it out if the caller is unknown.",
          },
          base: {
            ...text,
            description: "Instead of `candidate`: the name of a test that has a `candidate`, which `patch` changes.",
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
                  enum: ["add", "replace", "remove", "move"],
                  description: "What to do at `path`.",
                },
                path: { ...pointer, description: "Where, as a JSON Pointer into the candidate of the base." },
                from: { ...pointer, description: "For `move`: where the value comes from." },
                value: { description: "For `add` and `replace`: the value." },
              },
              required: ["op", "path"],
              additionalProperties: false,
            },
          },
          expect: {
            ...expected,
            description:
              "Every error in the candidate, in any order; [] if it is valid. Warnings are listed in `warnings`.",
          },
          warnings: {
            ...expected,
            description:
              "Every warning and info diagnostic for the candidate, in the same form as `expect`. Leave it out to compare errors only.",
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
