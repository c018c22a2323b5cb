import type { IdentityOptions } from "../auth/identity.ts";
import type { DomainConfig } from "../config/domains-file.ts";
import type { Sleep } from "../documents/refresh-loop.ts";
import type { LimitOptions } from "../limit/create-limiter.ts";

/** The options of the service; only `domains` is required. */
export interface AppOptions extends IdentityOptions, LimitOptions {
  readonly domains: readonly DomainConfig[];
  /** The URL at which callers reach the service. Default: the address that it listens on. */
  readonly publicUrl?: string;
  readonly host?: string;
  readonly port?: number;
  /** The address of `/livez`, `/readyz` and `/metrics`, which require no key. Default: 127.0.0.1. */
  readonly operatorHost?: string;
  readonly operatorPort?: number;
  readonly corsOrigins?: readonly string[];
  /** Networks (CIDR) of proxies whose `X-Forwarded-For` and `X-Request-Id` are trusted. Default: none. */
  readonly trustedProxies?: readonly string[];
  /**
   * The directory of the built workbench, the web page at `/`; `false` turns it off. Default: `workbench` in this
   * package. If the workbench has not been built, `/` redirects to `/docs`.
   */
  readonly workbench?: { readonly files?: string } | false | undefined;
  /** The log level and destination (default: standard output). Without this option, nothing is logged. */
  readonly log?: { readonly level: string; readonly to?: { write(line: string): void } };
  /** How long the service still answers calls, with `Connection: close`, after it is asked to stop. Default: 0. */
  readonly drainMs?: number;
  /** How long the service waits for the first refresh of its domains before it reports ready anyway. Default: 5 minutes. */
  readonly readyTimeoutMs?: number;
  /** The timeout for fetching one document from a target product. Default: 5 seconds. */
  readonly fetchTimeoutMs?: number;
  readonly now?: () => Date;
  readonly sleep?: Sleep;
}
