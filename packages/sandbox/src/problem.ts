/** The problem codes of the sandbox. */
export const problemCatalogue = {
  "bad-request": { status: 400, title: "The request is malformed" },
  "malformed-json": { status: 400, title: "The body is not valid JSON" },
  "ambiguous-json": { status: 400, title: "The body is ambiguous JSON" },
  "json-too-deep": { status: 400, title: "The body is nested too deeply" },
  "missing-credentials": { status: 401, title: "An API key is required" },
  "invalid-credentials": { status: 401, title: "The key is invalid" },
  "not-the-owner": { status: 403, title: "The proposal belongs to another owner" },
  "not-found": { status: 404, title: "Nothing exists at this path" },
  "idempotency-conflict": { status: 409, title: "The Idempotency-Key was used with a different package" },
  "already-voted": { status: 409, title: "You have voted already" },
  "ballot-closed": { status: 409, title: "The ballot is closed" },
  "body-too-large": { status: 413, title: "The body is too large" },
  "unsupported-media-type": { status: 415, title: "The body must be application/json" },
  "invalid-envelope": { status: 422, title: "The body is not a valid submission" },
  "invalid-package": { status: 422, title: "The body is not a proposal package" },
  "unknown-spec-package": { status: 422, title: "The package was built under unknown rules" },
  "spec-package-changed": { status: 422, title: "The rules have changed since the package was built" },
  "not-normalized": { status: 422, title: "The candidate is not normalized" },
  "digest-mismatch": { status: 422, title: "The digest does not match the package" },
  internal: { status: 500, title: "Internal error" },
  "identity-unavailable": { status: 503, title: "The key cannot be checked at the moment" },
} as const;

/** A code of the catalogue. */
export type ProblemCode = keyof typeof problemCatalogue;

/** An error that is answered as a problem document. `detail` is for the caller, `cause` for the log. */
export class Problem extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.code = code;
  }
}
