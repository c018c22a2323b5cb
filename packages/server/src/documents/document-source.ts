import type { Fetcher } from "../net/fetcher.ts";
import type { RefreshFailureKind } from "../telemetry/metrics.ts";
import type { OpenResult } from "./document-checker.ts";

/** A document in use: its opened value, and its bytes as published. */
export interface CurrentDocument<Value> {
  readonly value: Value;
  readonly published: PublishedDocument;
  /** When its origin last confirmed it. */
  readonly checkedAt: Date;
  /** The same time as `checkedAt`; absent unless more than two refresh intervals have passed since then. */
  readonly asOf?: Date;
}

/** A document as it was published, named by the SHA-256 of its bytes. */
export interface PublishedDocument {
  readonly sha256: string;
  /** Absent if the document is not public. */
  readonly bytes?: Uint8Array | undefined;
}

/** Why a document could not be refreshed. */
export interface Failure {
  readonly kind: RefreshFailureKind;
  readonly reason: string;
}

/** How one document is fetched, opened and cached. */
interface DocumentOptions<Value> {
  /** The name of the document in the metrics. */
  readonly part: "spec-package" | "registry";
  readonly fetcher: Pick<Fetcher, "fetch">;
  readonly maxBytes: number;
  readonly refreshSeconds: number;
  /** How long a copy is used after its origin last confirmed it. */
  readonly maxStaleSeconds: number;
  /** Whether to keep its bytes, so that they can be published. */
  readonly isPublic: boolean;
  open(bytes: Uint8Array): Promise<OpenResult<Value>>;
  /** Called when there is another document than before. `before` is undefined if there was none, or it had expired. */
  onChange(before: Value | undefined): void;
  now(): Date;
  /** A monotonic clock, for the age of the copy. */
  elapsedMs(): number;
}

interface CachedCopy<Value> extends CurrentDocument<Value> {
  readonly url: string;
  readonly etag: string | undefined;
  readonly confirmedMs: number;
}

/** Fetches one document, and keeps the last good copy until it expires. */
export class DocumentSource<Value> {
  readonly #options: DocumentOptions<Value>;
  #copy: CachedCopy<Value> | undefined;
  /** The last document that was refused. It is not checked again. */
  #refused: { readonly sha256: string; readonly reason: string } | undefined;

  constructor(options: DocumentOptions<Value>) {
    this.#options = options;
  }

  /** The last good copy; undefined if it has expired. */
  get current(): (CurrentDocument<Value> & { readonly url: string }) | undefined {
    const { refreshSeconds, elapsedMs } = this.#options;
    const copy = this.#copy;
    const nowMs = elapsedMs();
    if (!copy || nowMs > this.expiresMs) return undefined;
    return nowMs - copy.confirmedMs > 2_000 * refreshSeconds ? { ...copy, asOf: copy.checkedAt } : copy;
  }

  /** When the last good copy expires, by `elapsedMs`. */
  get expiresMs(): number {
    return (this.#copy?.confirmedMs ?? Number.POSITIVE_INFINITY) + 1_000 * this.#options.maxStaleSeconds;
  }

  /** Fetches the document once. After a failure, the last good copy stays in use. Returns the failure, if any. */
  async refresh(url: string): Promise<Failure | undefined> {
    const { part, fetcher, maxBytes, isPublic, now, elapsedMs } = this.#options;
    const cached = this.#copy?.url === url ? this.#copy : undefined;
    const fetched = await fetcher.fetch({ part, url, etag: cached?.etag, maxBytes });
    const confirmed = { checkedAt: now(), confirmedMs: elapsedMs() };
    if (fetched.kind === "failed") return { kind: "fetch", reason: fetched.reason };
    if (fetched.kind === "same") {
      if (!cached) return { kind: "fetch", reason: "304 Not Modified, although nothing was cached" };
      this.#keep({ ...cached, ...confirmed });
      return undefined;
    }
    const { bytes, etag } = fetched;
    const sha256 = await hashBytes(bytes);
    if (this.#copy?.published.sha256 === sha256) {
      this.#keep({ ...this.#copy, url, etag, ...confirmed });
      return undefined;
    }
    if (this.#refused?.sha256 === sha256) return { kind: "invalid", reason: this.#refused.reason };
    const opened = await this.#options.open(bytes);
    if (opened.kind === "interrupted") return { kind: "aborted", reason: opened.reason };
    if (opened.kind === "refused") {
      this.#refused = { sha256, reason: opened.reason };
      return { kind: "invalid", reason: opened.reason };
    }
    const published = { sha256, bytes: isPublic ? bytes : undefined };
    this.#keep({ value: opened.value, published, url, etag, ...confirmed });
    return undefined;
  }

  #keep(copy: CachedCopy<Value>): void {
    const before = this.current;
    this.#copy = copy;
    if (before?.value !== copy.value || before.url !== copy.url) this.#options.onChange(before?.value);
  }
}

// Web Crypto hashes on another thread. Hashing a registry of up to 16 MiB on this thread would delay calls.
async function hashBytes(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)).toString("hex");
}
