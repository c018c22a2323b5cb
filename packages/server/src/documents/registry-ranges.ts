import { limits, type RegistryRange } from "@assay/contract";
import { LRUCache } from "lru-cache";
import { type Cached, type Copy, isFresh } from "../shared/cached.ts";
import type { Deadline } from "../shared/ports.ts";
import { createBegin, type Refreshed, type Trouble, type Upstream } from "./upstream.ts";
import { writeRange } from "./vetting/packed-ranges.ts";
import { readRange } from "./vetting/read-packed-registry.ts";
import { rangesOf, registryView } from "./vetting/registry-view.ts";
import { createWaiters } from "./waiters.ts";

type CachedRange = Copy<RegistryRange>;

const forCalls = { ranges: 4_096, entries: 1_000_000 };
const forPages = { ranges: 256, entries: 65_536 };
// One address can ask for half of them: it may make 300 requests for pages in a minute.
const pageFetchesPerMinute = 600;
// With a billion ids, a range holds a thousand. Ranges are read on the main thread, so they stay small.
const maxBytes = limits.registry.rangeBytes;
const maxAttempts = 4;
// How long a call waits for newer ranges than those in the cache.
const newerTimeoutMs = 500;

/** Creates the source of a large registry: fetches the ranges that candidates need, each once for all calls that wait. */
export function createRegistryRanges(upstream: Upstream): RegistryRanges {
  const { config, fetcher, elapsedMs } = upstream;
  const pages =
    config.registry.facts === "public"
      ? new RegistryRanges(
          { ...upstream, fetcher: fetcher.forPages ?? fetcher },
          { ...forPages, mayFetch: createBudget(pageFetchesPerMinute, elapsedMs) },
        )
      : undefined;
  return new RegistryRanges(upstream, { ...forCalls, mayFetch: () => true }, pages);
}

/** What the fetches and the cache of ranges are bounded by. */
interface RangeBounds {
  readonly ranges: number;
  readonly entries: number;
  /** Takes a fetch from the budget; returns whether there was one. */
  mayFetch(): boolean;
}

class RegistryRanges {
  readonly #upstream: Upstream;
  readonly #begin: ReturnType<typeof createBegin>;
  readonly #cache: LRUCache<string, CachedRange>;
  readonly #waiters = createWaiters();
  readonly #mayFetch: RangeBounds["mayFetch"];
  /** Ranges that only pages asked for: strangers choose them, so they neither replace those of calls nor tell how the registry is. */
  readonly #pages: RegistryRanges | undefined;
  /** The range that failed last, if any: a refresh fetches it, so that recovery does not depend on calls. */
  #probe = "00000";
  #trouble: Trouble | undefined;
  #latest: CachedRange | undefined;

