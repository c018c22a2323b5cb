import { createAdmission } from "../admission/create-admission.ts";
import { createEvents, type Events } from "../telemetry/events.ts";
import { createLog } from "../telemetry/log.ts";
import { createMetrics, type Metrics } from "../telemetry/metrics.ts";
import { createObserve, type Observe } from "../telemetry/observe.ts";
import { createDomainSource } from "../upstream/domain-source.ts";
import { createFetchers, type Fetchers } from "../upstream/fetchers.ts";
import { createMemoryBudget, type MemoryBudget } from "../upstream/memory-budget.ts";
import type { AppOptions } from "./options.ts";

/** What the service consists of before anything is open. */
export interface Parts {
  readonly metrics: Metrics;
  readonly observe: Observe;
  readonly events: Events;
  readonly admission: ReturnType<typeof createAdmission>;
  readonly memory: MemoryBudget;
  readonly fetchers: Fetchers;
  readonly sources: readonly ReturnType<typeof createDomainSource>[];
  readonly now: () => Date;
  readonly state: { tried: boolean; draining: boolean };
}

export function createParts(options: AppOptions): Parts {
  const { now = () => new Date(), fetchTimeoutMs = 5_000, specPackagesBytes = 512 * 2 ** 20 } = options;
  const { metrics = createMetrics() } = options;
  const observe = createObserve(metrics);
  const events = createEvents(createLog(options.log), metrics);
  const admission = createAdmission();
  const fetchers = createFetchers({ timeoutMs: fetchTimeoutMs, observe });
  const memory = createMemoryBudget(specPackagesBytes);
  const sources = options.domains.map((config) =>
    createDomainSource({
      config,
      events,
      admission,
      memory: memory.createShare(),
      now,
      fetcher: fetchers.of(config),
    }),
  );
  const state = { tried: false, draining: false };
  return { metrics, observe, events, admission, memory, fetchers, sources, now, state };
}
