import { type DomainName, isLowerVersion, limits } from "@assay/contract";
import type { CompiledSpec, RegistryView } from "@assay/engine";
import type { DomainConfig } from "../config/domains-file.ts";
import type { Fetcher } from "../net/fetcher.ts";
import type { Events } from "../telemetry/events.ts";
import type { DocumentChecker } from "./document-checker.ts";
import { type CurrentDocument, DocumentSource, type Failure } from "./document-source.ts";

/** The announced next spec package. */
interface NextPackage extends CurrentDocument<CompiledSpec> {
  readonly effectiveFrom: string;
}

/** A failure to refresh one document of a domain. */
export interface DocumentFailure extends Failure {
  readonly part: "spec package" | "next spec package" | "registry";
  readonly url: string;
}

/** A domain as calls and pages see it. Expired documents are absent. */
export interface Domain extends DomainName {
  readonly specPackageUrl: string;
  readonly submissionUrl: string;
  readonly status: "ready" | "degraded" | "unavailable";
  /** The document whose absence prevents all checks; undefined if both are available. */
  readonly missingDocument?: "spec-package" | "registry" | undefined;
  readonly specPackage?: CurrentDocument<CompiledSpec> | undefined;
  readonly next?: NextPackage | undefined;
  readonly registry?: CurrentDocument<RegistryView> | undefined;
  /** When the first of its documents expires, by the clock of the refreshes. */
  readonly expiresMs: number;
  /** Whether anyone may read the registry, and so see which ids are taken. */
  readonly publishesRegistry: boolean;
}

/** The configuration of a domain, and the dependencies of its refreshes. */
interface DomainOptions {
  readonly config: DomainConfig;
  readonly fetcher: Pick<Fetcher, "fetch">;
  readonly documentChecker: Pick<DocumentChecker, "openSpecPackage" | "openRegistry">;
  readonly events: Pick<Events, "refreshFailed" | "domainStatus" | "specPackageInForce">;
  /** Called when anything in `Domain` has changed, except the content of the registry, and what has expired. */
  onChange(): void;
  now(): Date;
  elapsedMs(): number;
}

/** The documents of one domain. Calls never wait for a refresh, and a failed refresh does not make a call fail. */
export class DomainSource implements Domain {
  readonly targetProduct: string;
  readonly domainId: string;
  readonly specPackageUrl: string;
  readonly submissionUrl: string;
  readonly publishesRegistry: boolean;
  readonly #options: DomainOptions;
  readonly #specPackage: DocumentSource<CompiledSpec>;
  readonly #next: DocumentSource<CompiledSpec>;
  readonly #registry: DocumentSource<RegistryView>;
  readonly #loaded = Promise.withResolvers<void>();
  #isLoaded = false;
  #isClosed = false;
  #reportedStatus: Domain["status"] = "ready";
  #inForce: CompiledSpec | undefined;
  #failures: readonly DocumentFailure[] = [];

