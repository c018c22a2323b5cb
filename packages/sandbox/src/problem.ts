/** Why a request got no verdict and no proposal: every code that the sandbox answers with. */
export const problemCatalogue = {
  "bad-request": { status: 400, title: "The request cannot be understood" },
  "malformed-json": { status: 400, title: "The body is not JSON" },
  "ambiguous-json": { status: 400, title: "The body can be read in two ways" },
  "json-too-deep": { status: 400, title: "The body nests too deep" },
  "missing-credentials": { status: 401, title: "A key is needed" },
  "invalid-credentials": { status: 401, title: "The key is not accepted" },
  "not-found": { status: 404, title: "There is nothing here" },
  "idempotency-conflict": { status: 409, title: "The Idempotency-Key was used for another body" },
  "body-too-large": { status: 413, title: "The body is too large" },
  "unsupported-media-type": { status: 415, title: "The body must be application/json" },
  "invalid-envelope": { status: 422, title: "The body is not a submission" },
  "invalid-package": { status: 422, title: "This is not a proposal package" },
  "unknown-domain": { status: 422, title: "The package is for another product or domain" },
  "unknown-spec-package": { status: 422, title: "The package was built under rules that were never in force" },
  "spec-package-changed": { status: 422, title: "The rules changed since the package was built" },
  "not-normalized": { status: 422, title: "The candidate is not in the form that building gives" },
  "digest-mismatch": { status: 422, title: "The digest is not that of the package" },
  internal: { status: 500, title: "Something broke on our side" },
  "identity-unavailable": { status: 503, title: "The key could not be verified", retryAfterSeconds: 1 },
  "voting-unavailable": { status: 503, title: "The ballot could not be opened", retryAfterSeconds: 1 },
} as const satisfies {
  readonly [code: string]: { readonly status: number; readonly title: string; readonly retryAfterSeconds?: number };
};

/** A code of the catalogue. */
export type ProblemCode = keyof typeof problemCatalogue;

/** A fault and its place in the body. */
export interface BodyFault {
  readonly path: string;
  readonly message: string;
}

/** The one thing that is thrown on purpose: `detail` and `errors` are for the caller, `cause` for the log. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: readonly BodyFault[] | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { readonly errors?: readonly BodyFault[]; readonly cause?: unknown } = {},
  ) {
    super(detail, { cause: more.cause });
    this.code = code;
    this.errors = more.errors;
  }
}
