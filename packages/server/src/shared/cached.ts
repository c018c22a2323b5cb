/** A cached value, and when its origin last confirmed it. */
export interface Cached<Value> {
  readonly value: Value;
  readonly checkedAt: Date;
}

/** A cached value whose age is known, whatever the time of day is set to. */
export interface Copy<Value> extends Cached<Value> {
  /** When its origin last confirmed it, on a monotonic clock. */
  readonly confirmedMs: number;
}

/** Whether a cached value may still be used. */
export function isFresh({ confirmedMs }: Copy<unknown>, maxSeconds: number, elapsedMs: number): boolean {
  return elapsedMs - confirmedMs <= maxSeconds * 1_000;
}
