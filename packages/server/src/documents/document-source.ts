import type { Fetcher } from "../net/fetcher.ts";
import type { RefreshFailure } from "../telemetry/metrics.ts";
import type { OpenResult } from "./trials.ts";

/** A document in use: what it was opened to, and its bytes as published. */
export interface Current<Value> {
  readonly value: Value;
  readonly published: PublishedDocument;
  /** When its origin last confirmed it. */
  readonly checkedAt: Date;
  /** The same, if that is longer ago than two refreshes. */
  readonly asOf?: Date;
}

/** A document as it was published, named by the SHA-256 of its bytes. */
export interface PublishedDocument {
  readonly sha256: string;
  /** Absent where nobody may read the document. */
  readonly bytes?: Uint8Array | undefined;
}

/** Why a document could not be refreshed. */
export interface Failure {
  readonly kind: RefreshFailure;
  readonly reason: string;
}

/** What a document is, and how its bytes are tried and opened. */
interface DocumentOptions<Value> {
  /** What the metrics call it. */
  readonly part: "spec-package" | "registry";
  readonly fetcher: Pick<Fetcher, "fetch">;
  readonly maxBytes: number;
  readonly refreshSeconds: number;
  /** How long a copy is used after its origin last confirmed it. */
  readonly maxStaleSeconds: number;
  /** Whether its bytes are kept, to be published. */
  readonly isPublic: boolean;
  open(bytes: Uint8Array): Promise<OpenResult<Value>>;
  now(): Date;
  /** A monotonic clock, for the age of the copy. */
  elapsedMs(): number;
}

interface Copy<Value> extends Current<Value> {
  readonly url: string;
  readonly etag: string | undefined;
  readonly confirmedMs: number;
}

/** The source of one document; the last good copy is used until it expires. */
export class DocumentSource<Value> {
  readonly #options: DocumentOptions<Value>;
  #copy: Copy<Value> | undefined;
  /** The document that was refused last: it is not tried again. */
  #refused: { readonly sha256: string; readonly reason: string } | undefined;

  constructor(options: DocumentOptions<Value>) {
    this.#options = options;
  }

  /** The last good copy; nothing if it is too old to be used. */
  get current(): (Current<Value> & { readonly url: string }) | undefined {
    const { refreshSeconds, maxStaleSeconds, elapsedMs } = this.#options;
    const copy = this.#copy;
    const ageSeconds = copy ? (elapsedMs() - copy.confirmedMs) / 1_000 : 0;
    if (!copy || ageSeconds > maxStaleSeconds) return undefined;
    return ageSeconds > 2 * refreshSeconds ? { ...copy, asOf: copy.checkedAt } : copy;
  }

  /** Asks the origin once; whatever fails, the last good copy stays in use. Returns what went wrong. */
  async refresh(url: string): Promise<Failure | undefined> {
    const { part, fetcher, maxBytes, isPublic, now, elapsedMs } = this.#options;
    const known = this.#copy?.url === url ? this.#copy : undefined;
    const fetched = await fetcher.fetch({ part, url, etag: known?.etag, maxBytes });
    const confirmed = { checkedAt: now(), confirmedMs: elapsedMs() };
    if (fetched.kind === "failed") return { kind: "fetch", reason: fetched.reason };
    if (fetched.kind === "same") {
      if (!known) return { kind: "fetch", reason: "304 Not Modified, although nothing was cached" };
      this.#copy = { ...known, ...confirmed };
      return undefined;
    }
    const { bytes, etag } = fetched;
    const sha256 = await hashBytes(bytes);
    if (this.#copy?.published.sha256 === sha256) {
      this.#copy = { ...this.#copy, url, etag, ...confirmed };
      return undefined;
    }
    if (this.#refused?.sha256 === sha256) return { kind: "invalid", reason: this.#refused.reason };
    const opened = await this.#options.open(bytes);
    if (opened.kind === "cut-short") return { kind: "aborted", reason: opened.reason };
    if (opened.kind === "refused") {
      this.#refused = { sha256, reason: opened.reason };
      return { kind: "invalid", reason: opened.reason };
    }
    const published = { sha256, bytes: isPublic ? bytes : undefined };
    this.#copy = { value: opened.value, published, url, etag, ...confirmed };
    return undefined;
  }
}

// On another thread: a registry may have 16 MiB.
async function hashBytes(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)).toString("hex");
}
