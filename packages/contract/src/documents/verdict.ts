import { limits } from "../limits.ts";
import { type Diagnostic, diagnosticSchema } from "./diagnostic.ts";
import { time, version } from "./schema-parts.ts";

/** The status of the candidate's id in the registry. The id of an open proposal is `pending`. */
export type IdStatus = (typeof idStatuses)[number];

const idStatuses = ["free", "taken", "pending", "not-looked-up"] as const;

/** The engine's verdict on a candidate. The same input always gives the same bytes. */
export type Verdict = ValidVerdict | InvalidVerdict;

/** A verdict without errors under the current spec package. It can have warnings. */
export interface ValidVerdict extends VerdictMembers {
  readonly valid: true;
}

/** A verdict with at least one error. */
export interface InvalidVerdict extends VerdictMembers {
  readonly valid: false;
}

/** The members of every verdict, valid or not. */
export interface VerdictMembers {
  readonly summary: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The ids of rules that were not evaluated everywhere, because the values that they read are invalid. */
  readonly skippedRules?: readonly string[];
  /** How many diagnostics were omitted because the answer would be too large. */
  readonly omitted?: number;
  /** The problems that only the announced next rules report. */
  readonly upcoming?: Upcoming;
  readonly registry: { readonly idStatus: IdStatus };
}

/** The problems that the announced next rules report and the current rules do not. */
export interface Upcoming {
  readonly version: string;
  readonly effectiveFrom?: string;
  readonly diagnostics: readonly Diagnostic[];
}

const diagnosticsSchema = {
  type: "array",
  items: diagnosticSchema,
  maxItems: limits.diagnostics,
  description: "Every problem in the candidate, errors first.",
} as const;

/** The JSON Schema of an `Upcoming`. */
export const upcomingSchema = {
  type: "object",
  description: "The problems that only the announced next rules report. Absent if there are none.",
  properties: {
    version: { ...version, description: "The version of the next spec package." },
    effectiveFrom: { ...time, description: "When it replaces the current one." },
    diagnostics: { ...diagnosticsSchema, description: "The problems that the current rules do not report." },
  },
  required: ["version", "diagnostics"],
} as const;

/** The JSON Schema of a `Verdict`. */
export const verdictSchema = {
  type: "object",
  properties: {
    valid: { type: "boolean", description: "Whether there are no errors. A valid candidate may have warnings." },
    summary: { type: "string", description: "The verdict in one sentence, for a person." },
    diagnostics: diagnosticsSchema,
    skippedRules: {
      type: "array",
      items: { type: "string" },
      description:
        "Rules not evaluated everywhere, because values that they read are invalid or were not looked up. Absent if none.",
    },
    omitted: {
      type: "integer",
      minimum: 1,
      description: "How many diagnostics were left out because the answer would be too large. Absent if none.",
    },
    upcoming: upcomingSchema,
    registry: {
      type: "object",
      description: "The result of the registry lookup.",
      properties: {
        idStatus: {
          type: "string",
          enum: idStatuses,
          description: "The status of the candidate's id. The id of an open proposal is `pending`.",
        },
      },
      required: ["idStatus"],
    },
  },
  required: ["valid", "summary", "diagnostics", "registry"],
} as const;
