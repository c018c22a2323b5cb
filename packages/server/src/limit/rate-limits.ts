import { clientAt } from "../net/client-at.ts";
import { Problem } from "../problem.ts";
import { createTaskQueues } from "../shared/task-queue.ts";
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
  /**
   * Counts one call in the client's limit over all operations; an IPv6 address counts as its network. An address that many
   * share has a larger limit, because only calls of unknown callers are charged to it.
   */
  charge(client: Client, nonce?: string): Promise<Charge>;
  /** Whether an address is known to be over its limit, so that a call that is charged to it would be refused. */
  isOver(address: string): boolean;
  /** Charges a call to an address that is known to be over its limit; the same object for all that wait as long. */
  chargeOver(address: string): OverCharge | undefined;
  /** Whether many share an address, so that calls from there are charged to the owners of keys. */
  isShared(address: string): boolean;
  /**
   * Asks whose call it is that came from a shared address, a few at a time, or returns the problem of an address that has
   * sent too many calls of unknown callers.
   */
  askFor<Answer>(address: string, ask: () => Promise<Answer>): Promise<Answer | Problem>;
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
  /** Returns how many clients an address stands for, if the operator says that many share it. */
  sharedBy?(address: string): number | undefined;
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

// How many are asked about at a time for each shared address. The others wait: refused, the first calls of many users
// would fail; all at once, nothing would bound what the identity service is asked.
const askedAtATime = 32;

// A minute has 60 of each kind.
const maxOverCharges = 256;

export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { limit, limiter, elapsedMs, charged, nonceIsLocal, overloaded, sharedBy = () => undefined } = options;
  const { persists = () => {} } = options;
  const { calls, windowSeconds } = limit;
  const failures = createSlidingLog({ calls: Math.ceil(calls * failuresPerCall), windowSeconds }, elapsedMs);
  const uncounted = createSlidingLog(limit, elapsedMs);
  const messages = createSlidingLog(limit, elapsedMs);
  const asking = createTaskQueues(askedAtATime);
  const overCharges = new Map<string, OverCharge>();
  const refusals = createTtlMap<{ count: number }>(windowSeconds * 1_000, elapsedMs);
  // draft-ietf-httpapi-ratelimit-headers-11.
  const headersOf = ({ remaining, resetMs }: Standing, max: number) => ({
    "ratelimit-policy": `"calls";q=${max};w=${windowSeconds}`,
    ratelimit: `"calls";r=${remaining};t=${wholeSeconds(resetMs)}`,
  });

  return {
    async charge(client, nonce) {
      const [name, max] = toCounted(client);
      const standing = await limiter.count(name, nonce, max);
      charged(standing.kind);
      if (standing.kind === "over") noteRefusal(name);
      if (standing.kind === "replayed") return { kind: "replayed", headers: {} };
      if (standing.kind === "over") return overCharge(name[0], max, standing);
      if (standing.isLocal && nonce !== undefined) nonceIsLocal();
      return { kind: "counted", headers: headersOf(standing, max) };
    },
    isOver: (address) => knownOver(address) !== undefined,
    chargeOver(address) {
      const over = knownOver(address);
      if (over) {
        charged("over");
        noteRefusal(toCounted(["ip", address])[0]);
      }
      return over;
    },
    isShared: (address) => sharedBy(address) !== undefined,
    async askFor(address, ask) {
      const name = clientAt(address);
      const fullProblem = () => knownOver(address)?.problem;
      return fullProblem() ?? (await asking(name, async () => fullProblem() ?? (await ask())));
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

  function toCounted(client: Client): readonly [Client, max: number] {
    if (client[0] !== "ip") return [client, calls];
    const clients = sharedBy(client[1]);
    const name = clientAt(client[1]);
    return clients === undefined ? [["ip", name], calls] : [["shared", name], calls * clients];
  }

  function noteRefusal(client: Client): void {
    const name = JSON.stringify(client);
    const noted = refusals.get(name) ?? { count: 0 };
    if (noted.count === 0) refusals.set(name, noted);
    noted.count += 1;
    const persistent = calls * refusalsPerCall;
    if (noted.count === persistent) persists(client, persistent);
  }

  function knownOver(address: string): OverCharge | undefined {
    const [name, max] = toCounted(["ip", address]);
    const standing = limiter.knownOver(name, max);
    return standing && overCharge(name[0], max, standing);
  }

  // Few different ones are needed at a time, and a flood asks for the same one again and again.
  function overCharge(kind: Client[0], max: number, standing: Standing): OverCharge {
    const key = `${kind} ${max} ${wholeSeconds(standing.resetMs)}`;
    const known = overCharges.get(key);
    if (known) return known;
    const problem = kind === "shared" ? tooManyUnknown(max, standing.resetMs) : tooManyCalls(standing.resetMs);
    const charge = { kind: "over", headers: headersOf(standing, max), problem } as const;
    if (overCharges.size >= maxOverCharges) overCharges.clear();
    overCharges.set(key, charge);
    return charge;
  }

  function tooManyCalls(resetMs: number): Problem {
    return tooMany(`Rate limit exceeded: ${calls} calls in any ${windowSeconds} seconds.`, resetMs);
  }

  function tooManyUnknown(max: number, resetMs: number): Problem {
    const detail = `Rate limit exceeded: ${max} calls without a key that is known to be valid, in any ${windowSeconds} seconds, from an address that many users share.`;
    return tooMany(detail, resetMs);
  }

  function limitIn(log: typeof uncounted, address: string, sooner?: number): Problem | undefined {
    const max = calls * uncountedPerCall * (sharedBy(address) ?? 1);
    const { kind, resetMs } = log.count(clientAt(address), max);
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
