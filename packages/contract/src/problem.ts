import type { ProblemCode } from "./problem-catalogue.ts";
import { placed } from "./schema-parts.ts";

/** The answer to a request that gets no verdict (RFC 9457, application/problem+json). */
export interface ProblemDocument {
  /** The URL of the page that explains the code. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** What is wrong with this request, and what to do. */
  readonly detail: string;
  readonly code: ProblemCode;
  readonly retryable: boolean;
  /** The same as the `Retry-After` header, which many agents never see. */
  readonly retryAfterSeconds?: number;
  readonly requestId: string;
  /** Errors in the body, each with a JSON Pointer to its place. */
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  /** The domains that the service serves, if the request names another one. */
  readonly supported?: readonly DomainName[];
  readonly didYouMean?: DomainName;
}

/** The name of a domain. */
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
    type: { type: "string", description: "The URL of the page that explains the code." },
    title: { type: "string" },
    status: { type: "integer", minimum: 400, maximum: 599 },
    detail: { type: "string", description: "What is wrong with this request, and what to do." },
    code: {
      type: "string",
      pattern: "^[a-z]+(-[a-z]+)*$",
      description: "Never changes; use it to handle the problem in a program.",
    },
    retryable: { type: "boolean", description: "Whether the same request, unchanged, can succeed later." },
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
