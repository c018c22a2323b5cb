import { hash } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, isIPv6, type Server } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { DomainName, JsonObject } from "@assay/contract";
import { createEngine } from "@assay/engine";
import { createAdmission } from "./admission/create-admission.ts";
import { createCalls } from "./call.ts";
import { networksFault } from "./config/address-fault.ts";
import { createApi } from "./http/create-api.ts";
import { createOperator } from "./http/create-operator.ts";
import { createPages, type Pages } from "./http/pages.ts";
import { readBody } from "./http/read-body.ts";
import { createIdentity, type IdentityOptions } from "./identity.ts";
import { createLimiter, type LimitOptions, usualLimit } from "./limit/create-limiter.ts";
import { createRateLimits } from "./limit/rate-limits.ts";
import { createMcp } from "./mcp/create-mcp.ts";
import { networkTest } from "./shared/classify-address.ts";
import type { DomainConfig } from "./shared/ports.ts";
import { createEvents } from "./telemetry/events.ts";
import { createLog } from "./telemetry/log.ts";
import { createMetrics } from "./telemetry/metrics.ts";
import { createDomainSource } from "./upstream/domain-source.ts";
import { type Sleep, startRefreshLoop } from "./upstream/refresh-loop.ts";

/** What the service is made of; everything but the domains has a default. */
export interface AppOptions extends IdentityOptions, LimitOptions {
  readonly domains: readonly DomainConfig[];
  /** Where callers reach it; the address that it listens on unless given. */
  readonly publicUrl?: string;
  readonly host?: string;
  readonly port?: number;
  /** Where /livez, /readyz and /metrics are, which ask nobody for a key; the loopback address unless given. */
  readonly operatorHost?: string;
  readonly operatorPort?: number;
  readonly corsOrigins?: readonly string[];
  /** Networks (CIDR) of proxies that are believed when they name the client (`X-Forwarded-For`); none unless given. */
  readonly trustedProxies?: readonly string[];
  /** Nothing is logged unless it says how much; lines go to standard output unless it says where. */
  readonly log?: { readonly level: string; readonly to?: { write(line: string): void } };
  /** How long a call waits for a registry. */
  readonly timeoutMs?: number;
  /** How long answers say `Connection: close` before the service stops taking calls: a load balancer needs a moment. */
  readonly drainMs?: number;
  /** How long the service is not ready because documents of domains are still being tried. Default: five minutes. */
  readonly readyTimeoutMs?: number;
  /** How long one document of a target product may take. */
  readonly fetchTimeoutMs?: number;
  readonly now?: () => Date;
  readonly sleep?: Sleep;
}

/** The service, running. */
export interface App extends AsyncDisposable {
  readonly url: string;
  readonly operatorUrl: string;
  /** Stops: not ready at once, calls answered for a moment more, then closed. */
  close(): Promise<void>;
}

const version = "1.0.0";

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

