import { once } from "node:events";
import type { Server } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { DomainName } from "@assay/contract";
import { createTransports } from "./app/create-transports.ts";
import type { AppOptions } from "./app/options.ts";
import { createParts, defaultReadyMs, maxConcurrentLoads, type Parts } from "./app/parts.ts";
import { checkNetworkList } from "./config/check-address.ts";
import { type Sleep, startRefreshLoop } from "./documents/refresh-loop.ts";
import { createLimiter } from "./limit/create-limiter.ts";
import type { Limiter } from "./limit/limiter.ts";
import { createNetworkTest } from "./net/classify-address.ts";
import { createOperator } from "./net/create-operator.ts";
import { listen, toUrl } from "./net/listen.ts";
import { packageFolder, version } from "./package-files.ts";
import { readWorkbenchFiles, type WorkbenchFiles } from "./pages/workbench/workbench-files.ts";
import { createTaskQueue, type TaskQueue } from "./task-queue.ts";
import { watchLoopDelay } from "./telemetry/watch-loop-delay.ts";

export type { AppOptions } from "./app/options.ts";
export { version } from "./package-files.ts";

/** A running service. */
export interface App extends AsyncDisposable {
  readonly url: string;
  readonly operatorUrl: string;
  /** Stops the service: reports at once that it is not ready, answers calls for another `drainMs`, then closes. */
  close(): Promise<void>;
}

/**
 * Starts the service and waits until it is ready: until the first refresh of every domain has ended, or `readyTimeoutMs` has
 * passed.
 *
 * @example
 * await using app = await startApp({ domains: [datamint] });
 * const { domains } = await (await fetch(`${app.url}/api/domains`)).json();
 */
export async function startApp(options: AppOptions): Promise<App> {
  const app = await openApp(options);
  await app.loaded;
  return app;
}

/** Starts the service without waiting for its domains. It is ready when `loaded` resolves, but can be closed sooner. */
export async function openApp(options: AppOptions): Promise<App & { readonly loaded: Promise<void> }> {
  const { host = "127.0.0.1", port = 0, operatorHost = "127.0.0.1", operatorPort = 0 } = options;
  const { trustedProxies = [], proxyNetworks = [] } = options;
  checkNetworkOptions({ trustedProxies, proxyNetworks });
  const files = findWorkbenchFiles(options);
  const parts = createParts(options);
  const { events, metrics, sources, state } = parts;
  await using resources = new AsyncDisposableStack();
  const storeEvents = {
    onDegrade(reason: string) {
      state.storeFailure = reason;
      events.limitDegraded(reason);
    },
    onRestore() {
      state.storeFailure = undefined;
      events.limitRestored();
    },
    onStoreFailure: metrics.countStoreFailure,
    observe: parts.observe,
  };
  const limiter = resources.adopt(await createLimiter(options, storeEvents), (created) => created.close());
  const listener = resources.adopt(await listen(host, port, createNetworkTest(trustedProxies)), (created) => {
    created.server.closeAllConnections();
    return created.close();
  });
  const operator = createOperator({
    host: operatorHost,
    isReady: () => state.isLoaded && !state.draining,
    listIssues: () => describeState(parts),
    metrics: () =>
      metrics.formatText({
        version,
        connections: listener.connections.count(),
        domains: sources,
      }),
  });
  operator.listen(operatorPort, operatorHost);
  await once(operator, "listening");
  resources.adopt(operator, (server) => void server.close());
  const { api, mcp } = await createTransports(options, parts, limiter, listener, files);
  resources.move();

  const operatorUrl = toUrl(operatorHost, operator);
  const addresses = { url: listener.url, operatorUrl };
  const workbench = options.workbench === false ? "off" : files ? "on" : "not built";
  events.starting({ version, ...addresses, domains: sources.map(formatDomainName), workbench });
  const refreshLoops = startRefreshing(options, parts);
  const loopDelay = watchLoopDelay(metrics.observeLoopDelay);
  const stopping = new AbortController();
  const loaded = Promise.all([mcp.warmUp(), waitUntilLoaded(options, parts, stopping.signal)]).then(() => {
    state.isLoaded = true;
    const loading = sources.filter(({ isLoaded }) => !isLoaded).map(formatDomainName);
    if (!state.draining) events.ready(addresses, loading);
  });
  let stopped: Promise<void> | undefined;
  const close = () => {
    stopping.abort();
    stopped ??= stop({ options, parts, api, limiter, operator, refreshLoops, loopDelay });
    return stopped;
  };
  return { ...addresses, loaded, close, [Symbol.asyncDispose]: close };
}

