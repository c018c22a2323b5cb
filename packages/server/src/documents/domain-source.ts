import { type DomainName, isLowerVersion, limits } from "@assay/contract";
import type { CompiledSpec, RegistryView } from "@assay/engine";
import type { DomainConfig } from "../config/domains-file.ts";
import type { Fetcher } from "../net/fetcher.ts";
import type { Events } from "../telemetry/events.ts";
import { type Current, DocumentSource, type Failure } from "./document-source.ts";
import type { Trials } from "./trials.ts";

/** The package that is announced to follow. */
interface NextPackage extends Current<CompiledSpec> {
  readonly effectiveFrom: string;
}

/** Why a document could not be refreshed. */
export interface Trouble extends Failure {
  readonly part: "spec package" | "next spec package" | "registry";
  readonly url: string;
}

/** What calls and pages see of a domain. Whatever is too old to be used is absent. */
export interface Domain extends DomainName {
  readonly specPackageUrl: string;
  readonly submissionUrl: string;
  readonly status: "ready" | "degraded" | "unavailable";
  /** What is missing while nothing can be checked. */
  readonly lacks?: "spec-package" | "registry" | undefined;
  readonly specPackage?: Current<CompiledSpec> | undefined;
  readonly next?: NextPackage | undefined;
  readonly registry?: Current<RegistryView> | undefined;
  /** Whether anyone may read which ids are taken. */
  readonly publishesRegistry: boolean;
}

/** What a domain is refreshed with. */
interface DomainOptions {
  readonly config: DomainConfig;
  readonly fetcher: Pick<Fetcher, "fetch">;
  readonly trials: Pick<Trials, "openSpecPackage" | "openRegistry">;
  readonly events: Pick<Events, "refreshFailed" | "domainStatus" | "specPackageInForce">;
  now(): Date;
  elapsedMs(): number;
}

/** The documents of one domain. No call waits for a refresh or fails because of one. */
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
  #reported: Domain["status"] = "ready";
  #inForce: CompiledSpec | undefined;
  #troubles: readonly Trouble[] = [];

  constructor(options: DomainOptions) {
    const { config, trials } = options;
    const { refreshSeconds, maxStaleSeconds, registry } = config;
    this.#options = options;
    this.targetProduct = config.targetProduct;
    this.domainId = config.domainId;
    this.specPackageUrl = config.specPackageUrl;
    this.submissionUrl = config.submissionUrl;
    this.publishesRegistry = registry.public === true;
    const specPackage = {
      ...options,
      refreshSeconds,
      part: "spec-package",
      maxBytes: limits.specPackage.bytes,
      isPublic: true,
      open: (bytes: Uint8Array) => trials.openSpecPackage(bytes, this),
    } as const;
    this.#specPackage = new DocumentSource({
      ...specPackage,
      maxStaleSeconds: maxStaleSeconds.specPackage,
    });
    // It is used as long as the package in force announces it.
    this.#next = new DocumentSource({ ...specPackage, maxStaleSeconds: Number.POSITIVE_INFINITY });
    this.#registry = new DocumentSource({
      ...options,
      refreshSeconds,
      part: "registry",
      maxBytes: limits.registry.bytes,
      maxStaleSeconds: maxStaleSeconds.registry,
      isPublic: this.publishesRegistry,
      open: (bytes) => trials.openRegistry(bytes, this.targetProduct),
    });
  }

  get status(): Domain["status"] {
    if (this.lacks !== undefined) return "unavailable";
    // A wrong announcement changes no verdict.
    return this.#troubles.some(({ part }) => part !== "next spec package") ? "degraded" : "ready";
  }

  get lacks(): Domain["lacks"] {
    if (!this.specPackage) return "spec-package";
    return this.registry ? undefined : "registry";
  }

  get specPackage(): Domain["specPackage"] {
    return this.#specPackage.current;
  }

  /** Absent once it is in force, and while it is not loaded. */
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

  /** What went wrong in the last refresh, also with the announced package. */
  get troubles(): readonly Trouble[] {
    return this.#troubles;
  }

  /** Whether a refresh has ended, well or not, without a trial that was cut short. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Resolves as soon as `isLoaded` is true. */
  get loaded(): Promise<void> {
    return this.#loaded.promise;
  }

  /** Asks the target product once; whatever fails, the last good copies stay in use. Returns whether all went well. */
  async refresh(): Promise<boolean> {
    const { registry } = this.#options.config;
    const ended = await Promise.all([
      this.#refreshSpecPackages(),
      this.#refreshDocument("registry", registry.url, this.#registry),
    ]);
    this.#troubles = ended.flat();
    if (!this.#troubles.some(({ kind }) => kind === "aborted")) {
      this.#isLoaded = true;
      this.#loaded.resolve();
    }
    this.#reportStatus();
    return this.#troubles.length === 0;
  }

  /** From now on, a document that cannot be fetched is not a failure of the product. */
  close(): void {
    this.#isClosed = true;
  }

  async #refreshSpecPackages(): Promise<readonly Trouble[]> {
    const { specPackageUrl } = this;
    const troubles = await this.#refreshDocument("spec package", specPackageUrl, this.#specPackage);
    const current = this.specPackage?.value;
    if (troubles.length > 0 || !current) return troubles;
    this.#reportInForce(current);
    const url = current.document.next?.url;
    return url === undefined ? [] : await this.#refreshDocument("next spec package", url, this.#next);
  }

  async #refreshDocument(
    part: Trouble["part"],
    url: string,
    source: Pick<DocumentSource<unknown>, "refresh">,
  ): Promise<readonly Trouble[]> {
    const startedAt = performance.now();
    const ended = await this.#ask(part, url, source).catch((thrown) => ({
      kind: "fetch" as const,
      reason: String(thrown),
    }));
    if (!ended) return [];
    // A query may contain a credential.
    const trouble = { ...ended, part, url: url.replace(/[?#].*/, "") };
    const milliseconds = Math.round(performance.now() - startedAt);
    const { targetProduct, domainId } = this;
    if (!this.#isClosed) this.#options.events.refreshFailed({ targetProduct, domainId, ...trouble, milliseconds });
    return [trouble];
  }

  async #ask(part: Trouble["part"], url: string, source: Pick<DocumentSource<unknown>, "refresh">) {
    if (part === "next spec package" && URL.parse(url)?.origin !== URL.parse(this.specPackageUrl)?.origin) {
      return { kind: "invalid", reason: "its URL has a different origin than the spec package" } as const;
    }
    return await source.refresh(url);
  }

  #reportInForce(spec: CompiledSpec): void {
    const before = this.#inForce;
    if (before?.digest === spec.digest) return;
    this.#inForce = spec;
    const { targetProduct, domainId } = this;
    const { version } = spec.document;
    const lower = before !== undefined && isLowerVersion(version, before.document.version);
    const { digest } = spec;
    this.#options.events.specPackageInForce({ targetProduct, domainId, version, digest, ...(lower && { lower }) });
  }

  #reportStatus(): void {
    const { targetProduct, domainId, status, lacks } = this;
    if (status !== this.#reported && !this.#isClosed) {
      this.#options.events.domainStatus({ targetProduct, domainId, status, lacks });
    }
    this.#reported = status;
  }
}
