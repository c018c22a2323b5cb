import { type Diagnostic, diagnosticSchema } from "./diagnostic.ts";
import { limits } from "./limits.ts";
import { type ProposalPackage, proposalPackageSchema } from "./proposal-package.ts";
import { digest, time, version } from "./schema-parts.ts";
import { type GeneratorIdState, type VerdictMembers, verdictSchema } from "./verdict.ts";

/** What a verdict is based on: which rules and which registry, and how old they are. */
export interface Evidence {
  readonly engine: { readonly name: "assay"; readonly version: string };
  readonly specPackage: {
    readonly version: string;
    readonly digest: string;
    readonly url: string;
    /** When the target product last confirmed that these are its current rules. */
    readonly checkedAt: string;
  };
  readonly registry: {
    readonly revision: string;
    /** What this revision says about the candidate's id. */
    readonly generatorId: GeneratorIdState;
    readonly checkedAt: string;
  };
  readonly evaluatedAt: string;
}

/** A diagnostic with the addresses of the page that explains its code: on the web, and as an MCP resource. */
export interface LinkedDiagnostic extends Diagnostic {
  readonly docs: string;
  readonly resource: string;
}

/** What every result has, valid or not: a verdict with links and evidence. */
export interface ResultMembers extends Omit<VerdictMembers, "diagnostics" | "registry" | "upcoming"> {
  readonly diagnostics: readonly LinkedDiagnostic[];
  readonly upcoming?: Omit<NonNullable<VerdictMembers["upcoming"]>, "diagnostics"> & {
    readonly diagnostics: readonly LinkedDiagnostic[];
  };
  readonly evidence: Evidence;
}

/** The result of `validateProposal`: the engine's verdict, with links and evidence. */
export type ValidationResult = (ResultMembers & { readonly valid: true }) | (ResultMembers & { readonly valid: false });

/** How the caller submits a built package to the target product. */
export interface Submission {
  readonly method: "POST";
  readonly url: string;
  readonly headers: { readonly "Content-Type": "application/json"; readonly "Idempotency-Key": string };
  /** The header that authenticates the submission, and whose key it needs. */
  readonly credential: string;
  /** What to send, as a template: replace what is in angle brackets. Without that, it is not JSON. */
  readonly body: typeof submissionBody;
}

const submissionBody = '{ "proposalPackage": <the value of proposalPackage in this answer> }';

/**
 * The result of `buildProposal`. If the candidate is valid, it also has the package, a text about it for its owner, and how
 * to submit it.
 *
 * @example
 * if (result.valid) await fetch(result.submission.url, { ...result.submission, body: JSON.stringify({ proposalPackage: result.proposalPackage }) });
 */
export type BuildResult =
  | (ResultMembers & {
      readonly valid: true;
      readonly proposalPackage: ProposalPackage;
      /** What is proposed in whose name, as Markdown: the owner reads it before anything is sent. */
      readonly ownerReview: string;
      readonly submission: Submission;
    })
  | (ResultMembers & {
      readonly valid: false;
      readonly proposalPackage?: never;
      readonly ownerReview?: never;
      readonly submission?: never;
    });

const string = { type: "string" } as const;
const { diagnostics, registry, upcoming, ...verdictMembers } = verdictSchema.properties;

const linkedDiagnostics = {
  ...diagnostics,
  items: {
    ...diagnosticSchema,
    properties: {
      ...diagnosticSchema.properties,
      docs: { ...string, description: "The URL of the page that explains the code." },
      resource: { ...string, description: "The same page as an MCP resource." },
    },
    required: [...diagnosticSchema.required, "docs", "resource"],
  },
} as const;

const evidence = {
  type: "object",
  properties: {
    engine: {
      type: "object",
      properties: { name: { type: "string", const: "assay" }, version },
      required: ["name", "version"],
      additionalProperties: false,
    },
    specPackage: {
      type: "object",
      properties: { version, digest, url: string, checkedAt: time },
      required: ["version", "digest", "url", "checkedAt"],
      additionalProperties: false,
    },
    registry: {
      type: "object",
      properties: { revision: string, ...registry.properties, checkedAt: time },
      required: ["revision", "generatorId", "checkedAt"],
      additionalProperties: false,
    },
    evaluatedAt: time,
  },
  required: ["engine", "specPackage", "registry", "evaluatedAt"],
  additionalProperties: false,
} as const;

/** The JSON Schema of a `ValidationResult`. */
export const validationResultSchema = {
  type: "object",
  properties: {
    ...verdictMembers,
    diagnostics: linkedDiagnostics,
    upcoming: { ...upcoming, properties: { ...upcoming.properties, diagnostics: linkedDiagnostics } },
    evidence,
  },
  required: ["valid", "summary", "counts", "diagnostics", "truncated", "checks", "evidence"],
  additionalProperties: false,
} as const;

/** The JSON Schema of a `BuildResult`. */
export const buildResultSchema = {
  type: "object",
  properties: {
    ...validationResultSchema.properties,
    proposalPackage: proposalPackageSchema,
    ownerReview: {
      ...string,
      description: `What is proposed in whose name, as Markdown of at most ${limits.ownerReviewBytes} bytes. Show it to the owner and ask before you submit the package.`,
    },
    submission: {
      type: "object",
      properties: {
        method: { type: "string", const: "POST" },
        url: string,
        headers: {
          type: "object",
          properties: { "Content-Type": { type: "string", const: "application/json" }, "Idempotency-Key": string },
          required: ["Content-Type", "Idempotency-Key"],
          additionalProperties: false,
        },
        credential: string,
        body: { type: "string", const: submissionBody },
      },
      required: ["method", "url", "headers", "credential", "body"],
      additionalProperties: false,
    },
  },
  required: validationResultSchema.required,
  additionalProperties: false,
} as const;
