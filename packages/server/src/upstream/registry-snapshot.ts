import { limits } from "@assay/contract";
import type { Admission } from "../admission/create-admission.ts";
import { type Cached, isFresh } from "../shared/cached.ts";
import { createBegin, type Refreshed, type Upstream } from "./upstream.ts";

type View = Extract<Awaited<ReturnType<Admission["admitRegistry"]>>, { kind: "ok" }>["value"];

/** Creates the source of a whole registry, refreshed in the background. */
export function createRegistrySnapshot(upstream: Upstream) {
  const { config, fetcher, admission, now } = upstream;
  const begin = createBegin("registry", upstream);
  let cached: (Cached<View> & { readonly etag: string | undefined }) | undefined;
  const usable = () => (cached && isFresh(cached, config.maxStaleSeconds.registry, now()) ? cached : undefined);
  return {
    /** Unavailable while there is no fresh copy. */
    get state(): "ready" | "unavailable" {
      return usable() ? "ready" : "unavailable";
    },
    async refresh(): Promise<Refreshed> {
      const { url } = config.registry;
      const fail = begin(url);
      const fetched = await fetcher.fetch({ url, etag: cached?.etag, maxBytes: limits.registry.bytes });
      const checkedAt = now();
      if (fetched.kind === "failed") return fail(fetched.reason);
      if (fetched.kind === "same") {
        if (!cached) return fail("304 Not Modified, although nothing was cached");
        cached = { ...cached, checkedAt };
        return {};
      }
      const read = await admission.admitRegistry(fetched.bytes, config.targetProduct);
      if (read.kind === "refused") return fail(read.reason, read);
      cached = { value: read.value, etag: fetched.etag, checkedAt };
      return {};
    },
    /** Returns the last good copy; nothing if it is too old to be used. */
    viewFor: async (): Promise<Cached<View> | undefined> => usable(),
  };
}
