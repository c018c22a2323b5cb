/** A map whose entries expire. */
export interface TtlMap<Value> {
  get(name: string): Value | undefined;
  /** Sets a value, which expires one full TTL from now. */
  set(name: string, value: Value): void;
  delete(name: string): void;
}

// Limits the memory that a flood from many addresses can take. The latest `maxEntries / 2` entries are always kept.
const maxEntries = 500_000;

/**
 * Creates a map whose entries expire `ttlMs` after they were set, by a monotonic clock. Every operation takes constant
 * time: entries live in two generations, and the older generation is dropped as a whole after all of it has expired.
 */
export function createTtlMap<Value>(ttlMs: number, elapsedMs: () => number): TtlMap<Value> {
  let young = new Map<string, Entry<Value>>();
  let old = young;
  let youngSince = elapsedMs();

  return {
    get(name) {
      const entry = young.get(name) ?? old.get(name);
      return entry && entry.expiresAt > elapsedMs() ? entry.value : undefined;
    },
    set(name, value) {
      const now = elapsedMs();
      // Everything in the old generation was set before the young one began.
      if (now - youngSince >= ttlMs || young.size >= maxEntries / 2) {
        old = young;
        young = new Map();
        youngSince = now;
      }
      young.set(name, { value, expiresAt: now + ttlMs });
    },
    delete(name) {
      young.delete(name);
      old.delete(name);
    },
  };
}

interface Entry<Value> {
  readonly value: Value;
  readonly expiresAt: number;
}
