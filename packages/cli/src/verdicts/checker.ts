import type { JsonObject, ProposalPackage, VerdictMembers } from "@assay/contract";
import type { Draft } from "../draft/read-draft.ts";

/** Checks candidates, through the service or with the engine here. */
export interface Checker {
  /** Whose key it checks with; absent if the engine is here, undefined if nobody says so. */
  subject?(): Promise<string | undefined>;
  /** The domain of a candidate, which may be in a request that names it. */
  resolveDomain(draft?: Partial<Pick<Draft, "name" | "path" | "targetProduct" | "domainId">>): DomainRef;
  check(candidate: JsonObject, domain: DomainRef): Promise<Checked>;
  build(candidate: JsonObject, domain: DomainRef): Promise<Built>;
}

/** A verdict and, if it is valid, the package. */
type Built = Checked & { readonly proposalPackage?: ProposalPackage | undefined };

/** A verdict, of the service or of the engine here. */
export type Checked = VerdictMembers & { readonly valid: boolean };

/** The domain that a candidate is for. */
export interface DomainRef {
  readonly targetProduct: string;
  readonly domainId: string;
}
