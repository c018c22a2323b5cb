import { quote } from "@assay/engine";
import { createCircuitBreaker } from "../net/circuit-breaker.ts";
import { describeFailure, readCapped } from "../net/fetcher.ts";
import { stripTrailingSlash } from "../net/strip-trailing-slash.ts";
import type { Observe } from "../telemetry/observe.ts";

export interface IntrospectionOptions {
  /** The introspection endpoint (RFC 7662). */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** A key that names only other audiences is not valid here. */
  readonly audience: string;
  /** Which access tokens are accepted in addition to keys. Default: none. */
  readonly tokens?: TokenPolicy | undefined;
  readonly timeoutMs: number;
  readonly observe: Observe;
  /** A monotonic clock. */
  elapsedMs(): number;
  /** Resolves after the given number of milliseconds. */
  delay(milliseconds: number): Promise<void>;
  /** Called with the reason, for the operator, when there is no usable answer. It never contains the key. */
  onFailure(reason: string): void;
  /** Called with the headers of every response. */
  onAnswer?: ((headers: Headers) => void) | undefined;
}

/** Which access tokens are accepted (RFC 9728). Unlike a key, a token must name its audience. */
export interface TokenPolicy {
  isToken(credential: string): boolean;
  /** The authorization server; a token that names another issuer is not valid here. */
  readonly issuer: string;
  /** A token that names none of these audiences is not valid here. */
  readonly audiences: readonly string[];
}

/** The identity service's answer about a key (RFC 7662). */
export type Introspection =
  | { readonly kind: "active"; readonly subject: string; readonly expiresAt?: Date | undefined }
  /** `detail` explains to the operator why a key that the identity service accepts is not valid here. */
  | { readonly kind: "inactive"; readonly reason: RefusedKeyReason; readonly detail?: string }
  /** There was no usable answer. */
  | { readonly kind: "unavailable" };

/** Why a key or an access token is refused. Only the operator sees it: a caller must learn nothing about other keys. */
export type RefusedKeyReason = "inactive" | "expired" | "audience" | "issuer" | "subject";

const maxFailures = 5;
const probeEveryMs = 500;
const probeTimeoutMs = 100;
const maxBytes = 65_536;
const unavailable = { kind: "unavailable" } as const;

/**
 * Creates the function that asks the identity service about a key. After several consecutive failures, it sends one
 * probe every half second, and callers no longer wait for answers. A probe that hangs does not delay the next probe,
 * and a late success still counts.
 */
export function createIntrospection(options: IntrospectionOptions): (key: string) => Promise<Introspection> {
  const { elapsedMs, delay, onFailure, observe } = options;
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
    return await Promise.race([attempt(key), delay(probeTimeoutMs).then(() => unavailable)]);
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
  // The identity service works but rejects our credentials, or the URL is not its introspection endpoint.
  const settings = [400, 401, 403].includes(status)
    ? "ASSAY_INTROSPECTION_CLIENT_ID and ASSAY_INTROSPECTION_CLIENT_SECRET"
    : "ASSAY_INTROSPECTION_URL";
  onFailure(`the identity service rejected the request with status ${status}: check ${settings}`);
  return unavailable;
}

/** Parses a response as JSON. The error never quotes the body, because an error page can contain the key. */
export async function readJsonAnswer(response: Response): Promise<unknown> {
  const bytes = await readCapped(response.body ?? [], maxBytes);
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString());
  } catch {
    throw new Error("the answer is not valid JSON");
  }
}

const maxDateMs = 8.64e15;

type Answer = { readonly [member in "active" | "sub" | "exp" | "aud" | "iss"]?: unknown };

function readIntrospection(
  body: unknown,
  key: string,
  { audience, tokens, onFailure }: IntrospectionOptions,
): Introspection {
  const answer = (body ?? {}) as Answer;
  const { active, sub, exp } = answer;
  if (typeof active !== "boolean") throw new Error("the answer has no boolean active");
  if (!active) return { kind: "inactive", reason: "inactive" };
  const reason = tokens?.isToken(key) ? refuseToken(answer, tokens) : refuseKey(answer, audience);
  if (reason) return { kind: "inactive", reason, detail: describeAudience(answer) };
  if (typeof sub !== "string" || sub === "") {
    return { kind: "inactive", reason: "subject", detail: "it has no owner (sub)" };
  }
  if (exp === undefined) return { kind: "active", subject: sub };
  // Some identity services express "never" as a number that is too large for a Date.
  if (typeof exp === "number") {
    return { kind: "active", subject: sub, expiresAt: new Date(Math.min(exp * 1_000, maxDateMs)) };
  }
  // Only this key is affected, so the invalid expiry does not count as a failure of the identity service.
  onFailure("exp in the answer is not a number of seconds");
  return unavailable;
}

function describeAudience({ aud, iss }: Answer): string {
  const audiences = [aud].flat().map((name) => quote(String(name)));
  const audience =
    aud === undefined ? "it has no audience (aud)" : `its audience (aud) is ${audiences.slice(0, 3).join(", ")}`;
  return `${audience}${iss === undefined ? "" : `, and its issuer (iss) is ${quote(String(iss))}`}`;
}

function refuseKey({ aud }: Answer, audience: string): "audience" | undefined {
  return aud === undefined || [aud].flat().includes(audience) ? undefined : "audience";
}

// Trailing slashes are ignored, because some clients add one to a URL without a path.
function refuseToken({ aud, iss }: Answer, { issuer, audiences }: TokenPolicy): "audience" | "issuer" | undefined {
  const tokenAudiences = [aud].flat().map((name) => (typeof name === "string" ? stripTrailingSlash(name) : name));
  const isFromIssuer =
    iss === undefined || (typeof iss === "string" && stripTrailingSlash(iss) === stripTrailingSlash(issuer));
  if (!isFromIssuer) return "issuer";
  return audiences.some((audience) => tokenAudiences.includes(audience)) ? undefined : "audience";
}
