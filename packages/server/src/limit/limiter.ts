/** Whose calls are counted together: an address, or an agent that an issuer stands for. */
export type Client = readonly [kind: "ip", address: string] | readonly [kind: "agent", issuer: string, agent: string];

/** At most so many calls in any window, wherever it begins. */
export interface Limit {
  readonly calls: number;
  readonly windowSeconds: number;
}

/** What became of one call. */
type Counted =
  | Standing
  /** The nonce was seen before; nobody was charged. */
  | { readonly kind: "replayed" };

/** How a client stands after a call that was counted, or refused because it was one too many. */
export interface Standing {
  readonly kind: "counted" | "over";
  /** Calls that are left now. */
  readonly remaining: number;
  /** Until the oldest counted call leaves the window: for a client that is over its limit, until its next call passes. */
  readonly resetMs: number;
  /** Set when the store cannot be reached: other instances know neither of the call nor of its nonce. */
  readonly isLocal?: true;
}

/** Counts calls. It never fails: without its store it counts for itself. */
export interface Limiter {
  /** Counts one call; with a nonce, spends it in the same step. A call that is refused spends nothing. */
  count(client: Client, nonce?: string): Promise<Counted>;
  close(): Promise<void>;
}

/**
 * How long a nonce is remembered: longer than a signature can be good (a minute, five seconds on either side), by a
 * minute for instances whose clocks differ.
 */
export const nonceMs = 135_000;
