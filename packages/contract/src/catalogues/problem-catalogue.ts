import { limits, requestLimits } from "../limits.ts";
import { rateLimitInWords, whatIsCounted } from "../rate-limit-text.ts";
import { groupDigits } from "./group-digits.ts";

/** An entry of the problem catalogue: why a request gets no result. A code is never renamed or reused. */
export interface ProblemEntry {
  readonly status: number;
  readonly title: string;
  /** Whether the same request, unchanged, can succeed later. */
  readonly retryable: boolean;
  /** The operations that can return this problem: all, those with a body, or none if only other paths return it. */
  readonly operations: "every" | "with-body" | "none";
  /** Whether a call that fails with this problem counts toward the rate limit, if not yet counted. Default: true. */
  readonly counted?: false;
  /** The outcome of the call in metrics and traces. Default: `failed` from status 500, otherwise `refused`. */
  readonly outcome?: "limited";
  /** Whether an MCP tool returns it as a result for the model. Default: false, as an error of the MCP request. */
  readonly forModel?: true;
  /** The code of the JSON-RPC error. Default: derived from the status. */
  readonly rpcCode?: number;
  /** What it means and what to do, shown on the page of the code. */
  readonly explanation: string;
}

/**
 * Every problem code, with its meaning on every transport.
 *
 * @example
 * const { status, retryable } = problemCatalogue["rate-limited"]; // 429, true
 */
