/** A cached value, and when its origin last confirmed it. */
export interface Cached<Value> {
  readonly value: Value;
  readonly checkedAt: Date;
}

/** Whether a cached value may still be used. */
export function isFresh({ checkedAt }: Cached<unknown>, maxSeconds: number, now: Date): boolean {
  return now.getTime() - checkedAt.getTime() <= maxSeconds * 1_000;
}