// Called before anything is opened, so that there is nothing to clean up if the files are damaged.
function findWorkbenchFiles({ workbench }: AppOptions): WorkbenchFiles | undefined {
  if (workbench === false) return undefined;
  return readWorkbenchFiles(workbench?.files ?? fileURLToPath(new URL("workbench", packageFolder)));
}

function startRefreshing({ domains, sleep: pause = sleep }: AppOptions, { sources }: Parts) {
  const queues: { readonly [status in (typeof sources)[number]["status"]]: TaskQueue } = {
    unavailable: createTaskQueue(maxConcurrentLoads),
    // A refresh might have failed because the machine is overloaded, so retries must not increase the load.
    degraded: createTaskQueue(maxConcurrentLoads),
    // A ready domain does not queue, because its copies could expire while it waits.
    ready: (refresh) => refresh(),
  };
  return sources.map((source, index) =>
    startRefreshLoop({
      refresh: () => queues[source.status](() => source.refresh()),
      refreshSeconds: domains[index]?.refreshSeconds ?? 30,
      sleep: pause,
      random: Math.random,
    }),
  );
}

// If a domain never finishes loading, an instance must still become ready, so that it can serve the other domains.
async function waitUntilLoaded(
  { readyTimeoutMs = defaultReadyMs }: AppOptions,
  { sources }: Parts,
  signal: AbortSignal,
): Promise<void> {
  await Promise.race([Promise.all(sources.map((source) => source.loaded)), sleep(readyTimeoutMs, signal)]);
}

interface RunningApp {
  readonly options: AppOptions;
  readonly parts: Parts;
  readonly api: { close(): Promise<unknown> };
  readonly limiter: Limiter;
  readonly operator: Server & { closeAllConnections(): void };
  readonly refreshLoops: readonly { stop(): Promise<void> }[];
  readonly loopDelay: { stop(): void };
}

async function stop({ options, parts, api, limiter, operator, refreshLoops, loopDelay }: RunningApp): Promise<void> {
  const { events, sources, fetchers, documentChecker, state } = parts;
  const { drainMs = 0 } = options;
  state.draining = true;
  events.draining(drainMs);
  await wait(drainMs);
  await api.close();
  const stoppedLoops = refreshLoops.map((loop) => loop.stop());
  // Abandon fetches and checks in progress, so that a hanging product does not delay the shutdown.
  for (const source of sources) source.close();
  documentChecker.close();
  await fetchers.close();
  await Promise.all(stoppedLoops);
  await limiter.close();
  loopDelay.stop();
  operator.closeAllConnections();
  operator.close();
  events.stopped();
}

const sleep: Sleep = async (milliseconds, signal) => {
  await wait(milliseconds, undefined, { signal, ref: false }).catch(() => {});
};

// The metrics report the state of every domain, so `/readyz` names only a few.
const maxNamed = 5;

/** Lists current issues for `/readyz`: domains that are not ready, with their reasons, and an outage of Redis. */
function describeState({ sources, state }: Parts): readonly string[] {
  const loaded = sources.filter(({ isLoaded }) => isLoaded);
  const notReady = sources.filter(
    ({ isLoaded, status, failures }) => status !== "ready" && (isLoaded || failures.length > 0),
  );
  const named = notReady.slice(0, maxNamed).map((source) => {
    const reasons = source.failures.map(({ part, reason }) => `${part}: ${reason.slice(0, 200)}`);
    const missing = source.missingDocument ? `, without a ${source.missingDocument.replace("-", " ")}` : "";
    return `${formatDomainName(source)} is ${source.status}${missing}${reasons.length > 0 ? ` (${reasons.join("; ")})` : ""}`;
  });
  return [
    ...(loaded.length < sources.length
      ? [`still loading: ${sources.length - loaded.length} of ${sources.length} domains`]
      : []),
    ...named,
    ...(notReady.length > maxNamed ? [`further domains that are not ready: ${notReady.length - maxNamed}`] : []),
    ...(state.storeFailure === undefined
      ? []
      : [`Redis is unavailable (${state.storeFailure}), so this instance counts calls on its own`]),
  ];
}

function formatDomainName({ targetProduct, domainId }: DomainName): string {
  return `${targetProduct}/${domainId}`;
}

// Many libraries accept `true` or a number of hops here, but either would let callers choose their own address.
function checkNetworkOptions(lists: { readonly [name: string]: unknown }): void {
  for (const [name, list] of Object.entries(lists)) {
    const isList = Array.isArray(list) && list.every((network) => typeof network === "string");
    const problem = isList ? checkNetworkList(list) : "is not an array of networks such as 10.0.0.0/8";
    if (problem !== undefined) throw new Error(`${name} ${problem}.`);
  }
}