/** Starts the service, and does not wait for its domains: not ready until each was tried, but it can be closed. */
export async function openApp(options: AppOptions): Promise<App & { readonly tried: Promise<void> }> {
  const {
    host = "127.0.0.1",
    port = 0,
    operatorHost = "127.0.0.1",
    operatorPort = 0,
    timeoutMs = 5_000,
    drainMs = 0,
    fetchTimeoutMs = 5_000,
    readyTimeoutMs = 300_000,
    trustedProxies = [],
    proxyNetworks,
  } = options;
  checkNetworks({ trustedProxies, proxyNetworks: proxyNetworks ?? [] });
  const now = options.now ?? (() => new Date());
  const metrics = createMetrics();
  const events = createEvents(createLog(options.log), metrics);
  const admission = createAdmission();
  const sources = options.domains.map((config) =>
    createDomainSource({ config, events, admission, now, fetchTimeoutMs }),
  );
  const state = { tried: false, draining: false };

  const limiter = await createLimiter(options, {
    degraded: events.limitDegraded,
    restored: events.limitRestored,
    storeFailed: metrics.storeFailed,
  });

  const operator = createOperator({
    host: operatorHost,
    isReady: () => state.tried && !state.draining,
    metrics: () => metrics.text(sources),
  });
  operator.listen(operatorPort, operatorHost);
  await once(operator, "listening");

  const rateLimits = createRateLimits({
    limit: options.limit ?? usualLimit,
    limiter,
    elapsedMs: () => performance.now(),
    charged: metrics.charged,
    nonceIsLocal: metrics.nonceIsLocal,
    overloaded: metrics.overloaded,
  });
  const site = { publicUrl: options.publicUrl ?? "" };
  const calls = createCalls({
    identify: createIdentity(options, {
      site,
      now,
      events,
      isProxy: proxyNetworks === undefined ? () => true : networkTest(proxyNetworks),
    }),
    rateLimits,
    engine: createEngine({ sha256: (text) => hash("sha256", text) }),
    engineVersion: version,
    get publicUrl() {
      return site.publicUrl;
    },
    domains: sources,
    now,
    timeoutMs,
    tell: events.call,
  });
  const pages = lateBound(() => createPages(site.publicUrl));
  const documentOf = ({ targetProduct, domainId }: DomainName) =>
    sources.find((source) => source.targetProduct === targetProduct && source.domainId === domainId)?.specPackage?.value
      .document;
  const mcp = createMcp({
    get publicUrl() {
      return site.publicUrl;
    },
    version,
    serviceName: options.serviceName ?? "assay",
    calls,
    read: readBody,
    domains: sources,
    specPackage: (name) => documentOf(name) as JsonObject | undefined,
    diagnosticPage(code) {
      const page = pages.find(`/diagnostics/${code}`, "text/markdown");
      return typeof page === "object" ? page.body : undefined;
    },
  });
  const api = createApi({
    get publicUrl() {
      return site.publicUrl;
    },
    mcp,
    corsOrigins: new Set(options.corsOrigins),
    isTrustedProxy: networkTest(trustedProxies),
    unnamed: metrics.unnamed,
    calls,
    pages,
    candidateSchema: (targetProduct, domainId) =>
      documentOf({ targetProduct, domainId })?.candidateSchema as JsonObject | undefined,
    isDraining: () => state.draining,
    failed: events.pageFailed,
  });
  await api.listen({ host, port });
  const url = urlOf(host, api.server);
  site.publicUrl ||= url;
  const refreshing = sources.map((source, index) =>
    startRefreshLoop({
      refresh: () => source.refresh(),
      refreshSeconds: options.domains[index]?.refreshSeconds ?? 30,
      sleep: options.sleep ?? sleep,
      random: Math.random,
    }),
  );
  const operatorUrl = urlOf(operatorHost, operator);
  const stopping = new AbortController();
  // A trial that never ends must not keep every instance from being ready for the other domains.
  const allTried = Promise.all(sources.map((source) => source.tried));
  const triedInTime = Promise.race([allTried, sleep(readyTimeoutMs, stopping.signal)]);
  const tried = Promise.all([mcp.warmUp(), triedInTime]).then(() => {
    state.tried = true;
    const untried = sources.filter(({ isTried }) => !isTried);
    if (!state.draining) events.listening(url, operatorUrl, untried.map(nameOf));
  });

  async function stop(): Promise<void> {
    state.draining = true;
    stopping.abort();
    events.draining(drainMs);
    await wait(drainMs);
    await api.close();
    const ended = refreshing.map(({ stop: end }) => end());
    // Whatever is being fetched or tried is given up, so that a product that hangs does not hold up the end.
    await Promise.all([...sources.map((source) => source.close()), admission.close()]);
    await Promise.all(ended);
    await limiter.close();
    operator.closeAllConnections();
    operator.close();
    events.stopped();
  }
  let stopped: Promise<void> | undefined;
  const close = () => {
    stopped ??= stop();
    return stopped;
  };
  return { url, operatorUrl, tried, close, [Symbol.asyncDispose]: close };
}

const sleep: Sleep = async (milliseconds, signal) => {
  await wait(milliseconds, undefined, { signal, ref: false }).catch(() => {});
};

function nameOf({ targetProduct, domainId }: DomainName): DomainName {
  return { targetProduct, domainId };
}

function urlOf(host: string, server: Server): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
}

// Anything else, `true` or a number of hops, would let callers write their own address.
function checkNetworks(lists: { readonly [name: string]: unknown }): void {
  for (const [name, list] of Object.entries(lists)) {
    const isList = Array.isArray(list) && list.every((network) => typeof network === "string");
    const fault = isList ? networksFault(list) : "is not a list of networks such as 10.0.0.0/8";
    if (fault !== undefined) throw new Error(`${name} ${fault}.`);
  }
}

// The pages hold links, and the address that they begin with is known once the server listens.
function lateBound(create: () => Pages): Pages {
  let pages: Pages | undefined;
  return {
    paths: create().paths,
    find(path, accept) {
      pages ??= create();
      return pages.find(path, accept);
    },
  };
}