  constructor(upstream: Upstream, { ranges, entries, mayFetch }: RangeBounds, pages?: RegistryRanges) {
    const { config, elapsedMs } = upstream;
    this.#upstream = upstream;
    this.#mayFetch = mayFetch;
    this.#pages = pages;
    this.#begin = createBegin("registry", upstream);
    this.#cache = new LRUCache<string, CachedRange>({
      max: ranges,
      maxSize: entries,
      sizeCalculation: ({ value }) => 1 + value.entries.length + value.pending.length,
      // Never longer than a range may be used, however seldom the registry is refreshed.
      ttl: Math.min(config.refreshSeconds, config.maxStaleSeconds.registry) * 1_000,
      perf: { now: elapsedMs },
      // A fetch that calls wait for continues even if its entry is evicted.
      ignoreFetchAbort: true,
      allowStaleOnFetchRejection: true,
      fetchMethod: (range) => this.#fetchRange(range),
    });
  }

  /** Unavailable while no range is fresh and the registry did not answer when it was last asked. */
  get state(): "ready" | "degraded" | "unavailable" {
    if (this.#latest && this.#isUsable(this.#latest)) return "ready";
    return this.#latest && this.#trouble === undefined ? "degraded" : "unavailable";
  }

  async refresh(): Promise<Refreshed> {
    await this.#load(this.#probe, true);
    return this.#trouble === undefined ? {} : { trouble: this.#trouble };
  }

  /** Returns the part of the registry that holds these keys; nothing if it is unavailable. */
  async viewFor(
    keys: () => Parameters<typeof rangesOf>[0],
    deadline: Deadline,
  ): Promise<Cached<ReturnType<typeof registryView>> | undefined> {
    const ranges = await this.#usableRanges(rangesOf(keys()), deadline);
    if (ranges === undefined) return undefined;
    const [first] = ranges;
    const view = registryView(
      ranges.map(({ value }) => value),
      first?.value.revision ?? "not asked",
    );
    const oldest = Math.min(this.#upstream.now().getTime(), ...ranges.map(({ checkedAt }) => checkedAt.getTime()));
    return { value: view, checkedAt: new Date(oldest) };
  }

  /** Returns a range as a document for a page, as a verdict would use it; nothing if it is unavailable. */
  async rangeFor(range: string, deadline: Deadline): Promise<Uint8Array | undefined> {
    const pages = this.#pages;
    const fresh = this.#cache.peek(range);
    const fetched = pages && !fresh ? await pages.#usableRanges([range], deadline) : undefined;
    const found = fresh ?? (fetched ?? this.#cached([range]))?.[0];
    return found && writeRange(found.value);
  }

  async #usableRanges(names: readonly string[], deadline: Deadline): Promise<readonly CachedRange[] | undefined> {
    const cached = this.#cached(names);
    const leave = this.#waiters.join(names);
    const loading = this.#loadOneRevision(names);
    const waiting = within(loading, deadline(), cached && newerTimeoutMs);
    // A call that has a copy leaves early, but its fetch goes on until its own timeout: otherwise a slow registry would
    // never renew the copy.
    void (cached ? loading : waiting).then(leave, leave);
    const ranges = (await waiting) ?? cached;
    return ranges?.every((range) => this.#isUsable(range)) ? ranges : undefined;
  }

  async #fetchRange(range: string): Promise<CachedRange> {
    const { config, fetcher, now, elapsedMs } = this.#upstream;
    if (!this.#mayFetch()) throw new Error("pages have asked for too many ranges");
    const url = `${config.registry.url}/ranges/${range}`;
    const fail = this.#begin(url);
    const unwanted = this.#waiters.unwanted(range);
    const fetched = await fetcher.fetch({ part: "registry", url, maxBytes, unwanted });
    // An abandoned fetch is not a failure of the registry. A call that came before it ended waits for another one.
    if (unwanted?.aborted) {
      if (this.#waiters.unwanted(range)) return await this.#fetchRange(range);
      throw unwanted.reason;
    }
    const read =
      fetched.kind === "new"
        ? readRange(fetched.bytes, config.targetProduct, range)
        : { kind: "refused" as const, reason: fetched.kind === "failed" ? fetched.reason : "not modified" };
    if (read.kind === "refused") {
      this.#probe = range;
      this.#trouble = fail(read.reason, fetched.kind === "new" ? "invalid" : "fetch").trouble;
      throw new Error(read.reason);
    }
    if (range === this.#probe) this.#trouble = undefined;
    this.#latest = { value: read.value, checkedAt: now(), confirmedMs: elapsedMs() };
    return this.#latest;
  }

  async #load(range: string, forceRefresh: boolean): Promise<CachedRange | undefined> {
    return await this.#cache.fetch(range, { forceRefresh }).catch(() => undefined);
  }

  #cached(names: readonly string[]): readonly CachedRange[] | undefined {
    const found = names.map((name) => this.#cache.peek(name, { allowStale: true })).filter((range) => !!range);
    const usable = found.filter((range) => this.#isUsable(range));
    return usable.length === names.length && isOneRevision(usable) ? usable : undefined;
  }

  // Ranges of two revisions do not fit together: then all of them are fetched once more.
  async #loadOneRevision(names: readonly string[]): Promise<readonly CachedRange[] | undefined> {
    const fail = this.#begin(`${this.#upstream.config.registry.url}/ranges`);
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const loaded = await Promise.all(names.map((name) => this.#load(name, attempt > 0)));
      const ranges = loaded.filter((range) => range !== undefined);
      if (ranges.length < names.length) return undefined;
      if (isOneRevision(ranges)) return ranges;
    }
    fail(`its ranges had different revisions in ${maxAttempts} attempts`, "invalid");
    return undefined;
  }

  #isUsable(range: CachedRange): boolean {
    const { config, elapsedMs } = this.#upstream;
    return isFresh(range, config.maxStaleSeconds.registry, elapsedMs());
  }
}

/** Creates a budget that is refilled by so many in a minute, and never holds more. */
function createBudget(perMinute: number, elapsedMs: () => number): () => boolean {
  let left = perMinute;
  let filledAt = elapsedMs();
  return () => {
    const now = elapsedMs();
    left = Math.min(perMinute, left + ((now - filledAt) * perMinute) / 60_000);
    filledAt = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

function isOneRevision(ranges: readonly CachedRange[]): boolean {
  return new Set(ranges.map(({ value }) => value.revision)).size <= 1;
}

// A caller that leaves or has waited long enough gets nothing; the work goes on for the others that wait for it.
function within<Value>(work: Promise<Value>, signal: AbortSignal, timeoutMs?: number): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const leave = () => resolve(undefined);
    const timer = timeoutMs === undefined ? undefined : setTimeout(leave, timeoutMs);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    work.then(resolve, leave).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    });
  });
}
