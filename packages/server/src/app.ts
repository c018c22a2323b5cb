import { hash } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { DomainName, JsonObject } from "@assay/contract";
import { createEngine } from "@assay/engine";
import { createAdmission } from "./admission/create-admission.ts";
import { Calls } from "./call.ts";
import { networksFault } from "./config/address-fault.ts";
import { createApi } from "./http/create-api.ts";
import { createOperator } from "./http/create-operator.ts";
import { factPaths } from "./http/fact-routes.ts";
import { type Listener, listen, urlOf } from "./http/listen.ts";
import { createPages } from "./http/pages.ts";
import { readBody } from "./http/read-body.ts";
import { readWorkbenchFiles, type WorkbenchFiles } from "./http/workbench-files.ts";
import { basePath, createWorkbenchPage } from "./http/workbench-page.ts";
import { createIdentity, discoveryUrlOf, type IdentityOptions } from "./identity.ts";
import { createLimiter, type LimitOptions, usualLimit } from "./limit/create-limiter.ts";
import type { Limiter } from "./limit/limiter.ts";
import { createRateLimits } from "./limit/rate-limits.ts";
import { Mcp } from "./mcp/mcp.ts";
import { describeDomain } from "./operations/list-domains.ts";
import { unavailable } from "./operations/unavailable.ts";
import { candidateSchemaOf } from "./shared/candidate-schema.ts";
import { networkTest } from "./shared/classify-address.ts";
import type { DomainConfig } from "./shared/ports.ts";
import { createTurns, type Turns } from "./shared/turns.ts";
import { createEvents, type Events } from "./telemetry/events.ts";
import { createLog } from "./telemetry/log.ts";
import { createMetrics, type Metrics } from "./telemetry/metrics.ts";
import { createObserve, type Observe } from "./telemetry/observe.ts";
import { isTraced } from "./telemetry/tracer.ts";
import { watchLoopDelay } from "./telemetry/watch-loop-delay.ts";
import { TracedCalls } from "./traced-calls.ts";
import { createDomainSource } from "./upstream/domain-source.ts";
import { createFetchers, type Fetchers } from "./upstream/fetchers.ts";
import { type Sleep, startRefreshLoop } from "./upstream/refresh-loop.ts";

/** The options of the service; only `domains` is required. */
export interface AppOptions extends IdentityOptions, LimitOptions {
  readonly domains: readonly DomainConfig[];
  /** The URL at which callers reach the service. Default: the address that it listens on. */
  readonly publicUrl?: string;
  readonly host?: string;
  readonly port?: number;
  /** The address of /livez, /readyz and /metrics, which require no key. Default: 127.0.0.1. */
  readonly operatorHost?: string;
  readonly operatorPort?: number;
  readonly corsOrigins?: readonly string[];
  /** Networks (CIDR) of proxies whose `X-Forwarded-For` is trusted. Default: none. */
  readonly trustedProxies?: readonly string[];
  /**
   * The directory of the built workbench, the web page at `/`; `false` turns it off. Default: `workbench` in this package;
   * while it is not built, `/` redirects to `/docs`.
   */
  readonly workbench?: { readonly files?: string } | false | undefined;
  /** The log level, and where lines go. Default: no log; with a level, standard output. */
  readonly log?: { readonly level: string; readonly to?: { write(line: string): void } };
  /** How long a call waits for a registry. Default: 5 seconds. */
  readonly timeoutMs?: number;
  /** How long the service still answers, with `Connection: close`, after it was asked to stop. Default: 0. */
  readonly drainMs?: number;
  /** How long the service waits to be ready while documents of domains are still being tried. Default: 5 minutes. */
  readonly readyTimeoutMs?: number;
  /** How long one document of a target product may take. Default: 5 seconds. */
  readonly fetchTimeoutMs?: number;
  /** What counts calls and everything else that `/metrics` shows; one of its own by default. */
  readonly metrics?: Metrics;
  readonly now?: () => Date;
  readonly sleep?: Sleep;
}

/** The service, running. */
export interface App extends AsyncDisposable {
  readonly url: string;
  readonly operatorUrl: string;
  /** Stops the service: not ready at once, calls are answered for `drainMs` more, then it closes. */
  close(): Promise<void>;
}

/** The version of the service. */
export const version = "1.0.0";

/**
 * Starts the service: every domain is tried once before it counts as ready.
 *
 * @example
 * await using app = await startApp({ domains: [datamint] });
 * const { domains } = await (await fetch(`${app.url}/api/domains`)).json();
 */
export async function startApp(options: AppOptions): Promise<App> {
  const app = await openApp(options);
  await app.tried;
  return app;
}

