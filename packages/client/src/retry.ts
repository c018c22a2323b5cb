import { AssayError } from "./assay-error.ts";

/** A wait before a call is retried. */
export interface Wait {
  /** The number of attempts so far. */
  readonly attempt: number;
  readonly waitMs: number;
  /** The error of the last attempt. */
  readonly error: AssayError;
}

/** The limits of retries, and the clock. */
export interface RetryDeps {
  readonly maxAttempts: number;
  readonly maxTotalMs: number;
  readonly onWait: ((wait: Wait) => void) | undefined;
  readonly now: () => number;
  /** Resolves after this time. If the call's signal is aborted, it rejects at once with the reason. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/**
 * Runs a call until it succeeds, fails permanently or reaches a limit. Each attempt receives the time that is left. Use
 * it only for calls that are safe to repeat.
 */
export async function retry<Result>(
  run: (leftMs: number) => Promise<Result>,
  { maxAttempts, maxTotalMs, onWait, now, sleep }: RetryDeps,
): Promise<Result> {
  const deadline = now() + maxTotalMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(Math.max(1, Math.floor(deadline - now())));
    } catch (error) {
      if (!(error instanceof AssayError) || !canRetry(error) || attempt >= maxAttempts) throw error;
      const waitMs = error.retryAfterSeconds === undefined ? 250 * 2 ** (attempt - 1) : error.retryAfterSeconds * 1_000;
      // If the wait leaves no time for another attempt, report the error now.
      if (now() + waitMs >= deadline) throw error;
      onWait?.({ attempt, waitMs, error });
      await sleep(waitMs);
    }
  }
}

// Timeouts are not retried, because a second request would only add to the load of a slow server.
function canRetry({ code, status, retryable }: AssayError): boolean {
  const isCut = code === "connection-failed" || code === "connection-lost";
  return retryable && (isCut || status === 429 || status === 503);
}