  constructor(options: DomainOptions) {
    const { config, documentChecker } = options;
    const { refreshSeconds, maxStaleSeconds, registry } = config;
    this.#options = options;
    this.targetProduct = config.targetProduct;
    this.domainId = config.domainId;
    this.specPackageUrl = config.specPackageUrl;
    this.submissionUrl = config.submissionUrl;
    this.publishesRegistry = registry.public === true;
    const specPackageOptions = {
      ...options,
      refreshSeconds,
      part: "spec-package",
      maxBytes: limits.specPackage.bytes,
      isPublic: true,
      open: (bytes: Uint8Array) => documentChecker.openSpecPackage(bytes, this),
    } as const;
    this.#specPackage = new DocumentSource({
      ...specPackageOptions,
      maxStaleSeconds: maxStaleSeconds.specPackage,
    });
    // The next package does not expire: it is used as long as the package in force announces it.
    this.#next = new DocumentSource({ ...specPackageOptions, maxStaleSeconds: Number.POSITIVE_INFINITY });
    this.#registry = new DocumentSource({
      ...options,
      refreshSeconds,
      part: "registry",
      maxBytes: limits.registry.bytes,
      maxStaleSeconds: maxStaleSeconds.registry,
      isPublic: this.publishesRegistry,
      onChange: (before) => before ?? options.onChange(),
      open: (bytes) => documentChecker.openRegistry(bytes, this.targetProduct),
    });
  }

  get status(): Domain["status"] {
    if (this.missingDocument !== undefined) return "unavailable";
    // A next package that cannot be loaded does not affect verdicts.
    return this.#failures.some(({ part }) => part !== "next spec package") ? "degraded" : "ready";
  }

  get missingDocument(): Domain["missingDocument"] {
    if (!this.specPackage) return "spec-package";
    return this.registry ? undefined : "registry";
  }

  get specPackage(): Domain["specPackage"] {
    return this.#specPackage.current;
  }

  /** Absent until it is loaded, and again once it is in force. */
  get next(): Domain["next"] {
    const current = this.specPackage?.value;
    const announced = current?.document.next;
    const next = this.#next.current;
    if (!announced || next?.url !== announced.url || next.value.digest === current?.digest) return undefined;
    return { ...next, effectiveFrom: announced.effectiveFrom };
  }

  get registry(): Domain["registry"] {
    return this.#registry.current;
  }

  get expiresMs(): number {
    return Math.min(this.#specPackage.expiresMs, this.#registry.expiresMs);
  }

  /** The failures of the last refresh, including failures of the announced package. */
  get failures(): readonly DocumentFailure[] {
    return this.#failures;
  }

  /** Whether at least one refresh has ended, successfully or not, without an interrupted check. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Resolves as soon as `isLoaded` is true. */
  get loaded(): Promise<void> {
    return this.#loaded.promise;
  }

  /** Refreshes every document once. After a failure, the last good copy stays in use. Returns whether all succeeded. */
  async refresh(): Promise<boolean> {
    const { registry } = this.#options.config;
    const failures = await Promise.all([
      this.#refreshSpecPackages(),
      this.#refreshDocument("registry", registry.url, this.#registry),
    ]);
    const { status } = this;
    this.#failures = failures.flat();
    if (this.status !== status) this.#options.onChange();
    if (!this.#failures.some(({ kind }) => kind === "aborted")) {
      this.#isLoaded = true;
      this.#loaded.resolve();
    }
    this.#reportStatus();
    return this.#failures.length === 0;
  }

  /** Stops reporting failures, because a shutdown interrupts fetches and checks. */
  close(): void {
    this.#isClosed = true;
  }

  async #refreshSpecPackages(): Promise<readonly DocumentFailure[]> {
    const { specPackageUrl } = this;
    const failures = await this.#refreshDocument("spec package", specPackageUrl, this.#specPackage);
    const current = this.specPackage?.value;
    if (failures.length > 0 || !current) return failures;
    this.#reportInForce(current);
    const url = current.document.next?.url;
    return url === undefined ? [] : await this.#refreshDocument("next spec package", url, this.#next);
  }

  async #refreshDocument(
    part: DocumentFailure["part"],
    url: string,
    source: Pick<DocumentSource<unknown>, "refresh">,
  ): Promise<readonly DocumentFailure[]> {
    const startedAt = performance.now();
    const failure = await this.#attemptRefresh(part, url, source).catch((thrown) => ({
      kind: "fetch" as const,
      reason: String(thrown),
    }));
    if (!failure) return [];
    // A query can contain a credential, so it is left out.
    const report = { ...failure, part, url: url.replace(/[?#].*/, "") };
    const milliseconds = Math.round(performance.now() - startedAt);
    const { targetProduct, domainId } = this;
    if (!this.#isClosed) this.#options.events.refreshFailed({ targetProduct, domainId, ...report, milliseconds });
    return [report];
  }

  async #attemptRefresh(part: DocumentFailure["part"], url: string, source: Pick<DocumentSource<unknown>, "refresh">) {
    if (part === "next spec package" && URL.parse(url)?.origin !== URL.parse(this.specPackageUrl)?.origin) {
      return { kind: "invalid", reason: "its URL has a different origin than the spec package" } as const;
    }
    return await source.refresh(url);
  }

  #reportInForce(spec: CompiledSpec): void {
    const previous = this.#inForce;
    if (previous?.digest === spec.digest) return;
    this.#inForce = spec;
    const { targetProduct, domainId } = this;
    const { version } = spec.document;
    const lower = previous !== undefined && isLowerVersion(version, previous.document.version);
    const { digest } = spec;
    this.#options.events.specPackageInForce({ targetProduct, domainId, version, digest, ...(lower && { lower }) });
  }

  #reportStatus(): void {
    const { targetProduct, domainId, status, missingDocument: lacks } = this;
    if (status !== this.#reportedStatus && !this.#isClosed) {
      this.#options.events.domainStatus({ targetProduct, domainId, status, lacks });
    }
    this.#reportedStatus = status;
  }
}
