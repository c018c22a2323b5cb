import { limits } from "../limits.ts";
import { type Diagnostic, diagnosticSchema } from "./diagnostic.ts";
import type { ProposalPackage } from "./proposal-package.ts";
import { builtPackageSchema } from "./proposal-package-schema.ts";
import { digest, engineSchema, time, version } from "./schema-parts.ts";
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

/** A diagnostic with the URL of the page that explains its code. */
export interface LinkedDiagnostic extends Diagnostic {
  readonly docs: string;
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
 * to submit it: `submit` of `@assay/client` does, with a key and without following redirects.
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

/** The JSON Schema of a `LinkedDiagnostic`. */
export const linkedDiagnosticSchema = {
  ...diagnosticSchema,
  properties: {
    ...diagnosticSchema.properties,
    docs: { ...string, description: "The URL of the page that explains the code." },
  },
  required: [...diagnosticSchema.required, "docs"],
} as const;

/** The JSON Schema of the `upcoming` of a result. */
export const upcomingSchema = {
  ...upcoming,
  properties: {
    ...upcoming.properties,
    diagnostics: { ...upcoming.properties.diagnostics, items: linkedDiagnosticSchema },
  },
} as const;

/** The JSON Schema of `Evidence`. */
export const evidenceSchema = {
  type: "object",
  description: "What the verdict is based on: which rules and which registry, and how old they are.",
  properties: {
    engine: engineSchema,
    specPackage: {
      type: "object",
      description: "The spec package in use.",
      properties: {
        version: { ...version, description: "Its version." },
        digest: { ...digest, description: "The SHA-256 of its RFC 8785 form." },
        url: { ...string, description: "Where the target product publishes it." },
        checkedAt: { ...time, description: "When the target product last confirmed that these are its current rules." },
      },
      required: ["version", "digest", "url", "checkedAt"],
    },
    registry: {
      type: "object",
      description: "The registry in use.",
      properties: {
        revision: { ...string, description: "Its revision." },
        ...registry.properties,
        checkedAt: { ...time, description: "When the target product last confirmed this revision." },
      },
      required: ["revision", "generatorId", "checkedAt"],
    },
    evaluatedAt: { ...time, description: "When the candidate was checked." },
  },
  required: ["engine", "specPackage", "registry", "evaluatedAt"],
} as const;

/** The JSON Schema of a `Submission`. */
export const submissionSchema = {
  type: "object",
  description: "How to submit the package to the target product.",
  properties: {
    method: { type: "string", const: "POST", description: "The method of the request." },
    url: { ...string, description: "The URL of the request." },
    headers: {
      type: "object",
      description: "The headers of the request, besides the one in `credential`.",
      properties: {
        "Content-Type": { type: "string", const: "application/json", description: "The media type of the body." },
        "Idempotency-Key": {
          ...string,
          description: "Identifies this package: sending it twice creates only one proposal.",
        },
      },
      required: ["Content-Type", "Idempotency-Key"],
    },
    credential: {
      ...string,
      description: "The header that authenticates the request; replace what is in angle brackets.",
    },
    body: {
      type: "string",
      const: submissionBody,
      description: "The body, as a template: replace what is in angle brackets. Until then it is not JSON.",
    },
  },
  required: ["method", "url", "headers", "credential", "body"],
} as const;

/** The JSON Schema of a `ValidationResult`. */
export const validationResultSchema = {
  type: "object",
  description: "The verdict on a candidate, with links and evidence.",
  properties: {
    ...verdictMembers,
    diagnostics: { ...diagnostics, items: linkedDiagnosticSchema },
    upcoming: upcomingSchema,
    evidence: evidenceSchema,
  },
  required: ["valid", "summary", "counts", "diagnostics", "truncated", "checks", "evidence"],
} as const;

/** The JSON Schema of a `BuildResult` whose candidate is valid. */
export const builtResultSchema = {
  ...validationResultSchema,
  description: "The verdict on a valid candidate, the package and how to submit it.",
  properties: {
    ...validationResultSchema.properties,
    valid: { type: "boolean", const: true, description: "True if there are no errors." },
    proposalPackage: builtPackageSchema,
    ownerReview: {
      ...string,
      description: `What is proposed and in whose name, as Markdown of at most ${limits.ownerReviewBytes} bytes. Show it to the owner and ask before you submit the package.`,
    },
    submission: submissionSchema,
  },
  required: [...validationResultSchema.required, "proposalPackage", "ownerReview", "submission"],
} as const;

/** The JSON Schema of a `BuildResult` whose candidate is invalid. */
export const refusedResultSchema = {
  ...validationResultSchema,
  description: "The verdict on an invalid candidate. There is no package.",
  properties: {
    ...validationResultSchema.properties,
    valid: { type: "boolean", const: false, description: "False if there are errors." },
  },
} as const;

/** The JSON Schema of a `BuildResult`: a union on `valid`. */
export const buildResultSchema = {
  type: "object",
  description: "The verdict on a candidate and, if it is valid, the package and how to submit it.",
  oneOf: [builtResultSchema, refusedResultSchema],
} as const;
