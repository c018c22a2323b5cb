import { quote } from "@assay/engine";
import { createCircuitBreaker } from "../net/circuit-breaker.ts";
import { describeFailure, readCapped } from "../net/fetcher.ts";
import { stripTrailingSlash } from "../net/strip-trailing-slash.ts";
import type { Observe } from "../telemetry/observe.ts";

export interface IntrospectionOptions {
  /** RFC 7662. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** A key that names only other audiences is not valid here. */
  readonly audience: string;
  /** Which access tokens are accepted beside keys; none unless given. */
  readonly tokens?: TokenPolicy | undefined;
  readonly timeoutMs: number;
  readonly observe: Observe;
  /** A monotonic clock. */
  elapsedMs(): number;
  /** Resolves after that many milliseconds. */
  after(milliseconds: number): Promise<void>;
  /** Tells the operator why there is no answer; the reason never contains the key. */
  onFailure(reason: string): void;
  /** Sees the headers of every answer. */
  onAnswer?: ((headers: Headers) => void) | undefined;
}

/** Access tokens that are accepted (RFC 9728): unlike a key, a token must say for which service it is. */
export interface TokenPolicy {
  isToken(credential: string): boolean;
  /** The authorization server; a token that names another issuer is not valid here. */
  readonly issuer: string;
  /** A token that names none of them is not valid here. */
  readonly audiences: readonly string[];
}

/** The identity service's answer about a key (RFC 7662). */
export type Introspection =
  | { readonly kind: "active"; readonly subject: string; readonly expiresAt?: Date | undefined }
  /** Why a key that the identity service knows is not valid here, for the operator. */
  | { readonly kind: "inactive"; readonly because?: string }
  /** There was no usable answer. */
  | { readonly kind: "unavailable" };

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
  const { elapsedMs, after, onFailure, observe } = options;
  const breaker = createCircuitBreaker(maxFailures);
  let nextProbeAt = 0;

  async function attempt(key: string): Promise<Introspection> {
    try {
      return await breaker.attempt(() =>
        observe(
          "introspection",
          () => ask(key, options),
          ({ kind }) => kind === "unavailable",
        ),
      );
    } catch (reason) {
      onFailure(describeFailure(reason));
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

// An error thrown here counts as a failure of the identity service.
async function ask(key: string, options: IntrospectionOptions): Promise<Introspection> {
  const { url, clientId, clientSecret, timeoutMs, onFailure, onAnswer } = options;
  const response = await fetch(url, {
    method: "POST",
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      accept: "application/json",
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString("base64")}`,
    },
    body: new URLSearchParams({ token: key, token_type_hint: "access_token" }),
  });
  const { status } = response;
  onAnswer?.(response.headers);
  if (status === 200) return readIntrospection(await readJsonAnswer(response), key, options);
  await response.body?.cancel();
  if (status < 400 || status >= 500 || status === 429) throw new Error(`status ${status}`);
  // The identity service works but refuses our credentials, or there is something else at this address.
  const wrong = [400, 401, 403].includes(status)
    ? "ASSAY_INTROSPECTION_CLIENT_ID and ASSAY_INTROSPECTION_CLIENT_SECRET"
    : "ASSAY_INTROSPECTION_URL";
  onFailure(`the identity service rejected the request with status ${status}: check ${wrong}`);
  return unavailable;
}

// The error never quotes the body: an error page may repeat the key.
export async function readJsonAnswer(response: Response): Promise<unknown> {
  const bytes = await readCapped(response.body ?? [], maxBytes);
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString());
  } catch {
    throw new Error("the answer is not valid JSON");
  }
}

const lastDateMs = 8.64e15;

type Answer = { readonly [member in "active" | "sub" | "exp" | "aud" | "iss"]?: unknown };

function readIntrospection(
  body: unknown,
  key: string,
  { audience, tokens, onFailure }: IntrospectionOptions,
): Introspection {
  const answer = (body ?? {}) as Answer;
  const { active, sub, exp } = answer;
  if (typeof active !== "boolean") throw new Error("the answer has no boolean active");
  if (!active) return { kind: "inactive" };
  const isHere = tokens?.isToken(key) ? isTokenHere(answer, tokens) : isKeyHere(answer, audience);
  if (!isHere) return { kind: "inactive", because: describeAudience(answer) };
  if (typeof sub !== "string" || sub === "") return { kind: "inactive", because: "it has no owner (sub)" };
  if (exp === undefined) return { kind: "active", subject: sub };
  // Some identity services write the largest number for "never", which is beyond every date.
  if (typeof exp === "number") {
    return { kind: "active", subject: sub, expiresAt: new Date(Math.min(exp * 1_000, lastDateMs)) };
  }
  // This key's expiry is unknown. Only this key is affected, so it does not count as a failure of the service.
  onFailure("exp in the answer is not a number of seconds");
  return unavailable;
}

// For the operator: a caller learns nothing about keys of other services.
function describeAudience({ aud, iss }: Answer): string {
  const audiences = [aud].flat().map((one) => quote(String(one)));
  const audience =
    aud === undefined ? "it has no audience (aud)" : `its audience (aud) is ${audiences.slice(0, 3).join(", ")}`;
  return `${audience}${iss === undefined ? "" : `, and its issuer (iss) is ${quote(String(iss))}`}`;
}

function isKeyHere({ aud }: Answer, audience: string): boolean {
  return aud === undefined || [aud].flat().includes(audience);
}

// Some clients write the slash that URLs without a path have.
function isTokenHere({ aud, iss }: Answer, { issuer, audiences }: TokenPolicy): boolean {
  const named = [aud].flat().map((one) => (typeof one === "string" ? stripTrailingSlash(one) : one));
  const isIssued =
    iss === undefined || (typeof iss === "string" && stripTrailingSlash(iss) === stripTrailingSlash(issuer));
  return isIssued && audiences.some((audience) => named.includes(audience));
}
