import type { RegistryRange } from "@assay/contract";
import { LRUCache } from "lru-cache";
import { readRange } from "../admission/read-registry.ts";
import { rangesOf, viewOf } from "../admission/registry-view.ts";
import { createReport, type Held, isFresh, type Refreshed, type Upstream } from "./upstream.ts";

const mostRanges = 4_096;
const mostEntries = 1_000_000;
// Of a thousand million ids a range holds a thousand. It is read on this thread, so it stays small.
const mostBytes = 262_144;
const mostTries = 4;
// How long a call waits for ranges that are fresher than those at hand.
const patienceMs = 500;

/** The ranges of a large registry that candidates ask for: fetched once for all who wait, kept for one refresh. */
export function createRegistryRanges(upstream: Upstream) {
  const { config, fetcher, now } = upstream;
  const report = createReport("registry", upstream);
  const cache = new LRUCache<string, Held<RegistryRange>>({
    max: mostRanges,
    maxSize: mostEntries,
    sizeCalculation: ({ value }) => 1 + value.entries.length + value.pending.length,
    // No longer than one may judge by it, however seldom the registry is refreshed.
    ttl: Math.min(config.refreshSeconds, config.maxStaleSeconds.registry) * 1_000,
    perf: { now: () => now().getTime() },
    // What many wait for is not given up because room is needed.
    ignoreFetchAbort: true,
    allowStaleOnFetchRejection: true,
    fetchMethod: (range) => fetchRange(range),
  });
  // The range that failed last, if any did: a refresh asks for it, so that recovery needs no caller.
  let probe = "00000";
  let trouble: string | undefined;
  // The range that came last.
  let latest: Held<RegistryRange> | undefined;

  // Who waits for which range: when the last of them has left, it is not fetched to the end.
  const wanted = new Map<string, { waiting: number; readonly left: AbortController }>();

  function want(names: readonly string[]): () => void {
    for (const name of names) {
      const entry = wanted.get(name) ?? { waiting: 0, left: new AbortController() };
      entry.waiting += 1;
      wanted.set(name, entry);
    }
    return () => {
      for (const name of names) {
        const entry = wanted.get(name);
        if (!entry) continue;
        entry.waiting -= 1;
        if (entry.waiting > 0) continue;
        wanted.delete(name);
        entry.left.abort(new Error("nobody waits for it any more"));
      }
    };
  }

  async function fetchRange(range: string): Promise<Held<RegistryRange>> {
    const url = `${config.registry.url}/ranges/${range}`;
    const unwanted = wanted.get(range)?.left.signal;
    const fetched = await fetcher.fetch({ url, maxBytes: mostBytes, unwanted });
    // That is no fault of the registry.
    if (unwanted?.aborted) throw unwanted.reason;
    const read =
      fetched.kind === "new"
        ? readRange(fetched.bytes, config.targetProduct, range)
        : { kind: "refused" as const, reason: fetched.kind === "failed" ? fetched.reason : "not modified" };
    if (read.kind === "refused") {
      probe = range;
      trouble = report(read.reason).trouble;
      throw new Error(read.reason);
    }
    if (range === probe) trouble = undefined;
    latest = { value: read.value, checkedAt: now() };
    return latest;
  }

  async function rangeOf(name: string, forceRefresh: boolean): Promise<Held<RegistryRange> | undefined> {
    return await cache.fetch(name, { forceRefresh }).catch(() => undefined);
  }

  function isUsable(range: Held<RegistryRange>): boolean {
    return isFresh(range, config.maxStaleSeconds.registry, now());
  }

  function atHand(names: readonly string[]): readonly Held<RegistryRange>[] | undefined {
    const held = names.map((name) => cache.peek(name, { allowStale: true }));
    const ranges = held.filter((range) => range !== undefined && isUsable(range)) as readonly Held<RegistryRange>[];
    return ranges.length === names.length && isOneRevision(ranges) ? ranges : undefined;
  }

  // Ranges of two revisions do not hold together: all of them are fetched once more.
  async function inOneRevision(names: readonly string[]): Promise<readonly Held<RegistryRange>[] | undefined> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const held = await Promise.all(names.map((name) => rangeOf(name, tries > 0)));
      const ranges = held.filter((range) => range !== undefined);
      if (ranges.length < names.length) return undefined;
      if (isOneRevision(ranges)) return ranges;
    }
    report(`its ranges had no revision in common, ${mostTries} times`);
    return undefined;
  }

  return {
    /** Unavailable while no range is young enough to judge by, and the registry did not answer when it was last asked. */
    get state(): "ready" | "degraded" | "unavailable" {
      if (latest && isUsable(latest)) return "ready";
      return latest && trouble === undefined ? "degraded" : "unavailable";
    },
    async refresh(): Promise<Refreshed> {
      await rangeOf(probe, true);
      return trouble === undefined ? {} : { trouble };
    },
    async viewFor(
      keys: readonly string[],
      patience: () => AbortSignal,
    ): Promise<Held<ReturnType<typeof viewOf>> | undefined> {
      const names = rangesOf(keys);
      const known = atHand(names);
      const leave = want(names);
      const ranges = (await settled(inOneRevision(names), patience(), known && patienceMs).finally(leave)) ?? known;
      if (!ranges?.every(isUsable)) return undefined;
      const oldest = ranges.reduce((a, b) => (a.checkedAt <= b.checkedAt ? a : b), {
        checkedAt: now(),
      } as Held<RegistryRange>);
      const [first] = ranges;
      const values = ranges.map(({ value }) => value);
      return { value: viewOf(values, first?.value.revision ?? "not asked"), checkedAt: oldest.checkedAt };
    },
  };
}

function isOneRevision(ranges: readonly Held<RegistryRange>[]): boolean {
  return new Set(ranges.map(({ value }) => value.revision)).size <= 1;
}

// Who goes away, or has waited long enough, gets nothing and leaves the work to the others who wait for it.
function settled<Value>(work: Promise<Value>, signal: AbortSignal, mostMs?: number): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const leave = () => resolve(undefined);
    const timer = mostMs === undefined ? undefined : setTimeout(leave, mostMs);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    work.then(resolve, leave).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    });
  });
}
