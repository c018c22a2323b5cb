import type { ProblemCode, ProblemDocument } from "@assay/contract";

/**
 * The codes of faults that the client itself notices.
 *
 * - `connection-failed`: no answer began. The server is down or unreachable, the connection was cut, or a browser blocked it.
 * - `connection-lost`: the connection was cut within the answer.
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

/** A code of the client, of the service, of a target product, or one that is newer than this client. */
export type ErrorCode = FaultCode | ProblemCode | (string & Record<never, never>);

/** What a problem document has for certain, and what those of the service have beside it. */
export type ProblemMembers = Partial<Omit<ProblemDocument, "code">> &
  Pick<ProblemDocument, "detail"> & { readonly code: string };

/**
 * The only error that a call rejects with, except for the reason of an aborted `signal`. A candidate that is invalid is not
 * an error: its result has `valid: false`.
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
  /** Never changes its meaning; use it to handle the error in a program. New codes may be added. */
  readonly code: ErrorCode;
  /** What is wrong and what to do, for a person. The same as `message`. */
  readonly detail: string;
  /** Whether the same call, unchanged, can succeed later. */
  readonly retryable: boolean;
  /** The status of the answer, if one arrived. */
  readonly status: number | undefined;
  /** Where the call went, without the query; undefined if nothing was sent. */
  readonly url: string | undefined;
  /** How long the server wants its callers to wait, if it says so. */
  readonly retryAfterSeconds: number | undefined;
  /** Identifies the request in the log of the server. Quote it in questions to the operator. */
  readonly requestId: string | undefined;
  /** The whole problem document, if the answer was one. Its texts are as the server wrote them. */
  readonly problem: ProblemMembers | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    more: {
      readonly retryable: boolean;
      readonly status?: number | undefined;
      readonly url?: string | undefined;
      readonly retryAfterSeconds?: number | undefined;
      readonly requestId?: string | undefined;
      readonly problem?: ProblemMembers | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.detail = detail;
    this.retryable = more.retryable;
    this.status = more.status;
    this.url = more.url;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.requestId = more.requestId;
    this.problem = more.problem;
  }
}
