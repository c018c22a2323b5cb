/** Why a request got no verdict: one entry per code, stable for ever. */
export interface ProblemEntry {
  readonly status: number;
  readonly title: string;
  /** Whether the same request can succeed later, unchanged. */
  readonly retryable: boolean;
  /** What it means and what to do, for its page. */
  readonly explanation: string;
}

export const problemCatalogue = {
  "malformed-json": {
    status: 400,
    title: "The body is not JSON",
    retryable: false,
    explanation:
      "The body is read as I-JSON (RFC 7493): UTF-8 without a byte order mark, one JSON value, numbers that a double can hold. `errors` has the place; `detail` names line and column.",
  },
  "ambiguous-json": {
    status: 400,
    title: "The body can be read in two ways",
    retryable: false,
    explanation:
      "A member stands twice in one object, a text holds half of a surrogate pair, or a number does not survive being read. Readers would disagree about such a body, so it is refused before it is judged. `errors` has the place.",
  },
  "json-too-deep": {
    status: 400,
    title: "The body nests too deep",
    retryable: false,
    explanation: "Lists and objects nest at most 32 levels deep. `errors` has the place.",
  },
  "bad-request": {
    status: 400,
    title: "The request cannot be understood",
    retryable: false,
    explanation:
      "Something about the request itself, not its body, is wrong: two `Host` or `Authorization` headers, a body on GET, a target that is no path. `detail` says which.",
  },
  "conflicting-credentials": {
    status: 400,
    title: "Two kinds of credentials were sent",
    retryable: false,
    explanation: "Send either a bearer key or the signed headers of the identity service, never both.",
  },
  "missing-credentials": {
    status: 401,
    title: "A key is needed",
    retryable: false,
    explanation: "Send an identity-service key: `Authorization: Bearer ai_...`.",
  },
  "invalid-credentials": {
    status: 401,
    title: "The credentials are not accepted",
    retryable: false,
    explanation:
      "The key or the signature is not one that the identity service stands for now. Which of the possible reasons it is, is not said. Get a new key from the identity service. A header in another form than `Authorization: Bearer ai_...` holds no key at all; then the detail says so, and the key itself may be good.",
  },
  "capability-not-granted": {
    status: 403,
    title: "The agent may not do this",
    retryable: false,
    explanation: "The person behind the agent has not granted this capability. Ask them for it.",
  },
  "origin-not-allowed": {
    status: 403,
    title: "The web page that sent this is not allowed to",
    retryable: false,
    explanation:
      "Calls from a browser are accepted from configured origins only. Call from a server, or ask the operator.",
  },
  "not-found": {
    status: 404,
    title: "There is nothing here",
    retryable: false,
    explanation: "The path leads nowhere. The page `/docs` of the service lists what there is.",
  },
  "method-not-allowed": {
    status: 405,
    title: "The method does not fit the path",
    retryable: false,
    explanation: "The header `Allow` lists the methods that do.",
  },
  "not-acceptable": {
    status: 406,
    title: "The page does not exist in that form",
    retryable: false,
    explanation: "Pages come as HTML, Markdown and JSON: send an `Accept` header that allows one of them.",
  },
  "request-timeout": {
    status: 408,
    title: "The request did not arrive in time",
    retryable: true,
    explanation: "A whole request arrives within ten seconds, its head within five. Send it again.",
  },
  "body-too-large": {
    status: 413,
    title: "The body is too large",
    retryable: false,
    explanation: "A body has at most 65,536 bytes. Fewer or shorter sample records are the usual way out.",
  },
  "uri-too-long": {
    status: 414,
    title: "The address is too long",
    retryable: false,
    explanation: "Everything that is sent stands in the body; no path here is long.",
  },
  "unsupported-media-type": {
    status: 415,
    title: "The body must be application/json",
    retryable: false,
    explanation: "Send `Content-Type: application/json`, in UTF-8, and no `Content-Encoding`.",
  },
  "misdirected-host": {
    status: 421,
    title: "This is not the host that was asked for",
    retryable: false,
    explanation:
      "Over MCP only requests for the public address of the service are answered, and the `Host` header names another one. Check the address that you call; a proxy in front of the service must pass `Host` on.",
  },
  "credential-in-body": {
    status: 422,
    title: "The body holds the caller's key",
    retryable: false,
    explanation:
      "The key of the `Authorization` header also stands somewhere in the body, as a name or inside a text. Answers quote what is wrong with a candidate, and a built package goes to a public vote, so nothing of the body was read. Take the key out of the candidate and send it again. If the text was shared with anybody, a log or a conversation included, replace the key at the identity service.",
  },
  "invalid-envelope": {
    status: 422,
    title: "The body is not a request for this operation",
    retryable: false,
    explanation:
      "The body is an object with `targetProduct`, `domainId`, `candidate` (an object) and, if you like, `options`. Nothing inside the candidate is ever the reason: what is wrong there is answered with diagnostics. `errors` lists every fault.",
  },
  "unknown-domain": {
    status: 422,
    title: "The product or domain is not served here",
    retryable: false,
    explanation:
      "`supported` lists the pairs that are, `didYouMean` the one that was probably meant. `GET /api/domains` tells more.",
  },
  "rate-limited": {
    status: 429,
    title: "Too many calls",
    retryable: true,
    explanation:
      "At most 20 calls in any 60 seconds. Wait for `retryAfterSeconds` (also in the header `Retry-After`), then go on. One answer names every problem of a candidate, so one call per edit is enough.",
  },
  "headers-too-large": {
    status: 431,
    title: "The headers are too large",
    retryable: false,
    explanation: "All headers together have at most 8 KiB, and there are at most 100 of them.",
  },
  internal: {
    status: 500,
    title: "Something broke on our side",
    retryable: true,
    explanation: "This is a fault of the service. Tell its operator the `requestId`.",
  },
  "spec-package-unavailable": {
    status: 503,
    title: "The rules of this domain are temporarily unavailable",
    retryable: true,
    explanation:
      "The target product's spec package could not be loaded, or its last good copy has expired, so nothing can be checked. Stop and try again after `retryAfterSeconds`; changing the candidate does not help. `GET /api/domains` shows the status of each domain: while it is `unavailable`, every call gets this answer.",
  },
  "registry-unavailable": {
    status: 503,
    title: "The registry of this domain is temporarily unavailable",
    retryable: true,
    explanation:
      "The target product's registry could not be loaded, or its last good copy has expired, so nobody can say whether an id is free. Stop and try again after `retryAfterSeconds`; changing the candidate does not help. `GET /api/domains` shows the status of each domain: while it is `unavailable`, every call gets this answer.",
  },
  "identity-unavailable": {
    status: 503,
    title: "The credentials cannot be checked right now",
    retryable: true,
    explanation:
      "The identity service is unavailable, or a signed call names a signing key that is not known yet. Try again after `retryAfterSeconds`.",
  },
  overloaded: {
    status: 503,
    title: "The service has too much to do",
    retryable: true,
    explanation: "Nothing was done, and nothing was counted. Try again after `retryAfterSeconds`.",
  },
  "shutting-down": {
    status: 503,
    title: "This instance is stopping",
    retryable: true,
    explanation: "Another instance takes over. Send the request again, on a new connection.",
  },
} as const satisfies { readonly [code: string]: ProblemEntry };

/** A code of the problem catalogue. */
export type ProblemCode = keyof typeof problemCatalogue;
