import {
  type DomainName,
  type ProblemCode,
  type ProblemDocument,
  type ProblemEntry,
  problemCatalogue,
} from "@assay/contract";

type Extras = Partial<Pick<ProblemDocument, "retryAfterSeconds" | "errors" | "supported" | "didYouMean">>;

/**
 * Why a request gets no result. It is returned, never thrown; the detail and the extras are for the caller, `cause` and
 * `domain` are for the log.
 */
export class Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly extras: Extras;
  readonly headers: { readonly [name: string]: string };
  /** The fault behind an internal problem. */
  readonly cause: unknown;
  /** The domain that is the reason. */
  readonly domain: DomainName | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    {
      cause,
      domain,
      headers = {},
      ...extras
    }: Extras & { cause?: unknown; domain?: DomainName; headers?: { readonly [name: string]: string } } = {},
  ) {
    this.code = code;
    this.detail = detail;
    this.extras = extras;
    this.headers = headers;
    this.cause = cause;
    this.domain = domain;
  }

  /** What its code means. */
  get entry(): ProblemEntry {
    return problemCatalogue[this.code];
  }

  get status(): number {
    return this.entry.status;
  }
}

/** Creates the problem of a request that failed by a fault of ours; the caller never sees the text of the fault. */
export function toInternalProblem(fault: unknown): Problem {
  const detail = "The request caused an internal error. If it happens again, report the requestId to the operator.";
  return new Problem("internal", detail, { cause: fault });
}

/** Returns a problem as the caller reads it, on any transport. */
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
