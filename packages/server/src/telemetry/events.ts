import type { DomainName, OperationId, ProblemCode } from "@assay/contract";
import type { Logger } from "pino";
import type { Metrics } from "./metrics.ts";

/** One call, as its log line tells it: never a key, a header or a part of the candidate. */
export interface CallEvent {
  readonly requestId: string;
  /** The transport, where it is not plain HTTP. */
  readonly via?: "mcp" | undefined;
  /** `unknown` for a tool that there is not. */
  readonly operation: OperationId | "unknown";
  readonly status: number;
  readonly milliseconds: number;
  /** How the caller was told apart, and as whom. */
  readonly caller?: "key" | "agent" | undefined;
  readonly callerId?: string | undefined;
  readonly issuer?: string | undefined;
  readonly targetProduct?: string | undefined;
  readonly domainId?: string | undefined;
  readonly valid?: boolean | undefined;
  readonly code?: ProblemCode | undefined;
  /** What is behind an internal problem. */
  readonly cause?: unknown;
}

/** Everything that the service tells its operator, one function per event. */
export interface Events {
  call(event: CallEvent): void;
  /** A fault of ours on a page: the caller has the id and was told to ask. */
  pageFailed(requestId: string, cause: unknown): void;
  /** The service is ready; `untried` are domains whose documents could not be tried to the end in time. */
  listening(url: string, operatorUrl: string, untried: readonly DomainName[]): void;
  /** A spec package or a registry could not be had; the last good copy serves while it may. */
  refreshFailed(what: DomainName & { readonly part: string; readonly reason: string }): void;
  specPackageInForce(
    what: DomainName & {
      readonly version: string;
      readonly digest: string;
      /** A product may go back; whoever reads the log should know. */
      readonly lower?: boolean;
    },
  ): void;
  /** A signature that was not believed; the caller only hears that it was not. */
  proxyRefused(refused: {
    readonly reason: string;
    readonly requestId: string;
    readonly address: string;
    readonly claimedIssuer?: string | undefined;
    readonly claimedAgent?: string | undefined;
  }): void;
  /** The identity service, or its keys, could not be had. */
  identityFailed(reason: string): void;
  /** The store cannot be reached: each instance holds its share of the limit alone, until it can be. */
  limitDegraded(reason: string): void;
  limitRestored(): void;
  draining(milliseconds: number): void;
  stopped(): void;
}

/** Events as lines of the log, and as counts where there is something to count. */
export function createEvents(log: Logger, metrics: Metrics): Events {
  return {
    call({ cause, ...event }) {
      metrics.call(event);
      if (cause === undefined) log.info({ event: "call", ...event });
      else log.error({ event: "call", ...event, err: cause });
    },
    pageFailed: (requestId, cause) => log.error({ event: "page-failed", requestId, err: cause }),
    listening(url, operatorUrl, untried) {
      if (untried.length === 0) log.info({ event: "listening", url, operatorUrl });
      else log.warn({ event: "listening", url, operatorUrl, untried });
    },
    refreshFailed(what) {
      metrics.refreshFailed(what);
      log.warn({ event: "refresh-failed", ...what });
    },
    specPackageInForce: (what) => log.info({ event: "spec-package-in-force", ...what }),
    proxyRefused: (refused) => log.warn({ event: "proxy-refused", ...refused }),
    identityFailed: (reason) => log.warn({ event: "identity-failed", reason }),
    limitDegraded(reason) {
      metrics.degraded(true);
      log.warn({ event: "limit-degraded", reason });
    },
    limitRestored() {
      metrics.degraded(false);
      log.info({ event: "limit-restored" });
    },
    draining: (milliseconds) => log.info({ event: "draining", milliseconds }),
    stopped: () => log.info({ event: "stopped" }),
  };
}
