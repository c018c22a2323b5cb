import type { DiagnosticCode, Needs, Severity } from "../catalogues/diagnostic-messages.ts";
import type { Json } from "../json/json.ts";
import { limits } from "../limits.ts";
import { placed, pointer } from "./schema-parts.ts";

/** The rule of the spec package that a diagnostic is about. */
export interface RuleReference {
  /** The id that the product team gave the rule, or a built-in one: `candidate-schema`, `owner-kind`, `generator-id`. */
  readonly id: string;
  /** Where the rule is, as a JSON Pointer into the spec package. */
  readonly at: string;
  /** The product team's reason for the rule, shortened and escaped. */
  readonly why?: string;
}

/** One operation of a JSON Patch (RFC 6902). Fixes do not use `copy`. */
export type PatchOperation =
  | { readonly op: "test" | "add" | "replace"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move"; readonly from: string; readonly path: string };

/** `safe`: the change cannot alter the meaning of the candidate. `review`: look at the change before applying it. */
export type Applicability = "safe" | "review";

/** A change that removes its diagnostic. The engine has tried it: it causes no new error. */
export interface Fix {
  readonly title: string;
  readonly applicability: Applicability;
  readonly patch: readonly PatchOperation[];
}

/** A fix whose patch is part of `repair` and not repeated: what `fixes: "repair"` asks for. */
export interface FixInRepair extends Omit<Fix, "patch"> {
  readonly patch?: never;
}

/** One problem of a candidate, wherever and however often it occurs. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** A JSON Pointer into the candidate as submitted. For a missing property: where it belongs. */
  readonly path: string;
  readonly message: string;
  readonly needs: Needs;
  /** The values in the message, for programs. Which ones there are depends on the code. */
  readonly params?: { readonly [name: string]: Json };
  readonly rule: RuleReference;
  /** Other places in the candidate that explain the problem, such as the first of two duplicates. */
  readonly related?: readonly { readonly path: string; readonly message: string }[];
  /** How often the same problem occurs. Absent if it occurs once. */
  readonly count?: number;
  /** The first places where it occurs, at most twenty. Absent if it occurs once. */
  readonly paths?: readonly string[];
  /** Changes that remove the problem. One without a patch is part of `repair`; one with a patch may not be. */
  readonly fixes?: readonly (Fix | FixInRepair)[];
}

/** The JSON Schema of a `PatchOperation`. */
export const patchOperationSchema = {
  type: "object",
  description: "One operation of a JSON Patch (RFC 6902) on the candidate.",
  properties: {
    op: {
      type: "string",
      enum: ["test", "add", "replace", "remove", "move"],
      description: "What to do. If a `test` fails, the candidate has changed and no part of the patch applies.",
    },
    path: { ...pointer, description: "Where to do it, as a JSON Pointer." },
    from: { ...pointer, description: "With `move`: where to take the value from." },
    value: { description: "With `test`, `add` and `replace`: the value." },
  },
  required: ["op", "path"],
} as const;

/** The JSON Schema of a JSON Patch. */
export const patchSchema = { type: "array", items: patchOperationSchema } as const;

/** The JSON Schema of an `Applicability`. */
export const applicabilitySchema = {
  type: "string",
  enum: ["safe", "review"],
  description:
    "`safe`: the change cannot alter the meaning of the candidate. `review`: look at the change before you apply it.",
} as const;

/** The JSON Schema of a `Fix`, with or without its patch. */
export const fixSchema = {
  type: "object",
  description: "A change that removes its diagnostic. It was tested and causes no new errors.",
  properties: {
    title: { type: "string", description: "What the change does, in one sentence." },
    applicability: applicabilitySchema,
    patch: {
      ...patchSchema,
      description: 'The change. Absent if `repair` contains it and options.fixes is "repair".',
    },
  },
  required: ["title", "applicability"],
} as const;

/** The JSON Schema of a `RuleReference`. */
export const ruleReferenceSchema = {
  type: "object",
  description: "The spec package rule that the diagnostic is about.",
  properties: {
    id: {
      type: "string",
      description: "The id of the rule, or a built-in one: `candidate-schema`, `owner-kind`, `generator-id`.",
    },
    at: { ...pointer, description: "Where the rule is, as a JSON Pointer into the spec package." },
    why: { type: "string", description: "The product team's reason for the rule." },
  },
  required: ["id", "at"],
} as const;

/** The JSON Schema of a `Diagnostic`. */
export const diagnosticSchema = {
  type: "object",
  description: "One problem in the candidate, wherever and however often it occurs.",
  properties: {
    code: {
      type: "string",
      pattern: "^[a-z]+(-[a-z]+)*\\.[a-z]+(-[a-z]+)*$",
      description: "Never changes; use it to handle the problem in a program. New codes may be added.",
    },
    severity: {
      type: "string",
      enum: ["error", "warning", "info"],
      description: "Only an `error` makes a candidate invalid.",
    },
    path: {
      ...pointer,
      description:
        "Where the problem is, as a JSON Pointer into the candidate as sent. For a missing property: where it belongs.",
    },
    message: { type: "string", description: "What is wrong and what is allowed, for the author." },
    needs: {
      type: "string",
      enum: ["edit", "ask", "owner-decision", "product-team"],
      description:
        "Who can resolve it: the author (`edit`), someone who knows the right value (`ask`: use what you were told, otherwise ask), only the owner, a person (`owner-decision`), or the team that publishes the rules (`product-team`). Any other value: `ask`.",
    },
    params: {
      type: "object",
      description: "The values in the message, for programs. The code's page lists them.",
      additionalProperties: true,
    },
    rule: ruleReferenceSchema,
    related: {
      type: "array",
      items: placed,
      description: "Other places in the candidate that explain the problem, such as the first of two duplicates.",
    },
    count: { type: "integer", minimum: 2, description: "How often the problem occurs. Absent if it occurs once." },
    paths: {
      type: "array",
      items: pointer,
      minItems: 2,
      maxItems: limits.pathsPerDiagnostic,
      description: `The first places where it occurs, at most ${limits.pathsPerDiagnostic}. Absent if it occurs once.`,
    },
    fixes: { type: "array", items: fixSchema, description: "Changes that remove the problem." },
  },
  required: ["code", "severity", "path", "message", "needs", "rule"],
} as const;
