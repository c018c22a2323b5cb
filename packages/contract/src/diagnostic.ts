import type { DiagnosticCode, Needs, Severity } from "./diagnostic-catalogue.ts";
import type { Json } from "./json.ts";
import { limits } from "./limits.ts";
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
    paths: { type: "array", items: pointer, minItems: 2, maxItems: limits.pathsPerDiagnostic },
    fixes: {
      type: "array",
      items: {
        type: "object",
        properties: {
          title: { type: "string" },
          applicability: { type: "string", enum: ["safe", "review"] },
          patch: { ...patchSchema, description: 'Absent if `repair` contains it and options.fixes is "repair".' },
        },
        required: ["title", "applicability"],
        additionalProperties: false,
      },
    },
  },
  required: ["code", "severity", "path", "message", "needs", "rule"],
  additionalProperties: false,
} as const;

/** The JSON Schema of the patch of a `Fix`. */
export { patchSchema };
