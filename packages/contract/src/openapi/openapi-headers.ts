import type { JsonObject } from "../json/json.ts";

const string = { type: "string" } as const;

/** The headers of responses, for `components.headers`. */
export const headerComponents = {
  "X-Request-Id": { description: "Identifies this request; quote it in questions to the operator.", schema: string },
  "RateLimit-Policy": {
    description: "The rate limit: calls (`q`) per window in seconds (`w`). Absent if the request does not count.",
    schema: string,
    example: '"calls";q=20;w=60',
  },
  RateLimit: {
    description:
      "The calls that remain (`r`), and the seconds until one more is available (`t`). Absent if the request does not count.",
    schema: string,
    example: '"calls";r=19;t=60',
  },
  "Retry-After": {
    description: "Seconds to wait; the same as `retryAfterSeconds`.",
    schema: { type: "integer", minimum: 1 },
    example: 17,
  },
  ETag: {
    description: "A strong ETag. Send it in `If-None-Match` to get 304 while nothing has changed.",
    schema: string,
  },
  "WWW-Authenticate": {
    description: "The accepted credentials; `error` is absent if none were sent.",
    schema: string,
    example: 'Bearer realm="assay", error="invalid_token"',
  },
  Allow: { description: "The methods that the path supports.", schema: string },
} as const;

/** The name of a header that a response can have. */
export type HeaderName = keyof typeof headerComponents;

/** Creates the headers of a response. Only responses to counted requests have the rate limit headers. */
export function createHeaders(kind: "counted" | "uncounted", ...additional: readonly HeaderName[]): JsonObject {
  const always: readonly HeaderName[] =
    kind === "counted" ? ["X-Request-Id", "RateLimit-Policy", "RateLimit"] : ["X-Request-Id"];
  return Object.fromEntries([...always, ...additional].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
