import type { DiagnosticCode, Severity } from "./diagnostic-catalogue.ts";
import type { Json, JsonSchema } from "./json.ts";
import { limits } from "./limits.ts";
import { name, pointer, time, version } from "./schema-parts.ts";
import { schemaProfile } from "./schema-profile.ts";

/** The rules of one proposal domain, published by its target product. */
export interface SpecPackage {
  readonly format: "spec-package/v1";
  readonly targetProduct: string;
  readonly domainId: string;
  readonly version: string;
  readonly title: string;
  readonly summary: string;
  /** The announced next version. Not part of the digest, because it changes no rule. */
  readonly next?: { readonly version: string; readonly url: string; readonly effectiveFrom: string };
  /** Which kinds of owner a proposal may have. Always checked. */
  readonly owner: { readonly kinds: readonly string[]; readonly why?: string };
  /** How ids are compared with the registry. Always checked. */
  readonly generatorId: { readonly compare: "ascii-lower-separators"; readonly why?: string };
  readonly candidateSchema: JsonSchema;
  /** The types that output fields can declare. */
  readonly fieldTypes?: { readonly [type: string]: FieldType };
  /** Further checks, in the order in which they run. Default: none. */
  readonly rules?: readonly Rule[];
  /** How values are normalized before they are packaged. Default: not at all. */
  readonly normalize?: readonly Normalization[];
  /** Tests of the package. It is accepted only if all of them pass. */
  readonly tests: readonly SpecTest[];
}

/** A type that an output field can declare. */
export interface FieldType {
  readonly schema: JsonSchema;
  /** Other names for the type. They are not accepted, but suggest this type as a fix. */
  readonly aliases?: readonly string[];
}

interface RuleBase {
  readonly id: string;
  /** A JSON Pointer into the candidate. The token `*` matches each item of an array. */
  readonly at: string;
  /** Default: `error`. */
  readonly severity?: Severity;
  /** The reason for the rule. It is quoted in diagnostics. */
  readonly why?: string;
  /** Set if only the owner can decide how to meet the rule; diagnostics of the rule say so. Default: the author can. */
  readonly needs?: "owner-decision";
}

/** A check that the product team adds. The engine expands `*` in the properties `at` and `...At`. */
export type Rule =
  | (RuleBase & { readonly check: "allowed-values"; readonly values: readonly Json[] })
  | (RuleBase & { readonly check: "unique-by"; readonly by: string })
  | (RuleBase & {
      readonly check: "records-match-fields";
      readonly fieldsAt: string;
      readonly missing: "error" | "allow";
    })
  | (RuleBase & { readonly check: "cel"; readonly assert: string; readonly message: string });

/** How a value is normalized before it is packaged: `nfc`, `newlines` and `trim` for strings, `sort` for arrays of strings. */
export interface Normalization {
  readonly at: string;
  readonly ops: readonly NormalizationOp[];
}

/** One step of a normalization. */
export type NormalizationOp = "nfc" | "newlines" | "trim" | "sort";

/** A candidate and the complete set of errors expected for it. */
export interface SpecTest {
  readonly name: string;
  /** The ids that are taken in this test. */
  readonly registry: readonly string[];
  readonly candidate: Json;
  readonly expect: readonly { readonly code: DiagnosticCode; readonly path: string }[];
}

const text = { type: "string", minLength: 1, maxLength: 2_000 } as const;
const pattern = { ...pointer, maxLength: 512 } as const;

const ruleMembers = {
  id: name,
  check: { type: "string", enum: ["allowed-values", "unique-by", "records-match-fields", "cel"] },
  at: pattern,
  severity: { type: "string", enum: ["error", "warning", "info"] },
  why: text,
  needs: { type: "string", const: "owner-decision" },
  values: { type: "array", minItems: 1, maxItems: limits.schema.enumValues },
  by: { ...pointer, minLength: 2, maxLength: 512 },
  fieldsAt: pattern,
  missing: { type: "string", enum: ["error", "allow"] },
  assert: { type: "string", minLength: 1, maxLength: limits.cel.characters },
  message: text,
} as const;

/** The properties of each kind of check, besides `id`, `check`, `at`, `severity`, `why` and `needs`. */
export const ruleMembersByCheck = {
  "allowed-values": ["values"],
  "unique-by": ["by"],
  "records-match-fields": ["fieldsAt", "missing"],
  cel: ["assert", "message"],
} as const;

const membersOf = Object.entries(ruleMembersByCheck).map(([check, members]) => ({
  if: { properties: { check: { const: check } }, required: ["check"] },
  // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
  then: {
    required: [...members],
    propertyNames: { enum: ["id", "check", "at", "severity", "why", "needs", ...members] },
  },
}));

/** The JSON Schema of a `SpecPackage`. `compileSpec` checks what JSON Schema cannot express. */
export const specPackageSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Assay spec package, format 1",
  type: "object",
  properties: {
    format: { type: "string", const: "spec-package/v1" },
    targetProduct: name,
    domainId: name,
    version,
    title: text,
    summary: text,
    next: {
      type: "object",
      properties: {
        version,
        url: { type: "string", pattern: "^https?://[!-~]+$", maxLength: 2_048 },
        effectiveFrom: time,
      },
      required: ["version", "url", "effectiveFrom"],
      additionalProperties: false,
    },
    owner: {
      type: "object",
      properties: {
        kinds: { type: "array", minItems: 1, maxItems: 16, uniqueItems: true, items: name },
        why: text,
      },
      required: ["kinds"],
      additionalProperties: false,
    },
    generatorId: {
      type: "object",
      properties: { compare: { type: "string", const: "ascii-lower-separators" }, why: text },
      required: ["compare"],
      additionalProperties: false,
    },
    candidateSchema: { $ref: "#/$defs/schema" },
    fieldTypes: {
      type: "object",
      minProperties: 1,
      maxProperties: limits.specPackage.fieldTypes,
      propertyNames: name,
      additionalProperties: {
        type: "object",
        properties: {
          schema: { $ref: "#/$defs/schema" },
          aliases: {
            type: "array",
            maxItems: 16,
            uniqueItems: true,
            items: { type: "string", minLength: 1, maxLength: 64 },
          },
        },
        required: ["schema"],
        additionalProperties: false,
      },
    },
    rules: {
      type: "array",
      maxItems: limits.specPackage.rules,
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
      items: {
        type: "object",
        properties: {
          at: pattern,
          ops: {
            type: "array",
            minItems: 1,
            uniqueItems: true,
            items: { type: "string", enum: ["nfc", "newlines", "trim", "sort"] },
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
      items: {
        type: "object",
        properties: {
          name: text,
          registry: { type: "array", items: { type: "string", maxLength: 128 } },
          candidate: {},
          expect: {
            type: "array",
            items: {
              type: "object",
              properties: { code: { type: "string" }, path: pointer },
              required: ["code", "path"],
              additionalProperties: false,
            },
          },
        },
        required: ["name", "registry", "candidate", "expect"],
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
