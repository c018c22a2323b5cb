import type { DomainConfig } from "../shared/ports.ts";
import type { Events } from "../telemetry/events.ts";
import type { DomainFetcher } from "./fetchers.ts";
import type { MemoryShare } from "./memory-budget.ts";
import type { Vetting } from "./vetting/create-vetting.ts";

/** What the sources of a domain need to refresh. */
export interface Upstream {
  readonly config: DomainConfig;
  readonly fetcher: DomainFetcher;
  readonly vetting: Vetting;
  /** The domain's part in the memory for spec packages. */
  readonly memory: MemoryShare;
  readonly events: Events;
  /** Whether the service is stopping. */
  isClosed(): boolean;
  now(): Date;
}

/** How a refresh ended: what went wrong, if anything did. */
export interface Refreshed {
  readonly trouble?: string;
  /** The rules in force were confirmed: what went wrong is about the announced package. */
  readonly rulesConfirmed?: true;
  /** The trial of what was fetched did not come to an end, so nothing is known about it yet. */
  readonly cutShort?: true | undefined;
  /** A spec package did not fit into the memory for spec packages. */
  readonly outOfMemory?: true | undefined;
}

/** Reports why a part of the domain could not be refreshed. */
type Fail = (reason: unknown, refused?: Pick<Refreshed, "cutShort" | "outOfMemory">) => Refreshed;

/** Creates the function that begins a refresh of one part from a URL. */
export function createBegin(part: string, { config, events, isClosed }: Upstream): (url: string) => Fail {
  const { targetProduct, domainId } = config;
  return (from) => {
    const startedAt = performance.now();
    return (thrown, { cutShort, outOfMemory } = {}) => {
      const reason = String(thrown);
      const milliseconds = Math.round(performance.now() - startedAt);
      // A query may contain a credential.
      const url = from.replace(/[?#].*/, "");
      // A fetch that is abandoned on shutdown is not a failure of the product.
      if (!isClosed()) events.refreshFailed({ targetProduct, domainId, part, url, milliseconds, reason });
      return { trouble: `${part}: ${reason}`, cutShort, outOfMemory };
    };
  };
}
