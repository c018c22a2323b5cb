import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Introspection } from "./introspection.ts";
import { createSingleFlight } from "./single-flight.ts";

/** What is known of a key now. */
export type KeyVerdict =
  | { readonly kind: "active"; readonly subject: string }
  | { readonly kind: "inactive" }
  | { readonly kind: "unavailable" };

export interface KeyVerifierOptions {
  /** What a key looks like; the identity service is not asked about anything else, except about access tokens. */
  readonly pattern: RegExp;
  /** Whether something that is not a key has the form of an access token; false unless given. */
  isToken?: ((credential: string) => boolean) | undefined;
  /** Asks the identity service, within a timeout. */
  introspect(key: string): Promise<Introspection>;
  now(): Date;
  /** A monotonic clock. */
  elapsedMs(): number;
  /** Resolves after that many milliseconds. */
  after(milliseconds: number): Promise<void>;
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
 * Creates the function that verifies keys. The identity service is asked about a key once at a time; while it is down,
 * keys that it confirmed within the last two minutes are still accepted.
 */
export function createKeyVerifier({
  pattern,
  isToken = () => false,
  introspect,
  now,
  elapsedMs,
  after,
}: KeyVerifierOptions): (key: string) => Promise<KeyVerdict> {
  // The cache holds hashes, never keys; the pepper is lost when the process ends.
  const pepper = createSecretKey(randomBytes(32));
  // Two caches, so that a flood of invalid keys does not evict the valid ones.
  const active = new LRUCache<string, ConfirmedKey>({ max: maxKeys });
  const inactive = new LRUCache<string, number>({ max: maxKeys });
  const flights = createSingleFlight<KeyVerdict>();

  // Treat an unparseable expiry as expired.
  const isExpired = (expiresAt: Date | undefined) =>
    expiresAt !== undefined && !(expiresAt.getTime() > now().getTime());

  async function ask(key: string, name: string): Promise<KeyVerdict> {
    const introspected = await introspect(key);
    const answer =
      introspected.kind === "active" && isExpired(introspected.expiresAt)
        ? ({ kind: "inactive" } as const)
        : introspected;
    if (answer.kind === "active") {
      active.set(name, { subject: answer.subject, expiresAt: answer.expiresAt, confirmedAt: elapsedMs() });
      inactive.delete(name);
    }
    if (answer.kind === "inactive") {
      active.delete(name);
      inactive.set(name, elapsedMs());
    }
    return answer.kind === "active" ? { kind: "active", subject: answer.subject } : answer;
  }

  return async (key) => {
    if (!pattern.test(key) && !isToken(key)) return { kind: "inactive" };
    const name = createHmac("sha256", pepper).update(key).digest("base64");
    const time = elapsedMs();
    const refusedAt = inactive.get(name) ?? Number.NEGATIVE_INFINITY;
    if (time - refusedAt < inactiveMs) return { kind: "inactive" };
    const known = active.get(name);
    const usable = known && time - known.confirmedAt < graceMs && !isExpired(known.expiresAt);
    if (!usable) return await flights.run(name, () => ask(key, name));
    if (time - known.confirmedAt < activeMs) return { kind: "active", subject: known.subject };
    // Old, but within its grace period: the identity service has a moment to object.
    const asked = flights.run(name, () => ask(key, name));
    const verdict = await Promise.race([asked, after(recheckTimeoutMs).then(() => undefined)]);
    return verdict === undefined || verdict.kind === "unavailable"
      ? { kind: "active", subject: known.subject }
      : verdict;
  };
}
