import type { ProblemCode } from "../catalogues/problem-catalogue.ts";
import { requestLimits } from "../limits.ts";
import { placedMessage } from "./schema-parts.ts";

/** The answer to a request that gets no result (RFC 9457, application/problem+json). */
export interface ProblemDocument {
  /** The URL of the page that explains the code. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** What is wrong with this request, and what to do. */
  readonly detail: string;
  readonly code: ProblemCode;
  readonly retryable: boolean;
  /** Same as the `Retry-After` header, which many agents never see. */
  readonly retryAfterSeconds?: number;
  readonly requestId: string;
  /** The errors in the body, each with its path as a JSON Pointer. */
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  /** The domains that the service serves, if the request names an unknown domain; the most similar names first. */
  readonly supported?: readonly DomainName[];
  readonly didYouMean?: DomainName;
}

/** The name of a domain. */
export interface DomainName {
  readonly targetProduct: string;
  readonly domainId: string;
}

/** The JSON Schema of a `DomainName`. */
export const domainNameSchema = {
  type: "object",
  description: "The name of a proposal domain.",
  properties: {
    targetProduct: { type: "string", description: "The target product." },
    domainId: { type: "string", description: "The proposal domain of that product." },
  },
  required: ["targetProduct", "domainId"],
} as const;

/** The JSON Schema of a `ProblemDocument`. */
export const problemSchema = {
  type: "object",
  description: "Why a request got no result (RFC 9457).",
  properties: {
    type: { type: "string", description: "The URL of the page that explains the code." },
    title: { type: "string", description: "The problem in a few words, the same for every request with this code." },
    status: { type: "integer", minimum: 400, maximum: 599, description: "The status of the response." },
    detail: { type: "string", description: "What is wrong with this request, and what to do." },
    code: {
      type: "string",
      pattern: "^[a-z]+(-[a-z]+)*$",
      description: "Never changes; use it to handle the problem in a program.",
    },
    retryable: { type: "boolean", description: "Whether the same request, unchanged, can succeed later." },
    retryAfterSeconds: {
      type: "integer",
      minimum: 1,
      description: "How long to wait before the next attempt; the same as the `Retry-After` header.",
    },
    requestId: {
      type: "string",
      description:
        "Identifies this request; the same as the `X-Request-Id` header. Quote it in questions to the operator.",
    },
    errors: { type: "array", items: placedMessage, description: "Every error in the body, with its place." },
    supported: {
      type: "array",
      items: domainNameSchema,
      description: `If the request names an unknown domain: the domains that this service serves, at most ${requestLimits.domainsOverMcp}, the most similar names first.`,
    },
    didYouMean: {
      ...domainNameSchema,
      description: "If the request names an unknown domain: the supported one with the most similar name.",
    },
  },
  required: ["type", "title", "status", "detail", "code", "retryable", "requestId"],
} as const;
