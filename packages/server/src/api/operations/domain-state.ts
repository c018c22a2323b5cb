import type { Domain } from "@assay/contract";
import type { CompiledSpec, LookalikeKey, RegistryView } from "@assay/engine";
import type { Cached } from "../../shared/cached.ts";
import type { FactSource, Published } from "../../shared/fact-urls.ts";
import type { Deadline } from "../../shared/ports.ts";

/** What an operation needs of a domain; upstream provides it. */
export interface DomainState extends FactSource {
  readonly specPackageUrl: string;
  readonly submissionUrl: string;
  readonly status: Domain["status"];
  /** What is missing while nothing can be checked; `status` is `unavailable` then. */
  readonly lacks?: DomainPart | undefined;
  /** Absent if there is none, or only one that is too old to be used. */
  readonly specPackage?: (Cached<CompiledSpec> & Published) | undefined;
  readonly next?: ({ readonly spec: CompiledSpec; readonly effectiveFrom: string } & Published) | undefined;
  /** Returns the part of the registry that holds these keys; nothing if it is unavailable and no copy is fresh. */
  registryFor(keys: () => readonly LookalikeKey[], deadline: Deadline): Promise<Cached<RegistryView> | undefined>;
}

/** What a verdict needs. */
export type DomainPart = "spec-package" | "registry";

/** The domains that are served, in the order of the configuration. */
export type Domains = readonly DomainState[];
