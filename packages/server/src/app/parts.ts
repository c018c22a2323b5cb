import { createDocumentChecker, type DocumentChecker } from "../documents/document-checker.ts";
import { DomainSource } from "../documents/domain-source.ts";
import { createFetchers, type Fetchers } from "../documents/fetchers.ts";
import { createEvents, type Events } from "../telemetry/events.ts";
import { createLog } from "../telemetry/log.ts";
import { createMetrics, type Metrics } from "../telemetry/metrics.ts";
import { createObserve, type Observe } from "../telemetry/observe.ts";
import type { AppOptions } from "./options.ts";

/** The parts of the service that exist before it listens. */
export interface Parts {
  readonly metrics: Metrics;
  readonly observe: Observe;
  readonly events: Events;
  readonly documentChecker: DocumentChecker;
  readonly fetchers: Fetchers;
  readonly sources: readonly DomainSource[];
  readonly now: () => Date;
  readonly elapsedMs: () => number;
  readonly state: {
    isLoaded: boolean;
    draining: boolean;
    /** How often a domain has changed. */
    domainChanges: number;
    storeFailure?: string | undefined;
  };
}

/** The maximum number of domains loaded at once. More documents would only wait in memory for the checking thread. */
export const maxConcurrentLoads = 32;

/** How long `/readyz` reports that the service is not ready while domains are still loading. */
export const defaultReadyMs = 300_000;

export function createParts(options: AppOptions): Parts {
  const { now = () => new Date(), fetchTimeoutMs = 5_000 } = options;
  // A monotonic clock, so that ages stay correct if the system time changes. In tests, `now` replaces both clocks.
  const elapsedMs = options.now ? () => now().getTime() : () => performance.now();
  const metrics = createMetrics();
  const observe = createObserve(metrics);
  const events = createEvents(createLog(options.log), metrics);
  const documentChecker = createDocumentChecker();
  const fetchers = createFetchers({ timeoutMs: fetchTimeoutMs, observe });
  const state: Parts["state"] = { isLoaded: false, draining: false, domainChanges: 0 };
  const sources = options.domains.map(
    (config) =>
      new DomainSource({
        config,
        events,
        documentChecker,
        now,
        elapsedMs,
        fetcher: fetchers.find(config),
        onChange: () => {
          state.domainChanges += 1;
        },
      }),
  );
  return { metrics, observe, events, documentChecker, fetchers, sources, now, elapsedMs, state };
}
