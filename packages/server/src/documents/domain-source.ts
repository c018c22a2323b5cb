import type { Deadline } from "../shared/ports.ts";
import { createRegistryRanges } from "./registry-ranges.ts";
import { createRegistrySnapshot } from "./registry-snapshot.ts";
import { type CurrentPackage, type NextPackage, SpecPackageSource } from "./spec-package-source.ts";
import { createBegin, type Refreshed, type Trouble, type Upstream } from "./upstream.ts";
import type { rangesOf } from "./vetting/registry-view.ts";

/** The source of one domain's spec package and registry. No call waits for a refresh or fails because of one. */
export class DomainSource {
  readonly targetProduct: string;
  readonly domainId: string;
  readonly specPackageUrl: string;
  readonly submissionUrl: string;
  /** Whether the ranges of the registry are given to pages. */
  readonly publishesRegistry: boolean;
  readonly #upstream: Upstream;
  readonly #specPackages: SpecPackageSource;
  readonly #registry: ReturnType<typeof createRegistryRanges> | ReturnType<typeof createRegistrySnapshot>;
  readonly #vetted = Promise.withResolvers<void>();
  #isVetted = false;
  #hasTrouble = false;
  #reported: DomainSource["status"] = "ready";
  #troubles: readonly Trouble[] = [];
  #isClosed = false;

  constructor(upstream: Omit<Upstream, "isClosed">) {
    const { config } = upstream;
    this.targetProduct = config.targetProduct;
    this.domainId = config.domainId;
    this.specPackageUrl = config.specPackageUrl;
    this.submissionUrl = config.submissionUrl;
    this.publishesRegistry = config.registry.facts === "public";
    this.#upstream = { ...upstream, isClosed: () => this.#isClosed };
    this.#specPackages = new SpecPackageSource(this.#upstream);
    this.#registry =
      config.registry.mode === "ranges" ? createRegistryRanges(this.#upstream) : createRegistrySnapshot(this.#upstream);
  }

  get status(): "ready" | "degraded" | "unavailable" {
    if (this.lacks !== undefined) return "unavailable";
    return this.#hasTrouble || this.#registry.state !== "ready" ? "degraded" : "ready";
  }

  /** What is missing while nothing can be checked. */
  get lacks(): "spec-package" | "registry" | undefined {
    if (!this.#specPackages.current) return "spec-package";
    return this.#registry.state === "unavailable" ? "registry" : undefined;
  }

  /** What went wrong in the last refresh, also with the announced package. */
  get troubles(): readonly Trouble[] {
    return this.#troubles;
  }

  /** Whether a refresh has ended, well or not, without a trial that was cut short. */
  get isVetted(): boolean {
    return this.#isVetted;
  }

  /** Resolves as soon as `isVetted` is true. */
  get vetted(): Promise<void> {
    return this.#vetted.promise;
  }

  get specPackage(): CurrentPackage | undefined {
    return this.#specPackages.current;
  }

  get next(): NextPackage | undefined {
    return this.#specPackages.next;
  }

  /** Returns the part of the registry that holds these keys; nothing if it is unavailable. */
  registryFor(keys: () => Parameters<typeof rangesOf>[0], deadline: Deadline) {
    return this.#registry.viewFor(keys, deadline);
  }

  /** Returns a range of the registry as a document, as a verdict would use it; nothing if it is unavailable. */
  registryRange(range: string, deadline: Deadline): Promise<Uint8Array | undefined> {
    return this.#registry.rangeFor(range, deadline);
  }

  /** Asks the target product once; if anything fails, the last good copies stay in use. Tells whether all went well. */
  async refresh(): Promise<boolean> {
    const { specPackageUrl, registry } = this.#upstream.config;
    const ended: readonly Refreshed[] = await Promise.all([
      this.#specPackages.refresh().catch(createBegin("spec package", this.#upstream)(specPackageUrl)),
      this.#registry.refresh().catch(createBegin("registry", this.#upstream)(registry.url)),
    ]);
    this.#troubles = ended.flatMap(({ trouble = [] }) => trouble);
    // A wrong announcement changes no verdict, so it does not make the domain degraded.
    this.#hasTrouble = ended.some(({ trouble, rulesConfirmed }) => trouble && !rulesConfirmed);
    if (!this.#troubles.some(({ kind }) => kind === "aborted")) {
      this.#isVetted = true;
      this.#vetted.resolve();
    }
    this.#reportStatus();
    return this.#troubles.length === 0;
  }

  #reportStatus(): void {
    const { targetProduct, domainId, status, lacks } = this;
    if (status !== this.#reported && !this.#isClosed) {
      this.#upstream.events.domainStatus({ targetProduct, domainId, status, lacks });
    }
    this.#reported = status;
  }

  /** From now on, a document that cannot be fetched is not a failure of the product. */
  close(): void {
    this.#isClosed = true;
  }
}
