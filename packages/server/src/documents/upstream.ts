import type { DomainConfig } from "../shared/ports.ts";
import type { Events } from "../telemetry/events.ts";
import type { RefreshFailure } from "../telemetry/metrics.ts";
import type { DomainFetcher } from "./fetchers.ts";
import type { Vetting } from "./vetting/create-vetting.ts";

/** What the sources of a domain need to refresh. */
export interface Upstream {
  readonly config: DomainConfig;
  readonly fetcher: DomainFetcher;
  readonly vetting: Vetting;
  readonly events: Events;
  /** Whether the service is stopping. */
  isClosed(): boolean;
  now(): Date;
  /** A monotonic clock, for the ages of copies. */
  elapsedMs(): number;
}

/** How a refresh ended: what went wrong, if anything did. */
export interface Refreshed {
  readonly trouble?: Trouble;
  /** The rules in force were confirmed: what went wrong is about the announced package. */
  readonly rulesConfirmed?: true;
}

/** Why a part of a domain could not be refreshed. */
export interface Trouble {
  readonly kind: RefreshFailure;
  readonly part: string;
  readonly url: string;
  readonly reason: string;
}

/** Reports why a part of the domain could not be refreshed. */
type Fail = (reason: unknown, kind?: RefreshFailure) => { readonly trouble: Trouble };

/** What became of a document that was fetched and not accepted. */
export function refusalKind({ cutShort }: { readonly cutShort?: true }): RefreshFailure {
  return cutShort ? "aborted" : "invalid";
}

/** Creates the function that begins a refresh of one part from a URL. */
export function createBegin(part: string, { config, events, isClosed }: Upstream): (url: string) => Fail {
  const { targetProduct, domainId } = config;
  return (from) => {
    const startedAt = performance.now();
    return (thrown, kind = "fetch") => {
      const reason = String(thrown);
      const milliseconds = Math.round(performance.now() - startedAt);
      // A query may contain a credential.
      const url = from.replace(/[?#].*/, "");
      // A fetch that is abandoned on shutdown is not a failure of the product.
      if (!isClosed()) events.refreshFailed({ targetProduct, domainId, part, kind, url, milliseconds, reason });
      return { trouble: { kind, part, url, reason } };
    };
  };
}
