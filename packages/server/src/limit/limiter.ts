import type { Observe } from "../telemetry/observe.ts";

/** A client with its own limit: an address, or an agent of an issuer. */
export type Client = readonly [kind: "ip", address: string] | readonly [kind: "agent", issuer: string, agent: string];

/** The maximum number of calls in any window of `windowSeconds`, whenever it begins. */
export interface Limit {
  readonly calls: number;
  readonly windowSeconds: number;
}

/** The result of counting one call. */
export type CountResult =
  | LimitState
  /** The nonce was seen before; the call was not counted. */
  | { readonly kind: "replayed" };

/** The state of a client's limit after a call was counted, or refused because it exceeded the limit. */
export interface LimitState {
  readonly kind: "counted" | "over";
  /** How many calls are left. */
  readonly remaining: number;
  /** The time until the oldest counted call leaves the window; for a client over its limit, until a call can pass. */
  readonly resetMs: number;
  /** Set if the store is unavailable. Other instances then know neither the call nor its nonce. */
  readonly isLocal?: true;
}

/** Counts calls. It never fails: while the store is unavailable, each instance counts on its own. */
export interface Limiter {
  /** Counts one call and marks its nonce, if any, as used, in one step. A refused call does neither. */
  count(client: Client, nonce?: string): Promise<CountResult>;
  /** Returns the state of a client already known to be over its limit; otherwise undefined. Never asks the store. */
  findOverLimit(client: Client): LimitState | undefined;
  close(): Promise<void>;
}

/** The callbacks for changes in the state of the store, and the function that measures its commands. */
export interface StoreEvents {
  onDegrade(reason: string): void;
  onRestore(): void;
  /** Called for each failed command. */
  onStoreFailure(): void;
  readonly observe: Observe;
}

/**
 * How long a nonce is remembered: longer than a signature can be valid (a minute, and five seconds of clock skew at
 * either end) plus a minute for instances whose clocks differ.
 */
export const nonceMs = 135_000;
