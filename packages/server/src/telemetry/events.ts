import type { DomainName } from "@assay/contract";
import type { CallEvent } from "./call-event.ts";
import type { Metrics, RefreshFailureKind } from "./metrics.ts";

/** Where the service listens. */
interface Addresses {
  readonly url: string;
  readonly operatorUrl: string;
}

/** Everything that is logged, one function per event. */
export interface Events {
  call(event: CallEvent): void;
  /** A call from an address over its limit. Only ten per second are logged, because a flood would fill the log. */
  callOverLimit(event: CallEvent): void;
  /** A client was refused repeatedly (`refused` calls) within a minute. Only ten clients per minute are logged. */
  clientPersists(client: {
    readonly address?: string;
    readonly callerId?: string;
    readonly issuer?: string;
    readonly refused: number;
  }): void;
  /** A page failed with an internal error. The answer has the same request id. */
  pageFailed(requestId: string, cause: unknown): void;
  /** The service is listening, but its domains have not been loaded yet. */
  starting(
    details: Addresses & {
      readonly version: string;
      readonly domains: readonly string[];
      /** Whether the workbench is served at `/`. */
      readonly workbench: "on" | "off" | "not built";
    },
  ): void;
  /** The service is ready. The documents of the domains in `loading` have not been loaded yet. */
  ready(details: Addresses, loading: readonly string[]): void;
  /** A spec package or registry could not be refreshed; the last good copy is used until it expires. */
  refreshFailed(
    failure: DomainName & {
      readonly part: string;
      readonly kind: RefreshFailureKind;
      readonly url: string;
      readonly milliseconds: number;
      readonly reason: string;
    },
  ): void;
  /** A refresh changed the status of its domain. The initial status is ready. */
  domainStatus(details: DomainName & { readonly status: string; readonly lacks?: string | undefined }): void;
  specPackageInForce(
    details: DomainName & {
      readonly version: string;
      readonly digest: string;
      /** Whether the product has gone back to a lower version. */
      readonly lower?: boolean;
    },
  ): void;
  /** A signed call was refused. The caller is not told the reason. */
  proxyRefused(refused: {
    readonly reason: string;
    readonly requestId: string;
    readonly address: string;
    /** The claims of the call, which are not verified. */
    readonly claimedIssuer?: string | undefined;
    readonly claimedAgent?: string | undefined;
  }): void;
  /** A request has `X-Forwarded-For`, but no proxy is trusted. Logged only once, because anyone can send the header. */
  forwardingIgnored(address: string): void;
  /** The identity service or its key set is unavailable. */
  identityFailed(reason: string): void;
  /** The store is unavailable. Until it is back, each instance enforces its share of the limit. */
  limitDegraded(reason: string): void;
  limitRestored(): void;
  draining(milliseconds: number): void;
  stopped(): void;
}

// The metrics report the state of every domain, so the log names only some.
const maxNames = 20;

type Log = { readonly [level in "info" | "warn" | "error"]: (line: object) => void };

/** Creates events that write log lines and update metrics. */
export function createEvents(log: Log, metrics: Metrics): Events {
  let isForwardingReported = false;
  const shouldLogCall = createSampler(1_000);
  const shouldLogClient = createSampler(60_000);
  let unlogged = 0;
  return {
    call(event) {
      metrics.countCall(event);
      log[event.err === undefined ? "info" : "error"]({ event: "call", ...event });
    },
    callOverLimit(event) {
      metrics.countCall(event);
      if (!shouldLogCall()) {
        unlogged += 1;
        return;
      }
      log.info({ event: "call", ...event, ...(unlogged > 0 && { unlogged }) });
      unlogged = 0;
    },
    clientPersists(client) {
      metrics.countPersistentClient();
      if (shouldLogClient()) log.warn({ event: "client-persists", ...client });
    },
    pageFailed: (requestId, cause) => log.error({ event: "page-failed", requestId, err: cause }),
    starting: (details) => log.info({ event: "starting", ...details }),
    ready(details, loading) {
      if (loading.length === 0) log.info({ event: "ready", ...details });
      else log.warn({ event: "ready", ...details, untried: loading.slice(0, maxNames), untriedCount: loading.length });
    },
    refreshFailed(failure) {
      metrics.countRefreshFailure(failure);
      log.warn({ event: "refresh-failed", ...failure });
    },
    domainStatus: (details) =>
      log[details.status === "unavailable" ? "warn" : "info"]({ event: "domain-status", ...details }),
    specPackageInForce: (details) => log.info({ event: "spec-package-in-force", ...details }),
    proxyRefused: (refused) => log.warn({ event: "proxy-refused", ...refused }),
    forwardingIgnored(address) {
      metrics.countIgnoredForwarding();
      if (isForwardingReported) return;
      isForwardingReported = true;
      const reason =
        "X-Forwarded-For arrived, but ASSAY_TRUSTED_PROXIES is unset: all clients behind a proxy share one limit";
      log.warn({ event: "forwarding-ignored", address, reason });
    },
    identityFailed: (reason) => log.warn({ event: "identity-failed", reason }),
    limitDegraded(reason) {
      metrics.setDegraded(true);
      log.warn({ event: "limit-degraded", reason });
    },
    limitRestored() {
      metrics.setDegraded(false);
      log.info({ event: "limit-restored" });
    },
    draining: (milliseconds) => log.info({ event: "draining", milliseconds }),
    stopped: () => log.info({ event: "stopped" }),
  };
}

const maxPerPeriod = 10;

function createSampler(periodMs: number): () => boolean {
  let [periodStart, count] = [0, 0];
  return () => {
    const now = performance.now();
    if (now - periodStart >= periodMs) [periodStart, count] = [now, 0];
    count += 1;
    return count <= maxPerPeriod;
  };
}
