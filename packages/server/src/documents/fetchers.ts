import { isThisMachine } from "../net/classify-address.ts";
import { createFetcher, type Fetcher } from "../net/fetcher.ts";
import type { DomainConfig } from "../shared/ports.ts";
import type { Observe } from "../telemetry/observe.ts";

/** What a domain fetches its documents with. */
export interface DomainFetcher extends Fetcher {
  /** For ranges that anyone may ask for, who so cannot use up the connections of calls; absent if nobody may. */
  readonly forPages?: Fetcher;
}

/** What domains fetch their documents with. */
export interface Fetchers {
  of(config: DomainConfig): DomainFetcher;
  /** Abandons whatever is being fetched. */
  close(): Promise<void>;
}

// Two documents of each domain that is being loaded at a time: none waits for a connection while its timeout runs.
const sharedConnections = 64;
// Calls decide which ranges are fetched, so these connections protect the product.
const rangeConnections = 8;
const pageConnections = 2;

/** Creates fetchers. Domains share theirs, because those of one product can use its connections in turn. */
export function createFetchers({
  timeoutMs,
  observe,
}: {
  readonly timeoutMs: number;
  readonly observe: Observe;
}): Fetchers {
  const shared = new Map<string, Fetcher>();
  const own: Fetcher[] = [];

  function sharedBy(networks: readonly string[]): Fetcher {
    const key = networks.toSorted().join(" ");
    const fetcher = shared.get(key) ?? createFetcher({ observe, networks, timeoutMs, connections: sharedConnections });
    shared.set(key, fetcher);
    return fetcher;
  }

  return {
    of(config) {
      const networks = networksOf(config);
      if (config.registry.mode === "snapshot") return sharedBy(networks);
      const fetcher = createFetcher({ observe, networks, timeoutMs, connections: rangeConnections });
      own.push(fetcher);
      if (config.registry.facts !== "public") return fetcher;
      const forPages = createFetcher({ observe, networks, timeoutMs, connections: pageConnections });
      own.push(forPages);
      return { ...fetcher, forPages };
    },
    async close() {
      await Promise.all([...shared.values(), ...own].map((fetcher) => fetcher.close()));
    },
  };
}

// A loopback address in the configuration means this machine; other domains are never taken there.
function networksOf({ specPackageUrl, registry, networks = [] }: DomainConfig): readonly string[] {
  return [specPackageUrl, registry.url].every(isThisMachine) ? [...networks, "127.0.0.0/8", "::1/128"] : networks;
}
