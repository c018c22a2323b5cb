import {
  type Applicability,
  type Diagnostic,
  diagnosticSchema,
  type PatchOperation,
  patchSchema,
} from "./diagnostic.ts";
import type { DiagnosticCode } from "./diagnostic-catalogue.ts";
import { pointer, time, version } from "./schema-parts.ts";

/** The number of diagnostics of each severity. These are lower bounds if `check.budget` is among them. */
export interface Counts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
}

/** A check that did not run, and the error that prevented it. */
export interface SkippedCheck {
  readonly check: string;
  readonly because: { readonly code: DiagnosticCode; readonly path: string };
}

/**
 * What the registry says about the candidate's id: an open proposal uses it (`in-ballot`), the registry could not tell
 * (`unknown`), or there was no id to ask for (`not-checked`).
 */
export type GeneratorIdState = (typeof generatorIdStates)[number];

const generatorIdStates = ["free", "taken", "in-ballot", "unknown", "not-checked"] as const;

/** The verdict of the engine on a candidate. The same input always gives the same bytes. */
export type Verdict = ValidVerdict | InvalidVerdict;

/** A verdict without errors under the current spec package; it may have warnings. */
export interface ValidVerdict extends VerdictMembers {
  readonly valid: true;
}

/** A verdict with at least one error. */
export interface InvalidVerdict extends VerdictMembers {
  readonly valid: false;
}

/** What every verdict has, valid or not. */
export interface VerdictMembers {
  readonly summary: string;
  readonly counts: Counts;
  readonly diagnostics: readonly Diagnostic[];
  /** True if diagnostics or fixes were left out because the answer would be too large. */
  readonly truncated: boolean;
  /** One patch that combines the first fix of each diagnostic. The engine has tried it as a whole. */
  readonly repair?: {
    readonly patch: readonly PatchOperation[];
    readonly applicability: Applicability;
    /** How many diagnostics the patched candidate still has. */
    readonly remaining: Counts;
  };
  readonly checks: { readonly ran: readonly string[]; readonly skipped: readonly SkippedCheck[] };
  readonly registry: { readonly generatorId: GeneratorIdState };
  /** What normalization changed. `path` is the pointer in the spec package's `normalize`. */
  readonly normalizations?: readonly { readonly path: string; readonly ops: readonly string[] }[];
  /** The verdict under the announced next spec package. */
  readonly upcoming?: {
    readonly version: string;
    readonly effectiveFrom?: string;
    readonly valid: boolean;
    readonly counts: Counts;
    readonly diagnostics: readonly Diagnostic[];
  };
}

const countsSchema = {
  type: "object",
  properties: {
    error: { type: "integer", minimum: 0 },
    warning: { type: "integer", minimum: 0 },
    info: { type: "integer", minimum: 0 },
  },
  required: ["error", "warning", "info"],
  additionalProperties: false,
} as const;

const diagnosticsSchema = { type: "array", items: diagnosticSchema, maxItems: 50 } as const;

/** The JSON Schema of a `Verdict`. */
export const verdictSchema = {
  type: "object",
  properties: {
    valid: { type: "boolean" },
    summary: { type: "string" },
    counts: countsSchema,
    diagnostics: diagnosticsSchema,
    truncated: { type: "boolean" },
    repair: {
      type: "object",
      properties: {
        patch: patchSchema,
        applicability: { type: "string", enum: ["safe", "review"] },
        remaining: countsSchema,
      },
      required: ["patch", "applicability", "remaining"],
      additionalProperties: false,
    },
    checks: {
      type: "object",
      properties: {
        ran: { type: "array", items: { type: "string" } },
        skipped: {
          type: "array",
          items: {
            type: "object",
            properties: {
              check: { type: "string" },
              because: {
                type: "object",
                properties: { code: { type: "string" }, path: pointer },
                required: ["code", "path"],
                additionalProperties: false,
              },
            },
            required: ["check", "because"],
            additionalProperties: false,
          },
        },
      },
      required: ["ran", "skipped"],
      additionalProperties: false,
    },
    registry: {
      type: "object",
      properties: { generatorId: { type: "string", enum: generatorIdStates } },
      required: ["generatorId"],
      additionalProperties: false,
    },
    normalizations: {
      type: "array",
      items: {
        type: "object",
        properties: { path: pointer, ops: { type: "array", items: { type: "string" }, minItems: 1 } },
        required: ["path", "ops"],
        additionalProperties: false,
      },
    },
    upcoming: {
      type: "object",
      properties: {
        version,
        effectiveFrom: time,
        valid: { type: "boolean" },
        counts: countsSchema,
        diagnostics: diagnosticsSchema,
      },
      required: ["version", "valid", "counts", "diagnostics"],
      additionalProperties: false,
    },
  },
  required: ["valid", "summary", "counts", "diagnostics", "truncated", "checks", "registry"],
  additionalProperties: false,
} as const;
