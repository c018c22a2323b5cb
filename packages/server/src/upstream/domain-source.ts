import { Problem } from "../problem.ts";
import type { Events } from "../telemetry/events.ts";
import { createFetcher } from "./fetch-document.ts";
import { createRegistryRanges } from "./registry-ranges.ts";
import { createRegistrySnapshot } from "./registry-snapshot.ts";
import { createRules } from "./rules.ts";
import { createReport, type DomainConfig, type Upstream } from "./upstream.ts";

interface SourceOptions {
  readonly config: DomainConfig;
  readonly events: Events;
  /** How long one document of an origin may take. */
  readonly fetchTimeoutMs: number;
  now(): Date;
}

/** The rules and the registry of one domain. No call waits for a refresh, and none fails because of one. */
export function createDomainSource({ config, events, now, fetchTimeoutMs }: SourceOptions) {
  const { targetProduct, domainId, specPackageUrl, submissionUrl } = config;
  let closed = false;
  const upstream: Upstream = {
    config,
    events,
    now,
    isClosed: () => closed,
    fetcher: createFetcher({ networks: networksOf(config), timeoutMs: fetchTimeoutMs }),
  };
  const rules = createRules(upstream);
  const registry =
    config.registry.mode === "ranges" ? createRegistryRanges(upstream) : createRegistrySnapshot(upstream);
  let troubles: readonly string[] = [];
  return {
    targetProduct,
    domainId,
    specPackageUrl,
    submissionUrl,
    get status(): "ready" | "degraded" | "unavailable" {
      if (!rules.current) return "unavailable";
      return troubles.length > 0 || registry.isStale() ? "degraded" : "ready";
    },
    /** What went wrong at the last refresh, for the operator and the product team. */
    get troubles(): readonly string[] {
      return troubles;
    },
    get specPackage() {
      return rules.current;
    },
    get next() {
      return rules.next;
    },
    async registryFor(keys: readonly string[], patience: () => AbortSignal) {
      const view = await registry.viewFor(keys, patience);
      if (view) return view;
      const detail = `Whether an id of ${targetProduct} is free cannot be told now: its registry cannot be had. Try again later.`;
      throw new Problem("registry-unavailable", detail, { retryAfterSeconds: 5 });
    },
    /** Asks the target product once; whatever fails leaves the last good copies in use. Tells whether all went well. */
    async refresh(): Promise<boolean> {
      const ended = await Promise.all([
        rules.refresh().catch(createReport("spec package", upstream)),
        registry.refresh().catch(createReport("registry", upstream)),
      ]);
      troubles = ended.flatMap(({ trouble }) => (trouble === undefined ? [] : [trouble]));
      return troubles.length === 0;
    },
    async close(): Promise<void> {
      closed = true;
      await upstream.fetcher.close();
    },
  };
}

// Who writes a loopback address into the configuration means this machine; nobody else is taken there.
function networksOf({ specPackageUrl, registry, networks = [] }: DomainConfig): readonly string[] {
  const hosts = [specPackageUrl, registry.url].map((url) => new URL(url).hostname);
  return hosts.every(isLoopback) ? [...networks, "127.0.0.0/8", "::1/128"] : networks;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
