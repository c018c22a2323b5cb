import { describeFailure, readCapped } from "./fetch-document.ts";

/** What the identity service says of a key. */
type Introspection =
  | { readonly kind: "active"; readonly subject: string; readonly expiresAt?: Date | undefined }
  | { readonly kind: "inactive" }
  | { readonly kind: "unavailable" };

export interface IntrospectionOptions {
  /** RFC 7662. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** A key that names other audiences than this one is not for us. */
  audience(): string;
  readonly timeoutMs: number;
  /** A clock that is never set. */
  elapsedMs(): number;
  /** Resolves after a while. */
  after(milliseconds: number): Promise<void>;
  /** Tells the operator why there is no answer: never with the key. */
  failed(reason: string): void;
}

const failuresUntilOpen = 5;
const lookEveryMs = 500;
const patienceMs = 100;
const maxBytes = 65_536;
const unavailable = { kind: "unavailable" } as const;

/**
 * Asks the identity service about keys. After a few failures it is left alone but for one look every half second, and
 * nobody waits for it. A look that hangs does not hold up the next one, and one that succeeds late still counts.
 */
export function createIntrospection(options: IntrospectionOptions): (key: string) => Promise<Introspection> {
  const { elapsedMs, after, failed } = options;
  let failures = 0;
  let nextLookAt = 0;

  async function attempt(key: string): Promise<Introspection> {
    try {
      const answer = await ask(key, options);
      failures = 0;
      return answer;
    } catch (reason) {
      failures += 1;
      failed(describeFailure(reason));
      return unavailable;
    }
  }

  return async (key) => {
    if (failures < failuresUntilOpen) return await attempt(key);
    if (elapsedMs() < nextLookAt) return unavailable;
    nextLookAt = elapsedMs() + lookEveryMs;
    return await Promise.race([attempt(key), after(patienceMs).then(() => unavailable)]);
  };
}

// What is thrown here counts against the identity service.
async function ask(key: string, options: IntrospectionOptions): Promise<Introspection> {
  const { url, clientId, clientSecret, audience, timeoutMs, failed } = options;
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
  if (status === 200) return read(await jsonOf(response), audience(), failed);
  await response.body?.cancel();
  if (status < 400 || status >= 500 || status === 429) throw new Error(`status ${status}`);
  // It works, but not with us: the fault is in how we were set up.
  failed(`the identity service refuses how it is asked, which is a fault in our settings: status ${status}`);
  return unavailable;
}

// What cannot be read is not quoted: a page that tells of an error may repeat the key.
async function jsonOf(response: Response): Promise<unknown> {
  const bytes = await readCapped(response.body ?? [], maxBytes);
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString());
  } catch {
    throw new Error("an answer that is not JSON");
  }
}

const lastDateMs = 8.64e15;

function read(body: unknown, audience: string, failed: IntrospectionOptions["failed"]): Introspection {
  const { active, sub, exp, aud } = (body ?? {}) as { active?: unknown; sub?: unknown; exp?: unknown; aud?: unknown };
  if (typeof active !== "boolean") throw new Error("an answer without active");
  if (!active) return { kind: "inactive" };
  const audiences = aud === undefined ? [audience] : [aud].flat();
  if (!audiences.includes(audience) || typeof sub !== "string" || sub === "") return { kind: "inactive" };
  if (exp === undefined) return { kind: "active", subject: sub };
  // Some write the largest number there is for never, which is beyond every date.
  if (typeof exp === "number") {
    return { kind: "active", subject: sub, expiresAt: new Date(Math.min(exp * 1_000, lastDateMs)) };
  }
  // Nobody can tell when this key ends. That is said of one key, so it does not count against all the others.
  failed("an answer whose exp is not a number of seconds");
  return unavailable;
}
