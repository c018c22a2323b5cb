import type { DiagnosticCode } from "../catalogues/diagnostic-messages.ts";
import { limits } from "../limits.ts";
import {
  type Applicability,
  applicabilitySchema,
  type Diagnostic,
  diagnosticSchema,
  type PatchOperation,
  patchSchema,
} from "./diagnostic.ts";
import { pointer, time, version } from "./schema-parts.ts";

/** The number of diagnostics of each severity. These are lower bounds if `check.budget` is among them. */
export interface Counts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
}

/** A check that did not run everywhere, and the error that prevented it. */
export interface SkippedCheck {
  readonly check: string;
  readonly because: { readonly code: DiagnosticCode; readonly path: string };
  /** Where it did not run, if it ran at other places: how many places, and the first of them. */
  readonly places?: { readonly count: number; readonly first: string };
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
  /** How the errors differ under the announced next spec package. Absent if they do not. */
  readonly announced?: {
    readonly version: string;
    readonly effectiveFrom?: string;
    /** Errors that only the next rules report, at most ten. */
    readonly new: readonly AnnouncedError[];
    /** Errors that the next rules no longer report, at most ten. */
    readonly gone: readonly AnnouncedError[];
  };
  /** The verdict under the announced next spec package. */
  readonly upcoming?: {
    readonly version: string;
    readonly effectiveFrom?: string;
    readonly valid: boolean;
    readonly counts: Counts;
    readonly diagnostics: readonly Diagnostic[];
  };
}

/** An error that is new or gone under the announced rules. One that is gone has no message. */
export interface AnnouncedError {
  readonly code: DiagnosticCode;
  readonly path: string;
  readonly message?: string;
}

/** The JSON Schema of an `AnnouncedError`. */
export const announcedErrorSchema = {
  type: "object",
  properties: {
    code: { type: "string", description: "Its code." },
    path: { ...pointer, description: "Where it is." },
    message: { type: "string", description: "Absent if it is gone." },
  },
  required: ["code", "path"],
} as const;

const announcedErrors = { type: "array", maxItems: limits.announcedErrors, items: announcedErrorSchema } as const;

/** The JSON Schema of `announced`. */
export const announcedSchema = {
  type: "object",
  description: "How the errors differ under the announced next spec package. Absent if they do not.",
  properties: {
    version: { ...version, description: "The version of the next spec package." },
    effectiveFrom: { ...time, description: "When it replaces the current one." },
    new: { ...announcedErrors, description: `Errors that only it reports, at most ${limits.announcedErrors}.` },
    gone: { ...announcedErrors, description: `Errors that it does not report, at most ${limits.announcedErrors}.` },
  },
  required: ["version", "new", "gone"],
} as const;

/** The JSON Schema of `Counts`. */
export const countsSchema = {
  type: "object",
  description: "The number of diagnostics of each severity.",
  properties: {
    error: { type: "integer", minimum: 0, description: "The number of errors. A valid candidate has none." },
    warning: { type: "integer", minimum: 0, description: "The number of warnings." },
    info: { type: "integer", minimum: 0, description: "The number of notes." },
  },
  required: ["error", "warning", "info"],
} as const;

/** The JSON Schema of the `repair` of a verdict. */
export const repairSchema = {
  type: "object",
  description: "One patch that combines the first fix of each diagnostic. It was tested as a whole.",
  properties: {
    patch: { ...patchSchema, description: "The changes, as one JSON Patch." },
    applicability: applicabilitySchema,
    remaining: { ...countsSchema, description: "How many diagnostics the patched candidate still has." },
  },
  required: ["patch", "applicability", "remaining"],
} as const;

/** The JSON Schema of a `SkippedCheck`. */
export const skippedCheckSchema = {
  type: "object",
  description: "A check that did not run, or not everywhere.",
  properties: {
    check: { type: "string", description: "The id of the rule." },
    because: {
      type: "object",
      description: "The error to fix first.",
      properties: {
        code: { type: "string", description: "The code of its diagnostic." },
        path: { ...pointer, description: "The path of its diagnostic." },
      },
      required: ["code", "path"],
    },
    places: {
      type: "object",
      description: "Where it did not run, if it ran at other places. Then `ran` lists it too.",
      properties: {
        count: { type: "integer", minimum: 1, description: "The number of these places." },
        first: { ...pointer, description: "The first of them." },
      },
      required: ["count", "first"],
    },
  },
  required: ["check", "because"],
} as const;

/** The JSON Schema of the `checks` of a verdict. */
export const checksSchema = {
  type: "object",
  description: "Which checks ran and which could not.",
  properties: {
    ran: { type: "array", items: { type: "string" }, description: "The ids of the rules that were checked." },
    skipped: {
      type: "array",
      description:
        "Checks that did not run, or not everywhere, each with the error that prevented it: a rule is not evaluated where a value that it reads is wrong itself.",
      items: skippedCheckSchema,
    },
  },
  required: ["ran", "skipped"],
} as const;

/** The JSON Schema of an item of the `normalizations` of a verdict. */
export const appliedNormalizationSchema = {
  type: "object",
  description: "A normalization that changed the candidate.",
  properties: {
    path: { ...pointer, description: "Where, as the pointer in the spec package's `normalize`." },
    ops: {
      type: "array",
      items: { type: "string" },
      minItems: 1,
      description: "The operations that changed something there.",
    },
  },
  required: ["path", "ops"],
} as const;

const diagnosticsSchema = {
  type: "array",
  items: diagnosticSchema,
  maxItems: 50,
  description: "Every problem in the candidate, errors first.",
} as const;

/** The JSON Schema of a `Verdict`. */
export const verdictSchema = {
  type: "object",
  properties: {
    valid: { type: "boolean", description: "Whether there are no errors. A valid candidate may have warnings." },
    summary: { type: "string", description: "The verdict in one sentence, for a person." },
    counts: countsSchema,
    diagnostics: diagnosticsSchema,
    truncated: {
      type: "boolean",
      description: "Whether diagnostics or fixes were left out because the answer would be too large.",
    },
    repair: repairSchema,
    checks: checksSchema,
    registry: {
      type: "object",
      description: "What the registry says.",
      properties: {
        generatorId: {
          type: "string",
          enum: generatorIdStates,
          description:
            "The candidate's id: an open proposal uses it (`in-ballot`), it could not be looked up (`unknown`), or there was no id to look up (`not-checked`).",
        },
      },
      required: ["generatorId"],
    },
    normalizations: {
      type: "array",
      description: "What normalization changed in the candidate. Absent if nothing.",
      items: appliedNormalizationSchema,
    },
    announced: announcedSchema,
    upcoming: {
      type: "object",
      description:
        "The verdict under the announced next spec package. Present if there is one and options.upcoming is true.",
      properties: {
        version: { ...version, description: "The version of the next spec package." },
        effectiveFrom: { ...time, description: "When it replaces the current one." },
        valid: { type: "boolean", description: "Whether the candidate has no errors under it." },
        counts: countsSchema,
        diagnostics: { ...diagnosticsSchema, description: "What the next rules find, errors first." },
      },
      required: ["version", "valid", "counts", "diagnostics"],
    },
  },
  required: ["valid", "summary", "counts", "diagnostics", "truncated", "checks", "registry"],
} as const;
