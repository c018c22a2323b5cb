import { AssayError, type ProblemMembers } from "./assay-error.ts";
import { type Answer, describeCall, readRequestId, stripQuery, toPlainText } from "./exchange.ts";
import { isObject } from "./expect-members.ts";

/** Creates the error for an answer that is not a result, from its problem document if it has one. */
export function toAssayError(answer: Answer): AssayError {
  const { status, json, retryAfter } = answer;
  const problem = isProblem(json) ? json : undefined;
  const problemSeconds: unknown = problem?.retryAfterSeconds;
  // The longer wait counts: behind a proxy, the server can ask for 0 seconds and the proxy for 30.
  const waits = [problemSeconds, readRetryAfter(retryAfter, Date.now())].filter(isSeconds);
  const properties = {
    status,
    url: stripQuery(answer.url),
    retryable: typeof problem?.retryable === "boolean" ? problem.retryable : retryableStatuses.has(status),
    retryAfterSeconds: waits.length > 0 ? Math.max(...waits) : undefined,
    requestId: answer.requestId ?? readRequestId(problem?.requestId),
  };
  if (problem) return new AssayError(problem.code, toPlainText(problem.detail), { ...properties, problem });
  const detail = `${describeCall(answer)}: The answer has status ${status} and is not a problem document.${properties.retryable ? "" : " Is this the right address?"}`;
  return new AssayError("unexpected-answer", detail, properties);
}

/** Reads a `Retry-After` header: seconds, or a date (RFC 9110, section 10.2.3). */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header);
  // Check the form first, because Date.parse accepts almost anything, even "-1".
  const dateMs = /^[A-Z][a-z]{2}, [0-9]{2} /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, Math.ceil((dateMs - nowMs) / 1_000));
}

/** Statuses after which the same request can succeed, unless the problem document specifies `retryable`. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

// A product can omit any other member of a problem document.
function isProblem(json: unknown): json is ProblemMembers {
  if (!isObject(json)) return false;
  const { code, detail } = json;
  return typeof code === "string" && /^[a-z0-9]+([._-][a-z0-9]+)*$/.test(code) && typeof detail === "string";
}

function isSeconds(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
