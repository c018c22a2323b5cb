import type { Severity } from "../catalogues/diagnostic-messages.ts";
import type { Json } from "../json/json.ts";
import { limits } from "../limits.ts";
import { name, pattern, pointer, text } from "./schema-parts.ts";

interface RuleBase {
  readonly id: string;
  /** A JSON Pointer into the candidate. The token `*` matches each item of an array and each value of a map. */
  readonly at: string;
  /** Default: `error`. */
  readonly severity?: Severity;
  /** The reason for the rule. It is quoted in diagnostics. */
  readonly why?: string;
  /** Who can settle a violation: who wrote the draft, the person whose facts they are, or only the owner. Default: `ask`. */
  readonly needs?: "edit" | "ask" | "owner-decision";
}

/** A check that the product team adds. The engine expands `*` in the properties `at` and `...At`. */
export type Rule =
  | (RuleBase & {
      readonly check: "allowed-values";
      readonly values: readonly Json[];
      /** Other names for listed strings. They are not accepted, but a fix replaces each of them. Default: none. */
      readonly aliases?: { readonly [alias: string]: string };
    })
  | (RuleBase & {
      readonly check: "unique-by";
      /** A JSON Pointer to the value that must differ, or several pointers whose values must not all be the same. */
      readonly by: string | readonly string[];
    })
  | (RuleBase & {
      readonly check: "sum-equals";
      /** The number in each item, as a JSON Pointer that starts at the item. Default: the item itself. */
      readonly of?: string;
      readonly total: number;
    })
  | (RuleBase & {
      readonly check: "records-match-fields";
      readonly fieldsAt: string;
      readonly missing: "error" | "allow";
      /** The property of a declaration that contains the field's name. Default: `name`. */
      readonly nameProperty?: string;
      /** The property of a declaration that contains the field's type. Default: `type`. */
      readonly typeProperty?: string;
    })
  | (RuleBase & {
      readonly check: "cel";
      readonly assert: string;
      readonly message: string;
      /** Where to report, as a JSON Pointer from `at`. Default: `at`, or what the expression reads if `at` is empty. */
      readonly reportAt?: string;
    });

/** The properties of each kind of check, in addition to `id`, `check`, `at`, `severity`, `why` and `needs`. */
export const ruleMembersByCheck = {
  "allowed-values": ["values", "aliases"],
  "unique-by": ["by"],
  "sum-equals": ["of", "total"],
  "records-match-fields": ["fieldsAt", "missing", "nameProperty", "typeProperty"],
  cel: ["assert", "message", "reportAt"],
} as const;

/** The properties in `ruleMembersByCheck` that a rule can omit. */
export const optionalRuleMembers: ReadonlySet<string> = new Set([
  "aliases",
  "of",
  "nameProperty",
  "typeProperty",
  "reportAt",
]);

const itemPointer = { ...pointer, minLength: 2, maxLength: 512 } as const;

/** The JSON Schemas of the properties of a rule, by name. */
export const ruleMembers = {
  id: {
    ...name,
    description: "The name of the rule, unique in the package. Diagnostics name the rule that they come from.",
  },
  check: {
    type: "string",
    enum: Object.keys(ruleMembersByCheck),
    description: "The kind of check. It determines which other properties the rule has.",
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
    description: "An error makes the candidate invalid; a warning or info is only reported.",
  },
  why: { ...text, description: "The reason for the rule, quoted in its diagnostics." },
  needs: {
    type: "string",
    enum: ["edit", "ask", "owner-decision"],
    description:
      "Who can settle a violation: `edit` for whoever wrote the draft, if the rule only asks for another form; `ask` for the person whose facts they are; `owner-decision` for the owner alone. Default: what the code says, which is `ask` for an expression.",
  },
  values: {
    type: "array",
    minItems: 1,
    maxItems: limits.schema.enumValues,
    description: "For `allowed-values`: the values that are allowed.",
  },
  aliases: {
    type: "object",
    maxProperties: limits.schema.aliases,
    propertyNames: { type: "string", minLength: 1, maxLength: 64 },
    additionalProperties: { type: "string" },
    description:
      'For `allowed-values`: other names for listed strings, such as {"docker": "oci"}. They are not accepted, but a fix writes the listed string.',
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
    ...itemPointer,
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
      "For `cel`: the expression that must be true. `self` is the value at `at`, `candidate` is the whole candidate. `registered(id)` is true if the registry has this id as an active entry.",
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

/** The required and the allowed properties of a rule, as JSON Schemas that depend on its check. */
export const ruleMembersRequired = Object.entries(ruleMembersByCheck).map(([check, members]) => ({
  if: { properties: { check: { const: check } }, required: ["check"] },
  // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
  then: {
    required: members.filter((member) => !optionalRuleMembers.has(member)),
    propertyNames: { enum: ["id", "check", "at", "severity", "why", "needs", ...members] },
  },
}));
