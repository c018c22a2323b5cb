import {
  type DomainName,
  type ProblemCode,
  type ProblemDocument,
  type ProblemEntry,
  problemCatalogue,
} from "@assay/contract";

type Extras = Partial<Pick<ProblemDocument, "retryAfterSeconds" | "errors" | "supported" | "didYouMean">>;

/**
 * The reason why a request has no result. It is returned, never thrown. The detail and the extras are for the caller;
 * `cause`, `domain` and `reason` are for the log.
 */
export class Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly extras: Extras;
  readonly headers: { readonly [name: string]: string };
  /** The error behind an internal problem. */
  readonly cause: unknown;
  /** The domain that the problem concerns. */
  readonly domain: DomainName | undefined;
  /** Why a credential was refused. */
  readonly reason: string | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    {
      cause,
      domain,
      reason,
      headers = {},
      ...extras
    }: Extras & Partial<Pick<Problem, "cause" | "domain" | "reason" | "headers">> = {},
  ) {
    this.code = code;
    this.detail = detail;
    this.extras = extras;
    this.headers = headers;
    this.cause = cause;
    this.domain = domain;
    this.reason = reason;
  }

  /** The catalogue entry for its code. */
  get entry(): ProblemEntry {
    return problemCatalogue[this.code];
  }

  get status(): number {
    return this.entry.status;
  }
}

/** Creates the problem for an internal error. The caller never sees the text of the error. */
export function toInternalProblem(error: unknown): Problem {
  const detail = "The request caused an internal error. If it happens again, report the requestId to the operator.";
  return new Problem("internal", detail, { cause: error });
}

/** Converts a problem to the document that callers receive, over HTTP and over MCP. */
export function toProblemDocument(
  { code, detail, extras }: Problem,
  { publicUrl, requestId }: { readonly publicUrl: string; readonly requestId: string },
): ProblemDocument {
  const { status, title, retryable } = problemCatalogue[code];
  return {
    type: `${publicUrl}/problems/${code}`,
    title,
    status,
    detail,
    code,
    retryable,
    ...extras,
    requestId,
  };
}
