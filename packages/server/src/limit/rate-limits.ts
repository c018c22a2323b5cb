import { nameClient } from "../net/name-client.ts";
import { Problem } from "../problem.ts";
import type { Client, Limit, Limiter, LimitState } from "./limiter.ts";
import { createSlidingLog, type SlidingLog } from "./sliding-log.ts";
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
  /** Counts one call against the limit that all operations share. An IPv6 address counts as its network. */
  charge(client: Client, nonce?: string): Promise<Charge>;
  /** Charges an address that is already known to be over its limit; returns undefined for any other address. */
  chargeOverLimit(address: string): OverCharge | undefined;
  /** Counts an invalid signature from an address. */
  countFailedSignature(address: string): void;
  /** Returns a problem if the address has sent too many invalid signatures. */
  checkFailureLimit(address: string): Problem | undefined;
  /** Counts an uncharged request. If there are too many, returns a problem, with the given wait if there is one. */
  limitUnchargedRequests(address: string, retryAfterSeconds?: number): Problem | undefined;
  /** Counts an MCP message before it is read. Returns a problem if there are too many. */
  limitMessages(address: string): Problem | undefined;
}

export interface RateLimitsOptions {
  readonly limit: Limit;
  readonly limiter: Limiter;
  /** A monotonic clock. */
  elapsedMs(): number;
  onCharge(kind: "counted" | "over" | "replayed"): void;
  /** Called once per window when a client that keeps calling has been refused `refused` times. */
  onRepeatedRefusal?(client: Client, refused: number): void;
  /** Called when a signed call passes, but the other instances do not know its nonce. */
  onLocalNonce(): void;
  /** Called when an address sends too many uncharged requests or messages. */
  onOverload(): void;
}

// Multiples of the call limit: 50 and 300 per minute by default. Each process counts them on its own.
const failuresPerCall = 2.5;
const unchargedPerCall = 15;
// A client that honors Retry-After is refused a few times at most.
const refusalsPerCall = 5;

export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { limit, limiter, elapsedMs, onCharge, onLocalNonce, onOverload, onRepeatedRefusal = () => {} } = options;
  const { calls, windowSeconds } = limit;
  const failures = createSlidingLog({ calls: Math.ceil(calls * failuresPerCall), windowSeconds }, elapsedMs);
  const uncharged = createSlidingLog({ calls: calls * unchargedPerCall, windowSeconds }, elapsedMs);
  const messages = createSlidingLog({ calls: calls * unchargedPerCall, windowSeconds }, elapsedMs);
  const refusals = createTtlMap<{ count: number }>(windowSeconds * 1_000, elapsedMs);
  // draft-ietf-httpapi-ratelimit-headers-11.
  const toHeaders = ({ remaining, resetMs }: LimitState) => ({
    "ratelimit-policy": `"calls";q=${calls};w=${windowSeconds}`,
    ratelimit: `"calls";r=${remaining};t=${toWholeSeconds(resetMs)}`,
  });

  return {
    async charge(client, nonce) {
      const charged = toChargedClient(client);
      const state = await limiter.count(charged, nonce);
      onCharge(state.kind);
      if (state.kind === "over") countRefusal(charged);
      if (state.kind === "replayed") return { kind: "replayed", headers: {} };
      if (state.kind === "over") return toOverCharge(state);
      if (state.isLocal && nonce !== undefined) onLocalNonce();
      return { kind: "counted", headers: toHeaders(state) };
    },
    chargeOverLimit(address) {
      const client = toChargedClient(["ip", address]);
      const state = limiter.findOverLimit(client);
      if (!state) return undefined;
      onCharge("over");
      countRefusal(client);
      return toOverCharge(state);
    },
    countFailedSignature: (address) => failures.add(nameClient(address)),
    checkFailureLimit(address) {
      const { kind, resetMs } = failures.peek(nameClient(address));
      if (kind === "counted") return undefined;
      return refuseOverLimit("Too many invalid signatures from this address.", resetMs);
    },
    limitUnchargedRequests: (address, retryAfterSeconds) => countInLog(uncharged, address, retryAfterSeconds),
    limitMessages: (address) => countInLog(messages, address),
  };

  function toChargedClient(client: Client): Client {
    return client[0] === "ip" ? ["ip", nameClient(client[1])] : client;
  }

  function countRefusal(client: Client): void {
    const name = JSON.stringify(client);
    const refused = refusals.get(name) ?? { count: 0 };
    if (refused.count === 0) refusals.set(name, refused);
    refused.count += 1;
    const threshold = calls * refusalsPerCall;
    if (refused.count === threshold) onRepeatedRefusal(client, threshold);
  }

  function toOverCharge(state: LimitState): OverCharge {
    const detail = `Rate limit exceeded: ${calls} calls in any ${windowSeconds} seconds.`;
    return { kind: "over", headers: toHeaders(state), problem: refuseOverLimit(detail, state.resetMs) };
  }

  function countInLog(log: SlidingLog, address: string, waitSeconds?: number): Problem | undefined {
    const { kind, resetMs } = log.count(nameClient(address));
    if (kind === "counted") return undefined;
    onOverload();
    const retryAfterSeconds = waitSeconds ?? toWholeSeconds(resetMs);
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

// Rounds up, so that a call made after that many seconds passes.
function toWholeSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1_000);
}

function formatSeconds(seconds: number): string {
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
