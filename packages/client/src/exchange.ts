import { AssayError, type FaultCode } from "./assay-error.ts";
import { parseUrl, type Settings } from "./read-options.ts";

/** A request that is ready to be sent. */
export interface OutgoingRequest {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string | undefined;
}

/** An answer that arrived completely. */
export interface Answer {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly status: number;
  readonly bytes: Uint8Array;
  /** The body, or undefined if it is not JSON in UTF-8. */
  readonly json: unknown;
  readonly retryAfter: string | undefined;
  readonly requestId: string | undefined;
}

/** The `fetch` to send a request with, and the limits of the exchange. */
interface ExchangeDeps extends Pick<Settings, "fetch" | "timeoutMs" | "maxAnswerBytes"> {
  readonly signal: AbortSignal | undefined;
}

/** Sends one request and reads its answer, whatever its status. Rejects with an `AssayError` if it cannot. */
export async function exchange(
  request: OutgoingRequest,
  { fetch, timeoutMs, maxAnswerBytes, signal }: ExchangeDeps,
): Promise<Answer> {
  const { method, url, headers, body } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  const abortSignal = signal ? AbortSignal.any([signal, timeout]) : timeout;

  function createFault(
    code: FaultCode,
    sentence: string,
    context: { readonly response?: Response; readonly cause?: unknown } = {},
  ) {
    const retryable = code === "connection-failed" || code === "connection-lost" || code === "timed-out";
    const { response, cause } = context;
    const status = response?.status || undefined;
    const requestId = readRequestId(response?.headers.get("x-request-id"));
    const detail = `${describeCall(request)}: ${sentence}`;
    return new AssayError(code, detail, { retryable, status, url: stripQuery(url), requestId, cause });
  }

  function toRejection(code: FaultCode, sentence: string, cause: unknown): unknown {
    if (signal?.aborted) return signal.reason;
    if (timeout.aborted)
      return createFault("timed-out", `The answer did not arrive within ${timeoutMs} ms.`, { cause });
    return createFault(code, sentence, { cause });
  }

  // Set only these five options: some edge runtimes reject `credentials`, `mode` and `redirect: "error"`.
  const init = {
    method,
    headers,
    redirect: "manual",
    signal: abortSignal,
    ...(body !== undefined && { body }),
  } as const;
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw toRejection(
      "connection-failed",
      `No answer: the connection failed${describeCause(cause) ?? browserHint}.`,
      cause,
    );
  });
  const { status } = response;
  // A browser hides the status of a redirect, and a custom `fetch` may already have followed it.
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  if (response.type === "opaqueredirect" || response.redirected || isRedirect) {
    await response.body?.cancel().catch(() => {});
    const sentence = `The answer is a redirect${describeTarget(response, url)}. Redirects are not followed. If you trust the new address, use it directly.`;
    throw createFault("redirected", sentence, { response });
  }
  const bytes = await readBytes(response, maxAnswerBytes).catch((cause: unknown) => {
    throw toRejection(
      "connection-lost",
      `The connection was cut off during the answer${describeCause(cause) ?? ""}.`,
      cause,
    );
  });
  if (bytes === "too large") {
    throw createFault("answer-too-large", `The answer has more than ${maxAnswerBytes} bytes.`, { response });
  }
  const retryAfter = response.headers.get("retry-after") ?? undefined;
  const requestId = readRequestId(response.headers.get("x-request-id"));
  return { method, url, status, bytes, json: parseJson(bytes), retryAfter, requestId };
}

/** Describes a call in a message, without the query of its URL, which can be long or private. */
export function describeCall({ method, url }: Pick<OutgoingRequest, "method" | "url">): string {
  return `${method} ${stripQuery(url)}`;
}

/** Returns a URL without its query. */
export function stripQuery({ origin, pathname }: URL): string {
  return origin + pathname;
}

/** Returns a request id if it is safe to show. */
export function readRequestId(id: unknown): string | undefined {
  return typeof id === "string" && /^[!-~]{1,128}$/.test(id) ? id : undefined;
}

/** Makes untrusted text safe for a terminal or a log: a single line of limited length, without invisible characters. */
export function toPlainText(text: string): string {
  const plain = text.replace(/\s+/g, " ").replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, "\uFFFD");
  const characters = [...plain.slice(0, 4_000)];
  return characters.length > 1_000 ? `${characters.slice(0, 1_000).join("")}…` : plain;
}

async function readBytes(response: Response, maxBytes: number): Promise<"too large" | Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length;
    if (length > maxBytes) {
      await reader?.cancel().catch(() => {});
      return "too large";
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function describeTarget(response: Response, base: URL): string {
  const location = response.headers.get("location");
  const target = location === null ? undefined : parseUrl(location, base);
  return target ? ` to ${stripQuery(target)}` : "";
}

// In Node, an error from `fetch` has a cause with a code, such as ECONNREFUSED, or a message. Browsers set no cause.
const browserHint = ", or the browser does not allow it because the server does not allow this page's origin";

function describeCause(error: unknown): string | undefined {
  const { cause } = (error ?? {}) as { readonly cause?: { readonly code?: unknown; readonly message?: unknown } };
  if (cause === undefined || cause === null) return undefined;
  const { code, message } = cause;
  if (typeof code === "string" && /^[A-Z0-9_/]{1,80}$/.test(code)) return ` (${code})`;
  return typeof message === "string" ? ` (${toPlainText(message)})` : "";
}
