import type { DomainConfig } from "../config/domains-file.ts";
import { isThisMachine } from "../net/classify-address.ts";
import { createFetcher, type Fetcher } from "../net/fetcher.ts";
import type { Observe } from "../telemetry/observe.ts";

/** What domains fetch their documents with. */
export interface Fetchers {
  find(config: DomainConfig): Fetcher;
  /** Abandons whatever is being fetched. */
  close(): Promise<void>;
}

// Two documents of each domain that is being loaded at a time: none waits for a connection while its timeout runs.
const connections = 64;

/** Creates fetchers. Domains with the same networks share one, because those of one product can use its connections in turn. */
export function createFetchers(options: { readonly timeoutMs: number; readonly observe: Observe }): Fetchers {
  const shared = new Map<string, Fetcher>();
  return {
    find(config) {
      const networks = listNetworks(config);
      const key = networks.toSorted().join(" ");
      const fetcher = shared.get(key) ?? createFetcher({ ...options, networks, connections });
      shared.set(key, fetcher);
      return fetcher;
    },
    async close() {
      await Promise.all([...shared.values()].map((fetcher) => fetcher.close()));
    },
  };
}

// A loopback address in the configuration means this machine; other domains are never taken there.
function listNetworks({ specPackageUrl, registry, networks = [] }: DomainConfig): readonly string[] {
  return [specPackageUrl, registry.url].every(isThisMachine) ? [...networks, "127.0.0.0/8", "::1/128"] : networks;
}
