import type { ProblemCode, ProblemDocument } from "@assay/contract";

/**
 * The codes of errors that the client itself detects.
 *
 * - `connection-failed`: no answer arrived. The server is down or unreachable, or the connection was cut or blocked.
 * - `connection-lost`: the connection was cut during the answer.
 * - `timed-out`: the answer was not complete in time.
 * - `redirected`: the answer is a redirect, which is never followed.
 * - `answer-too-large`: the answer has more bytes than `maxAnswerBytes`.
 * - `unexpected-answer`: the answer is not what an Assay service or a target product sends.
 * - `origin-not-named`: the call would go to an origin that is not in `products`. Nothing was sent.
 */
export type FaultCode =
  | "connection-failed"
  | "connection-lost"
  | "timed-out"
  | "redirected"
  | "answer-too-large"
  | "unexpected-answer"
  | "origin-not-named";

/** A code from the client, the service or a target product, which can be newer than this client. */
export type ErrorCode = FaultCode | ProblemCode | (string & Record<never, never>);

/** The members that every problem document has, and those that only documents from the service have. */
export type ProblemMembers = Partial<Omit<ProblemDocument, "code">> &
  Pick<ProblemDocument, "detail"> & { readonly code: string };

/**
 * The error that a call rejects with, unless its `signal` is aborted or its arguments are invalid. An invalid
 * candidate is not an error: its result has `valid: false`.
 *
 * @example
 * try {
 *   await assay.validate(request);
 * } catch (error) {
 *   if (error instanceof AssayError && error.code === "invalid-credentials") await askForAnotherKey();
 *   else throw error;
 * }
 */
export class AssayError extends Error {
  override readonly name = "AssayError";
  /** Identifies the kind of error for programs. The meaning of a code never changes, but new codes can be added. */
  readonly code: ErrorCode;
  /** Explains to people what is wrong and what to do. Same as `message`. */
  readonly detail: string;
  /** Whether the same call, unchanged, can succeed later. */
  readonly retryable: boolean;
  /** The HTTP status of the answer, if it is known. */
  readonly status: number | undefined;
  /** The URL of the call without its query; undefined if nothing was sent. */
  readonly url: string | undefined;
  /** How long the server asks callers to wait, if it does. */
  readonly retryAfterSeconds: number | undefined;
  /** Identifies the request in the server's log. Include it when you contact the operator. */
  readonly requestId: string | undefined;
  /** The complete problem document, if the answer was one. Its texts are not sanitized. */
  readonly problem: ProblemMembers | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    properties: Pick<AssayError, "retryable"> &
      Partial<Pick<AssayError, "status" | "url" | "retryAfterSeconds" | "requestId" | "problem" | "cause">>,
  ) {
    super(detail, properties.cause === undefined ? undefined : { cause: properties.cause });
    this.code = code;
    this.detail = detail;
    this.retryable = properties.retryable;
    this.status = properties.status;
    this.url = properties.url;
    this.retryAfterSeconds = properties.retryAfterSeconds;
    this.requestId = properties.requestId;
    this.problem = properties.problem;
  }
}
