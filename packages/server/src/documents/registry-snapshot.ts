import { limits } from "@assay/contract";
import { type Cached, type Copy, isFresh } from "../shared/cached.ts";
import { createBegin, type Refreshed, refusalKind, type Upstream } from "./upstream.ts";
import { vetOnce } from "./vet-once.ts";
import type { VettedRegistry } from "./vetting/create-vetting.ts";

/** Creates the source of a whole registry, refreshed in the background. */
export function createRegistrySnapshot(upstream: Upstream) {
  const { config, fetcher, vetting, now, elapsedMs } = upstream;
  const withRanges = config.registry.facts === "public";
  const begin = createBegin("registry", upstream);
  const vet = vetOnce((bytes) => vetting.vetRegistry(bytes, config.targetProduct, { withRanges }));
  let cached: (Copy<VettedRegistry> & { readonly etag: string | undefined }) | undefined;
  const usable = () => (cached && isFresh(cached, config.maxStaleSeconds.registry, elapsedMs()) ? cached : undefined);
  return {
    /** Unavailable while there is no fresh copy. */
    get state(): "ready" | "unavailable" {
      return usable() ? "ready" : "unavailable";
    },
    async refresh(): Promise<Refreshed> {
      const { url } = config.registry;
      const fail = begin(url);
      const fetched = await fetcher.fetch({
        part: "registry",
        url,
        etag: cached?.etag,
        maxBytes: limits.registry.bytes,
      });
      const confirmed = { checkedAt: now(), confirmedMs: elapsedMs() };
      if (fetched.kind === "failed") return fail(fetched.reason);
      if (fetched.kind === "same") {
        if (!cached) return fail("304 Not Modified, although nothing was cached");
        cached = { ...cached, ...confirmed };
        return {};
      }
      const read = await vet(fetched.bytes);
      if (read.kind === "refused") return fail(read.reason, refusalKind(read));
      cached = { value: read.value, etag: fetched.etag, ...confirmed };
      return {};
    },
    /** Returns the last good copy; nothing if it is too old to be used. */
    async viewFor(): Promise<Cached<VettedRegistry["view"]> | undefined> {
      const copy = usable();
      return copy && { value: copy.value.view, checkedAt: copy.checkedAt };
    },
    /** Cuts a range from the last good copy, as a document; nothing if the copy is too old or the range too large. */
    rangeFor: async (range: string): Promise<Uint8Array | undefined> => usable()?.value.range?.(range),
  };
}