/** Starts the service without waiting for its domains: it is not ready until each was tried, but it can be closed. */
export async function openApp(options: AppOptions): Promise<App & { readonly tried: Promise<void> }> {
  const { host = "127.0.0.1", port = 0, operatorHost = "127.0.0.1", operatorPort = 0 } = options;
  checkNetworks({ trustedProxies: options.trustedProxies ?? [], proxyNetworks: options.proxyNetworks ?? [] });
  const files = filesOf(options);
  const parts = createParts(options);
  const { events, metrics, sources, state } = parts;
  await using opened = new AsyncDisposableStack();
  const storeEvents = {
    degraded: events.limitDegraded,
    restored: events.limitRestored,
    storeFailed: metrics.storeFailed,
    observe: parts.observe,
  };
  const limiter = opened.adopt(await createLimiter(options, storeEvents), (created) => created.close());
  const listener = opened.adopt(await listen(host, port), (listening) => {
    listening.server.closeAllConnections();
    return listening.close();
  });
  const operator = createOperator({
    host: operatorHost,
    isReady: () => state.tried && !state.draining,
    domains: () => ({ all: sources.length, tried: sources.filter(({ isTried }) => isTried).length }),
    metrics: () => metrics.text({ version, connections: listener.connections.count(), domains: sources }),
  });
  operator.listen(operatorPort, operatorHost);
  await once(operator, "listening");
  opened.adopt(operator, (listening) => void listening.close());
  const { api, mcp } = await createTransports(options, parts, limiter, listener, files);
  opened.move();

  const operatorUrl = urlOf(operatorHost, operator);
  const addresses = { url: listener.url, operatorUrl };
  const workbench = options.workbench === false ? "off" : files ? "on" : "not built";
  events.starting({ version, ...addresses, domains: sources.map(nameOf), workbench });
  const refreshing = startRefreshing(options, parts);
  const loopDelay = watchLoopDelay(metrics.loopDelayed);
  const stopping = new AbortController();
  const tried = Promise.all([mcp.warmUp(), untilTried(options, parts, stopping.signal)]).then(() => {
    state.tried = true;
    const untried = sources.filter(({ isTried }) => !isTried).map(nameOf);
    if (!state.draining) events.ready(addresses, untried);
  });
  let stopped: Promise<void> | undefined;
  const close = () => {
    stopping.abort();
    stopped ??= stop({ options, parts, api, limiter, operator, refreshing, loopDelay });
    return stopped;
  };
  return { ...addresses, tried, close, [Symbol.asyncDispose]: close };
}

/** What the service consists of before anything is open. */
interface Parts {
  readonly metrics: Metrics;
  readonly observe: Observe;
  readonly events: Events;
  readonly admission: ReturnType<typeof createAdmission>;
  readonly fetchers: Fetchers;
  readonly sources: readonly ReturnType<typeof createDomainSource>[];
  readonly now: () => Date;
  readonly state: { tried: boolean; draining: boolean };
}

function createParts(options: AppOptions): Parts {
  const { now = () => new Date(), fetchTimeoutMs = 5_000 } = options;
  const { metrics = createMetrics() } = options;
  const observe = createObserve(metrics);
  const events = createEvents(createLog(options.log), metrics);
  const admission = createAdmission();
  const fetchers = createFetchers({ timeoutMs: fetchTimeoutMs, observe });
  const sources = options.domains.map((config) =>
    createDomainSource({ config, events, admission, now, fetcher: fetchers.of(config) }),
  );
  return { metrics, observe, events, admission, fetchers, sources, now, state: { tried: false, draining: false } };
}

// Read before anything is open, so that damaged files leave nothing behind.
function filesOf({ workbench }: AppOptions): WorkbenchFiles | undefined {
  if (workbench === false) return undefined;
  // The same place from the sources and from `dist`.
  return readWorkbenchFiles(workbench?.files ?? fileURLToPath(new URL("../workbench", import.meta.url)));
}

async function createTransports(
  options: AppOptions,
  parts: Parts,
  limiter: Limiter,
  listener: Listener,
  files: WorkbenchFiles | undefined,
) {
  const { trustedProxies = [], serviceName = "assay", keyUrl, publicUrl = listener.url, timeoutMs = 5_000 } = options;
  const { events, metrics, sources, state } = parts;
  const calls = createCalls(options, parts, limiter, publicUrl);
  const pages = createPages({
    publicUrl,
    serviceName,
    keyUrl,
    discoveryUrl: discoveryUrlOf(options.proxy),
    hasWorkbench: files !== undefined,
  });
  const sourceOf = ({ targetProduct, domainId }: DomainName) =>
    sources.find((source) => source.targetProduct === targetProduct && source.domainId === domainId);
  const documentOf = (name: DomainName) => sourceOf(name)?.specPackage?.value.document;
  const base = basePath(publicUrl);
  const domains = () => sources.map((source) => ({ ...describeDomain(source, publicUrl), ...factPaths(source, base) }));
  const mcp = new Mcp({
    publicUrl,
    version,
    serviceName,
    calls,
    log: events.call,
    read: readBody,
    domains: sources,
    specPackage: documentOf,
    nextSpecPackage: (name) => sourceOf(name)?.next?.spec.document,
    diagnosticPage(code) {
      const page = pages.find(`/diagnostics/${code}`, "text/markdown");
      return typeof page === "object" ? page.body : undefined;
    },
  });
  const api = await createApi({
    listener,
    publicUrl,
    keyUrl,
    mcp,
    corsOrigins: new Set(options.corsOrigins),
    isTrustedProxy: trustedProxies.length > 0 ? networkTest(trustedProxies) : undefined,
    unnamed: metrics.unnamed,
    calls,
    pages,
    candidateSchema(targetProduct, domainId) {
      const document = documentOf({ targetProduct, domainId });
      return document && (candidateSchemaOf(document) as JsonObject);
    },
    workbench: files && { assets: files.assets, page: createWorkbenchPage({ publicUrl, keyUrl, files, domains }) },
    facts:
      options.workbench === false
        ? undefined
        : { domains: sources, timeoutMs, registryUnavailable: (domain) => unavailable(domain, "registry") },
    isDraining: () => state.draining,
    shed: metrics.shed,
    failed: events.pageFailed,
  });
  return { api, mcp };
}

