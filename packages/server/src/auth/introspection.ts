import { describeFailure, readCapped } from "../net/fetcher.ts";
import { createCircuitBreaker } from "../shared/circuit-breaker.ts";
import type { Introspection } from "../shared/ports.ts";
import type { Observe, TraceHeaders } from "../telemetry/observe.ts";

export interface IntrospectionOptions {
  /** RFC 7662. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** A key that names only other audiences is not valid here. */
  readonly audience: string;
  readonly timeoutMs: number;
  readonly observe: Observe;
  /** A monotonic clock. */
  elapsedMs(): number;
  /** Resolves after that many milliseconds. */
  after(milliseconds: number): Promise<void>;
  /** Tells the operator why there is no answer; the reason never contains the key. */
  failed(reason: string): void;
}

const maxFailures = 5;
const probeEveryMs = 500;
const probeTimeoutMs = 100;
const maxBytes = 65_536;
const unavailable = { kind: "unavailable" } as const;

/**
 * Creates the function that asks the identity service about a key. After a few failures in a row the service gets one
 * probe every half second, and callers no longer wait for it. A probe that hangs does not delay the next one, and one
 * that succeeds late still counts.
 */
export function createIntrospection(options: IntrospectionOptions): (key: string) => Promise<Introspection> {
  const { elapsedMs, after, failed, observe } = options;
  const breaker = createCircuitBreaker(maxFailures);
  let nextProbeAt = 0;

  async function attempt(key: string): Promise<Introspection> {
    try {
      return await breaker.attempt(() =>
        observe("introspection", (traced) => ask(key, traced, options), isUnavailable),
      );
    } catch (reason) {
      failed(describeFailure(reason));
      return unavailable;
    }
  }

  return async (key) => {
    if (!breaker.isOpen) return await attempt(key);
    if (elapsedMs() < nextProbeAt) return unavailable;
    nextProbeAt = elapsedMs() + probeEveryMs;
    return await Promise.race([attempt(key), after(probeTimeoutMs).then(() => unavailable)]);
  };
}

function isUnavailable({ kind }: Introspection): boolean {
  return kind === "unavailable";
}

// An error thrown here counts as a failure of the identity service.
async function ask(key: string, traced: TraceHeaders, options: IntrospectionOptions): Promise<Introspection> {
  const { url, clientId, clientSecret, audience, timeoutMs, failed } = options;
  const response = await fetch(url, {
    method: "POST",
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...traced,
      accept: "application/json",
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString("base64")}`,
    },
    body: new URLSearchParams({ token: key, token_type_hint: "access_token" }),
  });
  const { status } = response;
  if (status === 200) return read(await jsonOf(response), audience, failed);
  await response.body?.cancel();
  if (status < 400 || status >= 500 || status === 429) throw new Error(`status ${status}`);
  // The identity service works but refuses our credentials: the configuration is wrong.
  failed(
    `the identity service rejected the request with status ${status}: check ASSAY_INTROSPECTION_CLIENT_ID and ASSAY_INTROSPECTION_CLIENT_SECRET`,
  );
  return unavailable;
}

// The error never quotes the body: an error page may repeat the key.
async function jsonOf(response: Response): Promise<unknown> {
  const bytes = await readCapped(response.body ?? [], maxBytes);
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString());
  } catch {
    throw new Error("the answer is not valid JSON");
  }
}

const lastDateMs = 8.64e15;

function read(body: unknown, audience: string, failed: IntrospectionOptions["failed"]): Introspection {
  const { active, sub, exp, aud } = (body ?? {}) as { active?: unknown; sub?: unknown; exp?: unknown; aud?: unknown };
  if (typeof active !== "boolean") throw new Error("the answer has no boolean active");
  if (!active) return { kind: "inactive" };
  const audiences = aud === undefined ? [audience] : [aud].flat();
  if (!audiences.includes(audience) || typeof sub !== "string" || sub === "") return { kind: "inactive" };
  if (exp === undefined) return { kind: "active", subject: sub };
  // Some identity services write the largest number for "never", which is beyond every date.
  if (typeof exp === "number") {
    return { kind: "active", subject: sub, expiresAt: new Date(Math.min(exp * 1_000, lastDateMs)) };
  }
  // This key's expiry is unknown. Only this key is affected, so it does not count as a failure of the service.
  failed("exp in the answer is not a number of seconds");
  return unavailable;
}
