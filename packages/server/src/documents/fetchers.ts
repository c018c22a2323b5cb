import type { DomainConfig } from "../config/domains-file.ts";
import { isThisMachine } from "../net/classify-address.ts";
import { createFetcher, type Fetcher } from "../net/fetcher.ts";
import type { Observe } from "../telemetry/observe.ts";

/** Provides the fetcher for each domain. */
export interface Fetchers {
  find(config: DomainConfig): Fetcher;
  /** Abandons all fetches in progress. */
  close(): Promise<void>;
}

// Enough for two documents of each domain that is being loaded, so that no fetch has to wait for a connection.
const connections = 64;

/** Creates fetchers. Domains with the same networks share a fetcher, so that they can reuse its connections. */
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

// Allows loopback addresses only if both configured URLs lead to this machine.
function listNetworks({ specPackageUrl, registry, networks = [] }: DomainConfig): readonly string[] {
  return [specPackageUrl, registry.url].every(isThisMachine) ? [...networks, "127.0.0.0/8", "::1/128"] : networks;
}
