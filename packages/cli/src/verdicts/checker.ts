import type { JsonObject, ProposalPackage } from "@assay/contract";
import type { Checked, DomainRef } from "./checked.ts";
import type { OfflineEngine } from "./offline-engine.ts";

/** Checks candidates, through the service or with the engine here. */
export interface Checker {
  /** Who checks, for progress lines. */
  readonly by: string;
  /** Whose key it checks with; absent if the engine is here, undefined if nobody says so. */
  subject?(): Promise<string | undefined>;
  /** Present if the engine is here. */
  readonly offline?: OfflineEngine;
  /** The domain of a candidate, which may be in a request that names it. */
  domainOf(request?: Partial<DomainRef> & { readonly name?: string }): DomainRef;
  check(candidate: JsonObject, domain: DomainRef): Promise<Checked>;
  build(candidate: JsonObject, domain: DomainRef): Promise<Built>;
}

/** A verdict and, if it is valid, the package. */
type Built = Checked & { readonly proposalPackage?: ProposalPackage };
