import type { Admission } from "../admission/create-admission.ts";
import type { Events } from "../telemetry/events.ts";
import { createFetcher } from "./fetch-document.ts";
import { createRegistryRanges } from "./registry-ranges.ts";
import { createRegistrySnapshot } from "./registry-snapshot.ts";
import { createRules } from "./rules.ts";
import { createReport, type DomainConfig, type Upstream } from "./upstream.ts";

interface SourceOptions {
  readonly config: DomainConfig;
  readonly events: Events;
  readonly admission: Admission;
  /** How long one document of an origin may take. */
  readonly fetchTimeoutMs: number;
  now(): Date;
}

/** The rules and the registry of one domain. No call waits for a refresh, and none fails because of one. */
export function createDomainSource({ config, events, admission, now, fetchTimeoutMs }: SourceOptions) {
  const { targetProduct, domainId, specPackageUrl, submissionUrl } = config;
  let closed = false;
  const upstream: Upstream = {
    config,
    events,
    admission,
    now,
    isClosed: () => closed,
    fetcher: createFetcher({ networks: networksOf(config), timeoutMs: fetchTimeoutMs }),
  };
  const rules = createRules(upstream);
  const registry =
    config.registry.mode === "ranges" ? createRegistryRanges(upstream) : createRegistrySnapshot(upstream);
  const tried = Promise.withResolvers<void>();
  let isTried = false;
  let hasTrouble = false;
  const lacks = (): "spec-package" | "registry" | undefined => {
    if (!rules.current) return "spec-package";
    return registry.state === "unavailable" ? "registry" : undefined;
  };
  return {
    targetProduct,
    domainId,
    specPackageUrl,
    submissionUrl,
    get status(): "ready" | "degraded" | "unavailable" {
      if (lacks() !== undefined) return "unavailable";
      return hasTrouble || registry.state !== "ready" ? "degraded" : "ready";
    },
    get lacks() {
      return lacks();
    },
    /** Whether a refresh has come to its own end, whatever that was: what it fetched was not cut short while it was tried. */
    get isTried(): boolean {
      return isTried;
    },
    /** Resolves when that is so. */
    get tried(): Promise<void> {
      return tried.promise;
    },
    get specPackage() {
      return rules.current;
    },
    get next() {
      return rules.next;
    },
    registryFor: (keys: readonly string[], patience: () => AbortSignal) => registry.viewFor(keys, patience),
    /** Asks the target product once; whatever fails leaves the last good copies in use. Tells whether all went well. */
    async refresh(): Promise<boolean> {
      const ended = await Promise.all([
        rules.refresh().catch(createReport("spec package", upstream)),
        registry.refresh().catch(createReport("registry", upstream)),
      ]);
      hasTrouble = ended.some(({ trouble }) => trouble !== undefined);
      if (!ended.some(({ cutShort }) => cutShort)) {
        isTried = true;
        tried.resolve();
      }
      return !hasTrouble;
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
