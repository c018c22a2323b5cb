import { limits } from "../limits.ts";
import { builtPackageSchema, type ProposalPackage } from "./proposal-package.ts";
import { digest, time, version } from "./schema-parts.ts";
import { type VerdictMembers, verdictSchema } from "./verdict.ts";

/** The members of every result, valid or not: a verdict, and the rules and the registry on which it is based. */
export interface ResultMembers extends Omit<VerdictMembers, "registry"> {
  readonly specPackage: {
    readonly version: string;
    readonly digest: string;
    /** When the target product last confirmed these rules. Absent if that was within the last two refreshes. */
    readonly asOf?: string;
  };
  readonly registry: VerdictMembers["registry"] & { readonly revision: string; readonly asOf?: string };
}

/** The result of `validateProposal`. */
export type ValidationResult = (ResultMembers & { readonly valid: true }) | (ResultMembers & { readonly valid: false });

/** How the caller submits a built package to the target product. */
export interface Submission {
  readonly method: "POST";
  readonly url: string;
  readonly headers: { readonly "Content-Type": "application/json"; readonly "Idempotency-Key": string };
  /** `Authorization: Bearer`, with the submitter's key. */
  readonly auth: "bearer";
  /** The body. The text in angle brackets stands for this member of the answer. */
  readonly body: { readonly proposalPackage: "<proposalPackage>" };
}

/**
 * The result of `buildProposal`. If the candidate is valid, it also contains the package, a review for its owner, and
 * how to submit it. `submit` of `@assay/client` does this with a key, and follows no redirects.
 */
export type BuildResult =
  | (ResultMembers & {
      readonly valid: true;
      readonly proposalPackage: ProposalPackage;
      /** What is proposed and in whose name, as Markdown. Show it to the owner before you submit the package. */
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
const asOf = {
  ...time,
  description: "When the target product last confirmed it. Present if that is longer ago than two refreshes.",
} as const;
const { registry, ...verdictMembers } = verdictSchema.properties;

/** The JSON Schema of a `Submission`. */
export const submissionSchema = {
  type: "object",
  description: "How to submit the package to the target product.",
  properties: {
    method: { type: "string", const: "POST", description: "The method of the request." },
    url: { ...string, description: "The URL of the request." },
    headers: {
      type: "object",
      description: "The headers of the request, besides the one for `auth`.",
      properties: {
        "Content-Type": { type: "string", const: "application/json", description: "The media type of the body." },
        "Idempotency-Key": {
          ...string,
          description: "Identifies this package: sending it twice creates only one proposal.",
        },
      },
      required: ["Content-Type", "Idempotency-Key"],
    },
    auth: {
      type: "string",
      const: "bearer",
      description:
        "`Authorization: Bearer` with a key of the person who submits. An access token for this service is not valid there.",
    },
    body: {
      type: "object",
      description: "The body, with the `proposalPackage` of this answer where its name is in angle brackets.",
      properties: {
        proposalPackage: { type: "string", const: "<proposalPackage>", description: "Stands for the package." },
      },
      required: ["proposalPackage"],
    },
  },
  required: ["method", "url", "headers", "auth", "body"],
} as const;

/** The JSON Schema of a `ValidationResult`. */
export const validationResultSchema = {
  type: "object",
  description: "The verdict on a candidate, and what it is based on.",
  properties: {
    ...verdictMembers,
    specPackage: {
      type: "object",
      description: "The rules in use.",
      properties: {
        version: { ...version, description: "The version of the spec package." },
        digest: { ...digest, description: "The SHA-256 of its RFC 8785 form." },
        asOf,
      },
      required: ["version", "digest"],
    },
    registry: {
      type: "object",
      description: "The registry in use.",
      properties: { revision: { ...string, description: "Its revision." }, ...registry.properties, asOf },
      required: ["revision", "idStatus"],
    },
  },
  required: ["valid", "summary", "diagnostics", "specPackage", "registry"],
} as const;

/** The JSON Schema of a `BuildResult` whose candidate is valid. */
export const builtResultSchema = {
  ...validationResultSchema,
  description: "The verdict on a valid candidate, the package and how to submit it.",
  properties: {
    ...validationResultSchema.properties,
    valid: { type: "boolean", const: true, description: "Whether there are no errors." },
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
    valid: { type: "boolean", const: false, description: "Whether there are no errors." },
  },
} as const;

/** The JSON Schema of a `BuildResult`: a union on `valid`. */
export const buildResultSchema = {
  type: "object",
  description: "The verdict on a candidate and, if it is valid, the package and how to submit it.",
  oneOf: [builtResultSchema, refusedResultSchema],
} as const;
