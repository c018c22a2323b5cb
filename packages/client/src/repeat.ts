import { AssayError } from "./assay-error.ts";

/** A wait before a call is sent again. */
export interface Wait {
  /** How often the call has been sent so far. */
  readonly attempt: number;
  readonly waitMs: number;
  /** Why it is sent again. */
  readonly error: AssayError;
}

/** How often and how long a call is repeated, and with which clock. */
export interface RepeatDeps {
  readonly maxAttempts: number;
  readonly maxTotalMs: number;
  readonly onWait: ((wait: Wait) => void) | undefined;
  readonly now: () => number;
  /** Resolves after that time, or rejects with the reason of the call's signal as soon as it is aborted. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/**
 * Runs an attempt until it succeeds, fails for good, or has been repeated enough. Each attempt is told how much time is left.
 * Only calls that can be repeated without harm may be run.
 */
export async function repeat<Result>(
  run: (leftMs: number) => Promise<Result>,
  { maxAttempts, maxTotalMs, onWait, now, sleep }: RepeatDeps,
): Promise<Result> {
  const end = now() + maxTotalMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(Math.max(1, Math.floor(end - now())));
    } catch (error) {
      if (!(error instanceof AssayError) || !isRepeatable(error) || attempt >= maxAttempts) throw error;
      const waitMs = error.retryAfterSeconds === undefined ? 250 * 2 ** (attempt - 1) : error.retryAfterSeconds * 1_000;
      // A wait that ends too late would only delay the bad news.
      if (now() + waitMs >= end) throw error;
      onWait?.({ attempt, waitMs, error });
      await sleep(waitMs);
    }
  }
}

/** A timeout is not among them: the server had its time, and a second request would be one more to handle. */
function isRepeatable({ code, status, retryable }: AssayError): boolean {
  const isCut = code === "connection-failed" || code === "connection-lost";
  return retryable && (isCut || status === 429 || status === 503);
}
