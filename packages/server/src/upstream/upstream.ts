import type { DomainName } from "@assay/contract";
import type { Admission } from "../admission/create-admission.ts";
import type { Events } from "../telemetry/events.ts";
import type { Fetcher } from "./fetch-document.ts";

/** A domain as the operator configures it. */
export interface DomainConfig extends DomainName {
  readonly specPackageUrl: string;
  readonly submissionUrl: string;
  readonly registry: { readonly mode: "snapshot" | "ranges"; readonly url: string };
  readonly refreshSeconds: number;
  readonly maxStaleSeconds: { readonly specPackage: number; readonly registry: number };
  /** Networks beside the public ones in which its services may be. */
  readonly networks?: readonly string[];
}

/** What every part of a domain needs to be refreshed. */
export interface Upstream {
  readonly config: DomainConfig;
  readonly fetcher: Fetcher;
  readonly admission: Admission;
  readonly events: Events;
  /** Whether nothing is wanted any more. */
  isClosed(): boolean;
  now(): Date;
}

/** A copy of a document, and when its origin last said that it still holds. */
export interface Held<Value> {
  readonly value: Value;
  readonly checkedAt: Date;
}

/** Whether a copy is young enough to judge by. */
export function isFresh({ checkedAt }: Held<unknown>, maxSeconds: number, now: Date): boolean {
  return now.getTime() - checkedAt.getTime() <= maxSeconds * 1_000;
}

/** How a refresh ended: what went wrong, if anything did. */
export interface Refreshed {
  readonly trouble?: string;
  /** What was fetched could not be tried to the end, so nothing is known about it yet. */
  readonly cutShort?: true | undefined;
}

export function createReport(
  part: string,
  { config, events, isClosed }: Upstream,
): (reason: unknown, refused?: Pick<Refreshed, "cutShort">) => Refreshed {
  const { targetProduct, domainId } = config;
  return (thrown, { cutShort } = {}) => {
    const reason = String(thrown);
    // What is given up at the end is no failure of the product.
    if (!isClosed()) events.refreshFailed({ targetProduct, domainId, part, reason });
    return { trouble: `${part}: ${reason}`, cutShort };
  };
}
