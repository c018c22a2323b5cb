import { limits } from "@assay/contract";
import type { Admission } from "../admission/create-admission.ts";
import { createReport, type Held, isFresh, type Refreshed, type Upstream } from "./upstream.ts";

type View = Extract<Awaited<ReturnType<Admission["admitRegistry"]>>, { kind: "ok" }>["value"];

/** The whole registry of a domain, refreshed in the background. */
export function createRegistrySnapshot(upstream: Upstream) {
  const { config, fetcher, admission, now } = upstream;
  const report = createReport("registry", upstream);
  let held: (Held<View> & { readonly etag: string | undefined }) | undefined;
  const usable = () => (held && isFresh(held, config.maxStaleSeconds.registry, now()) ? held : undefined);
  return {
    /** Unavailable while there is no copy that is young enough to judge by. */
    get state(): "ready" | "unavailable" {
      return usable() ? "ready" : "unavailable";
    },
    async refresh(): Promise<Refreshed> {
      const { url } = config.registry;
      const fetched = await fetcher.fetch({ url, etag: held?.etag, maxBytes: limits.registry.bytes });
      const checkedAt = now();
      if (fetched.kind === "failed") return report(fetched.reason);
      if (fetched.kind === "same") {
        if (!held) return report("not modified, though nothing was known");
        held = { ...held, checkedAt };
        return {};
      }
      const read = await admission.admitRegistry(fetched.bytes, config.targetProduct);
      if (read.kind === "refused") return report(read.reason, read);
      held = { value: read.value, etag: fetched.etag, checkedAt };
      return {};
    },
    /** The last good copy; nothing when it is too old to judge by. */
    viewFor: async (): Promise<Held<View> | undefined> => usable(),
  };
}
