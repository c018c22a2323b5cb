import type { ProblemCode } from "./problem-catalogue.ts";
import { placed } from "./schema-parts.ts";

/** The answer to a request that got no verdict (RFC 9457, application/problem+json). */
export interface ProblemDocument {
  /** The page of the code. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** What happened to this request, and what to do. */
  readonly detail: string;
  readonly code: ProblemCode;
  readonly retryable: boolean;
  /** Also in the header `Retry-After`, which many agents never see. */
  readonly retryAfterSeconds?: number;
  readonly requestId: string;
  /** Faults of the body, each with its place. */
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  /** The domains that are served, where another one was asked for. */
  readonly supported?: readonly DomainName[];
  readonly didYouMean?: DomainName;
}

/** What names a domain. */
export interface DomainName {
  readonly targetProduct: string;
  readonly domainId: string;
}

const domainName = {
  type: "object",
  properties: { targetProduct: { type: "string" }, domainId: { type: "string" } },
  required: ["targetProduct", "domainId"],
  additionalProperties: false,
} as const;

/** The JSON Schema of a `ProblemDocument`. */
export const problemSchema = {
  type: "object",
  properties: {
    type: { type: "string", description: "The page of the code." },
    title: { type: "string" },
    status: { type: "integer", minimum: 400, maximum: 599 },
    detail: { type: "string", description: "What happened to this request, and what to do." },
    code: { type: "string", pattern: "^[a-z]+(-[a-z]+)*$", description: "Stable for ever: decide by this." },
    retryable: { type: "boolean", description: "Whether the same request can succeed later, unchanged." },
    retryAfterSeconds: { type: "integer", minimum: 1 },
    requestId: { type: "string" },
    errors: {
      type: "array",
      items: placed,
    },
    supported: { type: "array", items: domainName },
    didYouMean: domainName,
  },
  required: ["type", "title", "status", "detail", "code", "retryable", "requestId"],
  additionalProperties: false,
} as const;
