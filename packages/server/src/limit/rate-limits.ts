import { nameClient } from "../net/name-client.ts";
import { Problem } from "../problem.ts";
import type { Client, Limit, Limiter, LimitState } from "./limiter.ts";
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
  countFailedSignature(address: string): void;
  /** Returns the problem of an address with too many failed signatures. */
  checkFailureLimit(address: string): Problem | undefined;
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
  onCharge(kind: "counted" | "over" | "replayed"): void;
  /** Called once in a window for a client that was refused so many calls in it. */
  onRepeatedRefusal?(client: Client, refused: number): void;
  /** Called when a signed call passed whose nonce other instances do not know. */
  onLocalNonce(): void;
  /** Called when an address sends too many uncounted requests. */
  onOverload(): void;
}

// Multiples of the calls that a client may make: 50 and 300 in a minute by default. Each process counts them by itself.
const failuresPerCall = 2.5;
const uncountedPerCall = 15;
// A client that waits as it is told is refused a few times at most.
const refusalsPerCall = 5;

export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { limit, limiter, elapsedMs, onCharge, onLocalNonce, onOverload, onRepeatedRefusal = () => {} } = options;
  const { calls, windowSeconds } = limit;
  const failures = createSlidingLog({ calls: Math.ceil(calls * failuresPerCall), windowSeconds }, elapsedMs);
  const uncounted = createSlidingLog({ calls: calls * uncountedPerCall, windowSeconds }, elapsedMs);
  const messages = createSlidingLog({ calls: calls * uncountedPerCall, windowSeconds }, elapsedMs);
  const refusals = createTtlMap<{ count: number }>(windowSeconds * 1_000, elapsedMs);
  // draft-ietf-httpapi-ratelimit-headers-11.
  const toHeaders = ({ remaining, resetMs }: LimitState) => ({
    "ratelimit-policy": `"calls";q=${calls};w=${windowSeconds}`,
    ratelimit: `"calls";r=${remaining};t=${toWholeSeconds(resetMs)}`,
  });

  return {
    async charge(client, nonce) {
      const name = toCounted(client);
      const state = await limiter.count(name, nonce);
      onCharge(state.kind);
      if (state.kind === "over") noteRefusal(name);
      if (state.kind === "replayed") return { kind: "replayed", headers: {} };
      if (state.kind === "over") return toOverCharge(state);
      if (state.isLocal && nonce !== undefined) onLocalNonce();
      return { kind: "counted", headers: toHeaders(state) };
    },
    chargeOver(address) {
      const client = toCounted(["ip", address]);
      const standing = limiter.findOver(client);
      if (!standing) return undefined;
      onCharge("over");
      noteRefusal(client);
      return toOverCharge(standing);
    },
    countFailedSignature: (address) => failures.add(nameClient(address)),
    checkFailureLimit(address) {
      const { kind, resetMs } = failures.peek(nameClient(address));
      if (kind === "counted") return undefined;
      return refuseOverLimit("Too many invalid signatures from this address.", resetMs);
    },
    limitUncounted: (address, sooner) => countInLog(uncounted, address, sooner),
    limitMessages: (address) => countInLog(messages, address),
  };

  function toCounted(client: Client): Client {
    return client[0] === "ip" ? ["ip", nameClient(client[1])] : client;
  }

  function noteRefusal(client: Client): void {
    const name = JSON.stringify(client);
    const noted = refusals.get(name) ?? { count: 0 };
    if (noted.count === 0) refusals.set(name, noted);
    noted.count += 1;
    const persistent = calls * refusalsPerCall;
    if (noted.count === persistent) onRepeatedRefusal(client, persistent);
  }

  function toOverCharge(state: LimitState): OverCharge {
    const detail = `Rate limit exceeded: ${calls} calls in any ${windowSeconds} seconds.`;
    return { kind: "over", headers: toHeaders(state), problem: refuseOverLimit(detail, state.resetMs) };
  }

  function countInLog(log: typeof uncounted, address: string, sooner?: number): Problem | undefined {
    const { kind, resetMs } = log.count(nameClient(address));
    if (kind === "counted") return undefined;
    onOverload();
    const retryAfterSeconds = sooner ?? toWholeSeconds(resetMs);
    const detail = `Too many requests from this address. Retry after ${formatSeconds(retryAfterSeconds)}.`;
    return new Problem("overloaded", detail, { retryAfterSeconds });
  }
}

function refuseOverLimit(detail: string, resetMs: number): Problem {
  const retryAfterSeconds = toWholeSeconds(resetMs);
  return new Problem("rate-limited", `${detail} Retry after ${formatSeconds(retryAfterSeconds)}.`, {
    retryAfterSeconds,
  });
}

// Round up, so that a call at that second passes.
function toWholeSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1_000);
}

function formatSeconds(seconds: number): string {
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
