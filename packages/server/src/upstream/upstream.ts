import type { Admission } from "../admission/create-admission.ts";
import type { DomainConfig } from "../shared/ports.ts";
import type { Events } from "../telemetry/events.ts";
import type { Fetcher } from "./fetcher.ts";

/** What the sources of a domain need to refresh. */
export interface Upstream {
  readonly config: DomainConfig;
  readonly fetcher: Fetcher;
  readonly admission: Admission;
  readonly events: Events;
  /** Whether the service is stopping. */
  isClosed(): boolean;
  now(): Date;
}

/** How a refresh ended: what went wrong, if anything did. */
export interface Refreshed {
  readonly trouble?: string;
  /** The trial of what was fetched did not come to an end, so nothing is known about it yet. */
  readonly cutShort?: true | undefined;
}

/** Creates the function that reports why a part of the domain could not be refreshed. */
export function createReport(
  part: string,
  { config, events, isClosed }: Upstream,
): (reason: unknown, refused?: Pick<Refreshed, "cutShort">) => Refreshed {
  const { targetProduct, domainId } = config;
  return (thrown, { cutShort } = {}) => {
    const reason = String(thrown);
    // A fetch that is abandoned on shutdown is not a failure of the product.
    if (!isClosed()) events.refreshFailed({ targetProduct, domainId, part, reason });
    return { trouble: `${part}: ${reason}`, cutShort };
  };
}
