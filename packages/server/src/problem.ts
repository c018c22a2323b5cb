import { type ProblemCode, type ProblemDocument, type ProblemEntry, problemCatalogue } from "@assay/contract";

type Extras = Partial<Pick<ProblemDocument, "retryAfterSeconds" | "errors" | "supported" | "didYouMean">>;

/** The only error that is thrown on purpose: the detail and the extras are for the caller, `cause` is for the log. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly extras: Extras;
  readonly headers: { readonly [name: string]: string };

  constructor(
    code: ProblemCode,
    detail: string,
    {
      cause,
      headers = {},
      ...extras
    }: Extras & { cause?: unknown; headers?: { readonly [name: string]: string } } = {},
  ) {
    super(detail, { cause });
    this.code = code;
    this.extras = extras;
    this.headers = headers;
  }

  /** What its code means. */
  get entry(): ProblemEntry {
    return problemCatalogue[this.code];
  }

  get status(): number {
    return this.entry.status;
  }
}

/** Converts anything that was thrown to a problem; the caller never sees the text of any other error. */
export function asProblem(reason: unknown): Problem {
  if (reason instanceof Problem) return reason;
  return new Problem(
    "internal",
    "The request caused an internal error. If it happens again, report the requestId to the operator.",
    {
      cause: reason,
    },
  );
}

/** Returns a problem as the caller reads it, on any transport. */
export function problemDocument(
  { code, message, extras }: Problem,
  { publicUrl, requestId }: { readonly publicUrl: string; readonly requestId: string },
): ProblemDocument {
  const { status, title, retryable } = problemCatalogue[code];
  return {
    type: `${publicUrl}/problems/${code}`,
    title,
    status,
    detail: message,
    code,
    retryable,
    ...extras,
    requestId,
  };
}