export const problemCatalogue = {
  "malformed-json": {
    status: 400,
    title: "The body is not valid JSON",
    retryable: false,
    operations: "with-body",
    rpcCode: -32700,
    explanation:
      "The body must be I-JSON (RFC 7493): one JSON value in UTF-8, without a byte order mark. `errors` has the line, the column and the path of each comment and trailing comma, and of the first other error.",
  },
  "ambiguous-json": {
    status: 400,
    title: "The body is ambiguous JSON",
    retryable: false,
    operations: "with-body",
    rpcCode: -32700,
    explanation:
      "A property appears twice, a string contains a lone surrogate, or a number loses precision as a double. JSON parsers disagree about such a body. `errors` gives the path.",
  },
  "json-too-deep": {
    status: 400,
    title: "The body is nested too deeply",
    retryable: false,
    operations: "with-body",
    rpcCode: -32700,
    explanation: `Arrays and objects may be nested at most ${limits.bodyDepth} levels deep. \`errors\` gives the path.`,
  },
  "bad-request": {
    status: 400,
    title: "The request is malformed",
    retryable: false,
    operations: "every",
    explanation:
      "The error is in the request itself, for example two `Authorization` headers or a body on GET. `detail` says what it is.",
  },
  "conflicting-credentials": {
    status: 400,
    title: "Two kinds of credentials were sent",
    retryable: false,
    operations: "every",
    explanation: "Send either a bearer key or signed headers from the identity service, not both.",
  },
  "missing-credentials": {
    status: 401,
    title: "Credentials are required",
    retryable: false,
    operations: "with-body",
    explanation:
      "Send an API key from the identity service: `Authorization: Bearer ai_...`. If the `WWW-Authenticate` header has `resource_metadata`, a client can follow it to sign its user in instead (RFC 9728).",
  },
  "invalid-credentials": {
    status: 401,
    title: "The credentials are invalid",
    retryable: false,
    operations: "every",
    explanation:
      "The key or access token may be mistyped, expired or revoked, or the token is for another service; the exact reason is not disclosed. Check the key, get a new one, or sign in again. If a signed call is refused, report the `requestId` to the operator, who finds the reason in the log.",
  },
  "capability-not-granted": {
    status: 403,
    title: "The agent lacks the required capability",
    retryable: false,
    operations: "every",
    explanation: "The person behind the agent has not granted it this capability. Ask them to grant it.",
  },
  "origin-not-allowed": {
    status: 403,
    title: "Requests from this web page are not allowed",
    retryable: false,
    operations: "none",
    explanation:
      "Over MCP, browsers may call only from the service's own pages and from allowed origins. Call from a server, or ask the operator to allow your origin.",
  },
  "not-found": {
    status: 404,
    title: "Nothing exists at this path",
    retryable: false,
    operations: "none",
    explanation: "Check the URL. `/docs` lists the operations and pages of the service.",
  },
  "method-not-allowed": {
    status: 405,
    title: "The method is not allowed",
    retryable: false,
    operations: "every",
    explanation: "The `Allow` header lists the methods that this path supports.",
  },
  "request-timeout": {
    status: 408,
    title: "The request did not arrive in time",
    retryable: true,
    operations: "with-body",
    explanation: `The whole request, headers included, must arrive within ${requestLimits.seconds} seconds. Send it again.`,
  },
  "body-too-large": {
    status: 413,
    title: "The body is too large",
    retryable: false,
    operations: "with-body",
    explanation: `A body may have at most ${groupDigits(limits.bodyBytes)} bytes. Shorten the candidate.`,
  },
  "uri-too-long": {
    status: 414,
    title: "The URL is too long",
    retryable: false,
    operations: "every",
    explanation: `A URL may have at most ${groupDigits(requestLimits.urlLength)} characters; a name in its path is limited further. Check the URL.`,
  },
  "unsupported-media-type": {
    status: 415,
    title: "The body must be application/json",
    retryable: false,
    operations: "with-body",
    explanation: "Send `Content-Type: application/json`, in UTF-8, and no `Content-Encoding`.",
  },
  "misdirected-host": {
    status: 421,
    title: "The Host header names a different host",
    retryable: false,
    operations: "none",
    explanation:
      "The MCP endpoint answers only under the host of the service's public URL. Check the URL. A proxy must forward the `Host` header unchanged.",
  },
  "credential-in-body": {
    status: 422,
    title: "The body contains the caller's key",
    retryable: false,
    operations: "with-body",
    forModel: true,
    explanation:
      "The key from the `Authorization` header also appears in the body, which was not processed: responses quote candidates, and a package is published for a vote. Remove the key from the body. If the body was shared with anyone, replace the key.",
  },
  "invalid-envelope": {
    status: 422,
    title: "The body is not a valid request for this operation",
    retryable: false,
    operations: "with-body",
    forModel: true,
    explanation:
      "The body must be an object with `targetProduct`, `domainId` and `candidate` (the draft as JSON, not as a string). `errors` lists every error. Errors inside the candidate are never the cause: they are reported as diagnostics.",
  },
  "unknown-domain": {
    status: 422,
    title: "The product or domain is unknown",
    retryable: false,
    operations: "with-body",
    forModel: true,
    explanation:
      "This service does not serve this `targetProduct` with this `domainId`. `supported` lists those that it serves, the nearest first.",
  },
  "rate-limited": {
    status: 429,
    title: "Rate limit exceeded",
    retryable: true,
    operations: "every",
    outcome: "limited",
    explanation: `The rate limit is ${rateLimitInWords}, over HTTP and MCP together. ${whatIsCounted} Each response lists every error in a candidate, so one call per edit is enough. Invalid signatures have a limit of their own.`,
  },
  "headers-too-large": {
    status: 431,
    title: "The headers are too large",
    retryable: false,
    operations: "every",
    explanation: `A request may have at most ${requestLimits.headers} headers, and at most ${requestLimits.headerBytes / 1024} KiB of headers in total.`,
  },
  internal: {
    status: 500,
    title: "Internal error",
    retryable: true,
    operations: "every",
    rpcCode: -32603,
    explanation: "This is a bug in the service. If it happens again, report the `requestId` to the operator.",
  },
  "spec-package-unavailable": {
    status: 503,
    title: "The rules for this domain are temporarily unavailable",
    retryable: true,
    operations: "with-body",
    forModel: true,
    explanation:
      "The target product's spec package could not be loaded, or its last good copy has expired. Stop and try again later; changing the candidate does not help. `GET /api/domains` shows the status of each domain.",
  },
  "registry-unavailable": {
    status: 503,
    title: "The registry for this domain is temporarily unavailable",
    retryable: true,
    operations: "with-body",
    forModel: true,
    explanation:
      "The target product's registry could not be loaded, or its last good copy has expired, so it is unknown whether an id is free. Stop and try again later; changing the candidate does not help.",
  },
  "identity-unavailable": {
    status: 503,
    title: "The credentials cannot be checked right now",
    retryable: true,
    operations: "every",
    counted: false,
    explanation:
      "The identity service is unavailable, or a signed call uses a key that Assay has not fetched yet. Send the same request again after the time in `Retry-After`.",
  },
  overloaded: {
    status: 503,
    title: "The service is overloaded",
    retryable: true,
    operations: "every",
    counted: false,
    outcome: "limited",
    explanation:
      "This address has sent too many requests other than API calls, or too many requests are in progress. The request was not processed, and does not count towards the rate limit. Send it again after the time in `Retry-After`.",
  },
  "shutting-down": {
    status: 503,
    title: "This instance is shutting down",
    retryable: true,
    operations: "every",
    counted: false,
    explanation:
      "Send the request again on a new connection. Another instance answers it, or this one once it has started again.",
  },
} as const satisfies { readonly [code: string]: ProblemEntry };

/** A code of the problem catalogue. */
export type ProblemCode = keyof typeof problemCatalogue;