function createCalls(options: AppOptions, parts: Parts, limiter: Limiter, publicUrl: string): Calls {
  const { proxyNetworks, limit = usualLimit, timeoutMs = 5_000 } = options;
  const { events, metrics, observe, sources, now } = parts;
  const rateLimits = createRateLimits({
    limit,
    limiter,
    elapsedMs: () => performance.now(),
    charged: metrics.charged,
    nonceIsLocal: metrics.nonceIsLocal,
    overloaded: metrics.overloaded,
  });
  const isProxy = proxyNetworks === undefined ? () => true : networkTest(proxyNetworks);
  return new (isTraced() ? TracedCalls : Calls)({
    identify: createIdentity(options, { publicUrl, now, events, observe, isProxy }),
    rateLimits,
    engine: createEngine({ sha256: (text) => hash("sha256", text) }),
    engineVersion: version,
    publicUrl,
    domains: sources,
    now,
    timeoutMs,
    log: events.call,
  });
}

// How many domains are loaded at a time. More would only wait for the thread that tries their documents, with the
// timeouts of their fetches running and their documents in memory.
const loadedAtATime = 32;

function startRefreshing({ domains, sleep: given = sleep }: AppOptions, { sources }: Parts) {
  const turns: { readonly [status in (typeof sources)[number]["status"]]: Turns } = {
    unavailable: createTurns(loadedAtATime),
    // Failures for lack of time must not cause more work at once than they failed for.
    degraded: createTurns(loadedAtATime),
    // A domain that is well waits for no other, because its copies expire.
    ready: (refresh) => refresh(),
  };
  return sources.map((source, index) =>
    startRefreshLoop({
      refresh: () => turns[source.status](() => source.refresh()),
      refreshSeconds: domains[index]?.refreshSeconds ?? 30,
      sleep: given,
      random: Math.random,
    }),
  );
}

// A trial that never ends must not keep every instance from being ready for the other domains.
async function untilTried(
  { readyTimeoutMs = 300_000 }: AppOptions,
  { sources }: Parts,
  signal: AbortSignal,
): Promise<void> {
  await Promise.race([Promise.all(sources.map((source) => source.tried)), sleep(readyTimeoutMs, signal)]);
}

interface Running {
  readonly options: AppOptions;
  readonly parts: Parts;
  readonly api: { close(): Promise<unknown> };
  readonly limiter: Limiter;
  readonly operator: Server & { closeAllConnections(): void };
  readonly refreshing: readonly { stop(): Promise<void> }[];
  readonly loopDelay: { stop(): void };
}

async function stop({ options, parts, api, limiter, operator, refreshing, loopDelay }: Running): Promise<void> {
  const { events, sources, fetchers, admission, state } = parts;
  const { drainMs = 0 } = options;
  state.draining = true;
  events.draining(drainMs);
  await wait(drainMs);
  await api.close();
  const ended = refreshing.map((loop) => loop.stop());
  // Abandon whatever is being fetched or tried, so that a product that hangs does not delay the end.
  for (const source of sources) source.close();
  await Promise.all([fetchers.close(), admission.close()]);
  await Promise.all(ended);
  await limiter.close();
  loopDelay.stop();
  operator.closeAllConnections();
  operator.close();
  events.stopped();
}

const sleep: Sleep = async (milliseconds, signal) => {
  await wait(milliseconds, undefined, { signal, ref: false }).catch(() => {});
};

function nameOf({ targetProduct, domainId }: DomainName): string {
  return `${targetProduct}/${domainId}`;
}

// Anything else, such as `true` or a number of hops, would let callers choose their own address.
function checkNetworks(lists: { readonly [name: string]: unknown }): void {
  for (const [name, list] of Object.entries(lists)) {
    const isList = Array.isArray(list) && list.every((network) => typeof network === "string");
    const fault = isList ? networksFault(list) : "is not an array of networks such as 10.0.0.0/8";
    if (fault !== undefined) throw new Error(`${name} ${fault}.`);
  }
}
