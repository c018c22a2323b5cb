import type { DiagnosticCode, Needs, Severity } from "./diagnostic-catalogue.ts";
import type { Json } from "./json.ts";
import { placed, pointer } from "./schema-parts.ts";

/** The rule of the spec package behind a diagnostic. */
export interface RuleReference {
  /** The product team's name for the rule, or one of ours: `candidate-schema`, `owner-kind`, `generator-id`. */
  readonly id: string;
  /** Where it stands in the spec package, as a JSON Pointer. */
  readonly at: string;
  /** The product team's reason, cut and escaped. */
  readonly why?: string;
}

/** One operation of a JSON Patch (RFC 6902), as fixes use them. */
export type PatchOperation =
  | { readonly op: "test" | "add" | "replace"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move"; readonly from: string; readonly path: string };

/** `safe` cannot change meaning; everything else wants a look. */
export type Applicability = "safe" | "review";

/** A proven change that removes its diagnostic. */
export interface Fix {
  readonly title: string;
  readonly applicability: Applicability;
  readonly patch: readonly PatchOperation[];
}

/** One thing to mend, wherever and however often it occurs. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** Into the candidate as submitted; for a missing member, where it belongs. */
  readonly path: string;
  readonly message: string;
  readonly needs: Needs;
  readonly params?: { readonly [name: string]: Json };
  readonly rule: RuleReference;
  readonly related?: readonly { readonly path: string; readonly message: string }[];
  /** How often the same mistake occurs, when more than once. */
  readonly count?: number;
  /** The first places where it occurs, when more than one. */
  readonly paths?: readonly string[];
  readonly fixes?: readonly Fix[];
}

const patchSchema = {
  type: "array",
  items: {
    type: "object",
    properties: {
      op: { type: "string", enum: ["test", "add", "replace", "remove", "move"] },
      path: pointer,
      from: pointer,
      value: {},
    },
    required: ["op", "path"],
    additionalProperties: false,
  },
} as const;

/** The JSON Schema of a `Diagnostic`. */
export const diagnosticSchema = {
  type: "object",
  properties: {
    code: { type: "string", pattern: "^[a-z]+(-[a-z]+)*\\.[a-z]+(-[a-z]+)*$" },
    severity: { type: "string", enum: ["error", "warning", "info"] },
    path: pointer,
    message: { type: "string" },
    needs: { type: "string", enum: ["edit", "owner-decision", "product-team"] },
    params: { type: "object" },
    rule: {
      type: "object",
      properties: { id: { type: "string" }, at: pointer, why: { type: "string" } },
      required: ["id", "at"],
      additionalProperties: false,
    },
    related: {
      type: "array",
      items: placed,
    },
    count: { type: "integer", minimum: 2 },
    paths: { type: "array", items: pointer, minItems: 2, maxItems: 5 },
    fixes: {
      type: "array",
      items: {
        type: "object",
        properties: {
          title: { type: "string" },
          applicability: { type: "string", enum: ["safe", "review"] },
          patch: patchSchema,
        },
        required: ["title", "applicability", "patch"],
        additionalProperties: false,
      },
    },
  },
  required: ["code", "severity", "path", "message", "needs", "rule"],
  additionalProperties: false,
} as const;

/** The JSON Schema of a JSON Patch as fixes use it. */
export { patchSchema };
