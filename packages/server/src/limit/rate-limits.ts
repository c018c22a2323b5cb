import { Problem } from "../problem.ts";
import { clientAt } from "./client-at.ts";
import type { Client, Limit, Limiter, Standing } from "./limiter.ts";
import { createSlidingLog } from "./sliding-log.ts";

/** What was charged, as the answer tells it. */
interface Charge {
  readonly kind: "counted" | "over" | "replayed";
  readonly headers: Headers;
  /** One call too many. */
  readonly problem?: Problem;
}

type Headers = { readonly [name: string]: string };

/** Everything that a client can have too much of. */
export interface RateLimits {
  /** Counts one call, in one budget over all operations; an address stands for its whole network. */
  charge(client: Client, nonce?: string): Promise<Charge>;
  /** Notes that a signature was not accepted. */
  signatureFailed(address: string): void;
  /** The problem of an address with too many failed signatures. */
  boundFailures(address: string): Problem | undefined;
  /** Throws when an address asks too often for what is not counted, which may be worth another try sooner than usual. */
  bound(address: string, retryAfterSeconds?: number): void;
  /** Throws when an address sends too many messages, whatever they turn out to be once they are read. */
  boundMessages(address: string): void;
}

export interface RateLimitsOptions {
  readonly limit: Limit;
  readonly limiter: Limiter;
  /** A clock that is never set. */
  elapsedMs(): number;
  charged(kind: "counted" | "over" | "replayed"): void;
  /** A signed call passed, and no other instance knows its nonce. */
  nonceIsLocal(): void;
  /** An address asked too often for what is not counted. */
  overloaded(): void;
}

// For each call that a client may make; 50 and 300 in a minute by default. Held by each process for itself.
const failuresPerCall = 2.5;
const uncountedPerCall = 15;

export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { limit, limiter, elapsedMs, charged, nonceIsLocal, overloaded } = options;
  const { calls, windowSeconds } = limit;
  const failures = createSlidingLog({ calls: Math.ceil(calls * failuresPerCall), windowSeconds }, elapsedMs);
  const uncounted = createSlidingLog({ calls: calls * uncountedPerCall, windowSeconds }, elapsedMs);
  const messages = createSlidingLog({ calls: calls * uncountedPerCall, windowSeconds }, elapsedMs);
  // draft-ietf-httpapi-ratelimit-headers-11.
  const policy = `"calls";q=${calls};w=${windowSeconds}`;
  const headersOf = ({ remaining, resetMs }: Standing) => ({
    "ratelimit-policy": policy,
    ratelimit: `"calls";r=${remaining};t=${wholeSeconds(resetMs)}`,
  });

  return {
    async charge(client, nonce) {
      const standing = await limiter.count(client[0] === "ip" ? clientAt(client[1]) : client, nonce);
      charged(standing.kind);
      if (standing.kind === "replayed") return { kind: "replayed", headers: {} };
      const headers = headersOf(standing);
      if (standing.kind === "counted" && standing.isLocal && nonce !== undefined) nonceIsLocal();
      if (standing.kind === "counted") return { kind: "counted", headers };
      const detail = `At most ${calls} calls in any ${windowSeconds} seconds.`;
      return { kind: "over", headers, problem: tooMany(detail, standing.resetMs) };
    },
    signatureFailed: (address) => failures.add(nameOf(address)),
    boundFailures(address) {
      const { kind, resetMs } = failures.peek(nameOf(address));
      if (kind === "counted") return undefined;
      return tooMany("Too many signatures from this address were not accepted.", resetMs);
    },
    bound: (address, sooner) => boundIn(uncounted, address, sooner),
    boundMessages: (address) => boundIn(messages, address),
  };

  function boundIn(log: typeof uncounted, address: string, sooner?: number): void {
    const { kind, resetMs } = log.count(nameOf(address));
    if (kind === "counted") return;
    overloaded();
    const retryAfterSeconds = sooner ?? wholeSeconds(resetMs);
    const detail = `Too many requests came from this address. Wait ${inWords(retryAfterSeconds)}.`;
    throw new Problem("overloaded", detail, { retryAfterSeconds });
  }
}

function tooMany(detail: string, resetMs: number): Problem {
  const retryAfterSeconds = wholeSeconds(resetMs);
  return new Problem("rate-limited", `${detail} Wait ${inWords(retryAfterSeconds)}.`, { retryAfterSeconds });
}

// Rounded up: a call at that second passes.
function wholeSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1_000);
}

function inWords(seconds: number): string {
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}

function nameOf(address: string): string {
  return clientAt(address)[1];
}
