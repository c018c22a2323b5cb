import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";

/** What the identity service says of a key. */
export type Introspection =
  | { readonly kind: "active"; readonly subject: string; readonly expiresAt?: Date | undefined }
  | { readonly kind: "inactive" }
  /** It gave no answer that can be used. */
  | { readonly kind: "unavailable" };

/** What is known of a key now. */
export type KeyVerdict =
  | { readonly kind: "active"; readonly subject: string }
  | { readonly kind: "inactive" }
  | { readonly kind: "unavailable" };

export interface BearerOptions {
  /** Garbage never costs a call. */
  readonly pattern: RegExp;
  /** Asks the identity service, and gives up in time. */
  introspect(key: string): Promise<Introspection>;
  now(): Date;
  /** Resolves after a while. */
  after(milliseconds: number): Promise<void>;
}

interface Known {
  readonly subject: string;
  readonly expiresAt: Date | undefined;
  readonly confirmedAt: number;
}

const activeMs = 30_000;
const inactiveMs = 10_000;
const graceMs = 120_000;
const patienceMs = 250;
const mostKeys = 10_000;

/** Verifies keys of the identity service: each is asked for once at a time, and an outage there is none here for a while. */
export function createKeyVerifier({
  pattern,
  introspect,
  now,
  after,
}: BearerOptions): (key: string) => Promise<KeyVerdict> {
  // A key is never kept, only what it hashes to under a pepper that dies with the process.
  const pepper = createSecretKey(randomBytes(32));
  // Two caches: a flood of junk does not push out the keys that are known to be good.
  const active = new LRUCache<string, Known>({ max: mostKeys });
  const inactive = new LRUCache<string, number>({ max: mostKeys });
  const flights = new Map<string, Promise<KeyVerdict>>();

  // No answer makes a key good beyond its own end. An end that is no date has passed.
  const isOver = (expiresAt: Date | undefined) => expiresAt !== undefined && !(expiresAt.getTime() > now().getTime());

  async function ask(key: string, name: string): Promise<KeyVerdict> {
    const told = await introspect(key);
    const answer = told.kind === "active" && isOver(told.expiresAt) ? ({ kind: "inactive" } as const) : told;
    if (answer.kind === "active") {
      active.set(name, { subject: answer.subject, expiresAt: answer.expiresAt, confirmedAt: now().getTime() });
      inactive.delete(name);
    }
    if (answer.kind === "inactive") {
      active.delete(name);
      inactive.set(name, now().getTime());
    }
    return answer.kind === "active" ? { kind: "active", subject: answer.subject } : answer;
  }

  function fly(key: string, name: string): Promise<KeyVerdict> {
    const flying = flights.get(name);
    if (flying) return flying;
    const flight = ask(key, name).finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  }

  return async (key) => {
    if (!pattern.test(key)) return { kind: "inactive" };
    const name = createHmac("sha256", pepper).update(key).digest("base64");
    const time = now().getTime();
    const refusedAt = inactive.get(name);
    if (refusedAt !== undefined && time - refusedAt < inactiveMs) return { kind: "inactive" };
    const known = active.get(name);
    const usable = known && time - known.confirmedAt < graceMs && !isOver(known.expiresAt);
    if (!usable) return await fly(key, name);
    if (time - known.confirmedAt < activeMs) return { kind: "active", subject: known.subject };
    // Old, but within its grace: the identity service has a moment to say otherwise.
    const verdict = await Promise.race([fly(key, name), after(patienceMs).then(() => undefined)]);
    return verdict === undefined || verdict.kind === "unavailable"
      ? { kind: "active", subject: known.subject }
      : verdict;
  };
}
