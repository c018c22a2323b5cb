import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Introspection, RefusedKeyReason } from "./introspection.ts";
import { createSingleFlight } from "./single-flight.ts";

/** Whether a key is valid now, and who owns it. */
export type KeyVerdict =
  | { readonly kind: "active"; readonly subject: string }
  /** The reason is absent if the identity service was not asked. */
  | { readonly kind: "inactive"; readonly reason?: RefusedKeyReason }
  | { readonly kind: "unavailable" };

export interface KeyVerifierOptions {
  /** The form of a key. The identity service is asked only about keys of this form and access tokens. */
  readonly pattern: RegExp;
  /** Whether a credential that is not a key has the form of an access token. Default: never. */
  isToken?: ((credential: string) => boolean) | undefined;
  /** Asks the identity service, within a timeout. */
  introspect(key: string): Promise<Introspection>;
  now(): Date;
  /** A monotonic clock. */
  elapsedMs(): number;
  /** Resolves after the given number of milliseconds. */
  delay(milliseconds: number): Promise<void>;
}

interface ConfirmedKey {
  readonly subject: string;
  readonly expiresAt: Date | undefined;
  readonly confirmedAt: number;
}

const activeMs = 30_000;
const inactiveMs = 10_000;
const graceMs = 120_000;
const recheckTimeoutMs = 250;
const maxKeys = 10_000;

/**
 * Creates the function that verifies keys, with at most one request per key to the identity service at a time. While
 * that service is down, keys that it confirmed within the last two minutes are still accepted.
 */
export function createKeyVerifier({
  pattern,
  isToken = () => false,
  introspect,
  now,
  elapsedMs,
  delay,
}: KeyVerifierOptions): (key: string) => Promise<KeyVerdict> {
  // The caches contain hashes, never keys. The pepper exists only in this process.
  const pepper = createSecretKey(randomBytes(32));
  // Two caches, so that a flood of invalid keys does not evict the valid ones.
  const active = new LRUCache<string, ConfirmedKey>({ max: maxKeys });
  const inactive = new LRUCache<string, { reason: RefusedKeyReason; at: number }>({ max: maxKeys });
  const flights = createSingleFlight<KeyVerdict>();

  // Treat an unparseable expiry as expired.
  const isExpired = (expiresAt: Date | undefined) =>
    expiresAt !== undefined && !(expiresAt.getTime() > now().getTime());

  async function ask(key: string, name: string): Promise<KeyVerdict> {
    const introspected = await introspect(key);
    const answer =
      introspected.kind === "active" && isExpired(introspected.expiresAt)
        ? ({ kind: "inactive", reason: "expired" } as const)
        : introspected;
    if (answer.kind === "active") {
      active.set(name, { subject: answer.subject, expiresAt: answer.expiresAt, confirmedAt: elapsedMs() });
      inactive.delete(name);
    }
    if (answer.kind === "inactive") {
      active.delete(name);
      inactive.set(name, { reason: answer.reason, at: elapsedMs() });
    }
    return answer.kind === "active" ? { kind: "active", subject: answer.subject } : answer;
  }

  return async (key) => {
    if (!pattern.test(key) && !isToken(key)) return { kind: "inactive" };
    const name = createHmac("sha256", pepper).update(key).digest("base64");
    const time = elapsedMs();
    const refused = inactive.get(name);
    if (refused && time - refused.at < inactiveMs) return { kind: "inactive", reason: refused.reason };
    const known = active.get(name);
    const usable = known && time - known.confirmedAt < graceMs && !isExpired(known.expiresAt);
    if (!usable) return await flights.run(name, () => ask(key, name));
    if (time - known.confirmedAt < activeMs) return { kind: "active", subject: known.subject };
    // The confirmation is old but within the grace period, so wait only briefly for a new answer.
    const recheck = flights.run(name, () => ask(key, name));
    const verdict = await Promise.race([recheck, delay(recheckTimeoutMs).then(() => undefined)]);
    return verdict === undefined || verdict.kind === "unavailable"
      ? { kind: "active", subject: known.subject }
      : verdict;
  };
}
