/** A client whose calls are counted together: an address, or an agent of an issuer. */
export type Client = readonly [kind: "ip", address: string] | readonly [kind: "agent", issuer: string, agent: string];

/** The maximum number of calls in any window, wherever it begins. */
export interface Limit {
  readonly calls: number;
  readonly windowSeconds: number;
}

/** The result of counting one call. */
type CountResult =
  | LimitState
  /** The nonce was seen before; the call was not counted. */
  | { readonly kind: "replayed" };

/** The state of a client's limit after a call that was counted, or refused because it exceeded the limit. */
export interface LimitState {
  readonly kind: "counted" | "over";
  /** How many calls are left. */
  readonly remaining: number;
  /** The time until the oldest counted call leaves the window; for a client over its limit, until its next call passes. */
  readonly resetMs: number;
  /** Set if the store is unavailable: other instances know neither the call nor its nonce. */
  readonly isLocal?: true;
}

/** Counts calls. It never fails: without its store it counts by itself. */
export interface Limiter {
  /** Counts one call and spends its nonce, if any, in the same step. A call that is refused spends nothing. */
  count(client: Client, nonce?: string): Promise<CountResult>;
  /** Returns what `count` would answer a client that is known to be over its limit; undefined if that has to be asked. */
  findOver(client: Client): LimitState | undefined;
  close(): Promise<void>;
}

/**
 * How long a nonce is remembered: the maximum lifetime of a signature (a minute, five seconds on either side), plus a
 * minute for instances whose clocks differ.
 */
export const nonceMs = 135_000;
