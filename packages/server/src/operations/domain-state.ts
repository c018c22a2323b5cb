import type { Domain, DomainName } from "@assay/contract";
import type { CompiledSpec, RegistryView } from "@assay/engine";

/** A copy of something that the target product publishes, and when the product last said that it still holds. */
export interface Copy<Value> {
  readonly value: Value;
  readonly checkedAt: Date;
}

/** The signal that ends all waiting of a call; made when somebody first waits. */
export type Patience = () => AbortSignal;

/** What an operation needs of a domain; upstream provides it. */
export interface DomainState extends DomainName {
  readonly specPackageUrl: string;
  readonly submissionUrl: string;
  readonly status: Domain["status"];
  /** What is missing while nothing can be checked; `status` is `unavailable` then. */
  readonly lacks?: Missing | undefined;
  /** Absent when there is none, or only one that is too old to judge by. */
  readonly specPackage?: Copy<CompiledSpec> | undefined;
  readonly next?: { readonly spec: CompiledSpec; readonly effectiveFrom: string } | undefined;
  /** The registry as far as these keys ask; nothing when it does not answer and no copy is young enough. */
  registryFor(keys: readonly string[], patience: Patience): Promise<Copy<RegistryView> | undefined>;
}

/** What a verdict cannot do without. */
export type Missing = "spec-package" | "registry";

/** The domains that are served, in the order of the configuration. */
export type Domains = readonly DomainState[];
