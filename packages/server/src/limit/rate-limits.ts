import { clientAt } from "../net/client-at.ts";
import { Problem } from "../problem.ts";
import type { Client, Limit, Limiter, Standing } from "./limiter.ts";
import { createSlidingLog } from "./sliding-log.ts";
import { createTtlMap } from "./ttl-map.ts";

/** The result of charging a client for a call. */
interface Charge {
  readonly kind: "counted" | "over" | "replayed";
  readonly headers: Headers;
  /** Set if the call exceeded the limit. */
  readonly problem?: Problem;
}

/** The result of charging a client for a call that exceeded the limit. */
export interface OverCharge extends Charge {
  readonly problem: Problem;
}

type Headers = { readonly [name: string]: string };

/** The rate limits of the service. */
export interface RateLimits {
  /** Counts one call in the client's limit over all operations; an IPv6 address counts as its network. */
  charge(client: Client, nonce?: string): Promise<Charge>;
  /** Charges a call to an address that is known to be over its limit. */
  chargeOver(address: string): OverCharge | undefined;
  /** Counts a signature that was not accepted. */
  signatureFailed(address: string): void;
  /** Returns the problem of an address with too many failed signatures. */
  failureLimitProblem(address: string): Problem | undefined;
  /** Counts an uncounted request; returns the problem of one too many, whose wait `retryAfterSeconds` replaces. */
  limitUncounted(address: string, retryAfterSeconds?: number): Problem | undefined;
  /** Counts a message that is not read yet; returns the problem of one too many. */
  limitMessages(address: string): Problem | undefined;
}

export interface RateLimitsOptions {
  readonly limit: Limit;
  readonly limiter: Limiter;
  /** A monotonic clock. */
  elapsedMs(): number;
  charged(kind: "counted" | "over" | "replayed"): void;
  /** Called once in a window for a client that was refused so many calls in it. */
  persists?(client: Client, refused: number): void;
  /** Called when a signed call passed whose nonce other instances do not know. */
  nonceIsLocal(): void;
  /** Called when an address sends too many uncounted requests. */
  overloaded(): void;
}

// Multiples of the calls that a client may make: 50 and 300 in a minute by default. Each process counts them by itself.
const failuresPerCall = 2.5;
const uncountedPerCall = 15;
// A client that waits as it is told is refused a few times at most.
const refusalsPerCall = 5;

export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { limit, limiter, elapsedMs, charged, nonceIsLocal, overloaded, persists = () => {} } = options;
  const { calls, windowSeconds } = limit;
  const failures = createSlidingLog({ calls: Math.ceil(calls * failuresPerCall), windowSeconds }, elapsedMs);
  const uncounted = createSlidingLog({ calls: calls * uncountedPerCall, windowSeconds }, elapsedMs);
  const messages = createSlidingLog({ calls: calls * uncountedPerCall, windowSeconds }, elapsedMs);
  const refusals = createTtlMap<{ count: number }>(windowSeconds * 1_000, elapsedMs);
  // draft-ietf-httpapi-ratelimit-headers-11.
  const headersOf = ({ remaining, resetMs }: Standing) => ({
    "ratelimit-policy": `"calls";q=${calls};w=${windowSeconds}`,
    ratelimit: `"calls";r=${remaining};t=${wholeSeconds(resetMs)}`,
  });

  return {
    async charge(client, nonce) {
      const name = toCounted(client);
      const standing = await limiter.count(name, nonce);
      charged(standing.kind);
      if (standing.kind === "over") noteRefusal(name);
      if (standing.kind === "replayed") return { kind: "replayed", headers: {} };
      if (standing.kind === "over") return overCharge(standing);
      if (standing.isLocal && nonce !== undefined) nonceIsLocal();
      return { kind: "counted", headers: headersOf(standing) };
    },
    chargeOver(address) {
      const client = toCounted(["ip", address]);
      const standing = limiter.knownOver(client);
      if (!standing) return undefined;
      charged("over");
      noteRefusal(client);
      return overCharge(standing);
    },
    signatureFailed: (address) => failures.add(clientAt(address)),
    failureLimitProblem(address) {
      const { kind, resetMs } = failures.peek(clientAt(address));
      if (kind === "counted") return undefined;
      return tooMany("Too many invalid signatures from this address.", resetMs);
    },
    limitUncounted: (address, sooner) => limitIn(uncounted, address, sooner),
    limitMessages: (address) => limitIn(messages, address),
  };

  function toCounted(client: Client): Client {
    return client[0] === "ip" ? ["ip", clientAt(client[1])] : client;
  }

  function noteRefusal(client: Client): void {
    const name = JSON.stringify(client);
    const noted = refusals.get(name) ?? { count: 0 };
    if (noted.count === 0) refusals.set(name, noted);
    noted.count += 1;
    const persistent = calls * refusalsPerCall;
    if (noted.count === persistent) persists(client, persistent);
  }

  function overCharge(standing: Standing): OverCharge {
    const detail = `Rate limit exceeded: ${calls} calls in any ${windowSeconds} seconds.`;
    return { kind: "over", headers: headersOf(standing), problem: tooMany(detail, standing.resetMs) };
  }

  function limitIn(log: typeof uncounted, address: string, sooner?: number): Problem | undefined {
    const { kind, resetMs } = log.count(clientAt(address));
    if (kind === "counted") return undefined;
    overloaded();
    const retryAfterSeconds = sooner ?? wholeSeconds(resetMs);
    const detail = `Too many requests from this address. Retry after ${inWords(retryAfterSeconds)}.`;
    return new Problem("overloaded", detail, { retryAfterSeconds });
  }
}

function tooMany(detail: string, resetMs: number): Problem {
  const retryAfterSeconds = wholeSeconds(resetMs);
  return new Problem("rate-limited", `${detail} Retry after ${inWords(retryAfterSeconds)}.`, { retryAfterSeconds });
}

// Round up, so that a call at that second passes.
function wholeSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1_000);
}

function inWords(seconds: number): string {
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
