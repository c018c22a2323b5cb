import type { JsonObject, ProposalPackage, VerdictMembers } from "@assay/contract";
import type { Draft } from "../draft/read-draft.ts";

/** Checks candidates, through the service or with the local engine. */
export interface Checker {
  /** Returns the owner of the key; undefined if the service does not name them. Absent if no key is used. */
  subject?(): Promise<string | undefined>;
  /** Returns the domain that a draft is for. A request names its domain; a bare candidate does not. */
  resolveDomain(draft?: Partial<Pick<Draft, "name" | "path" | "targetProduct" | "domainId">>): Promise<DomainRef>;
  check(candidate: JsonObject, domain: DomainRef): Promise<Verdict>;
  build(candidate: JsonObject, domain: DomainRef): Promise<BuiltVerdict>;
}

/** A verdict, with the package if the candidate is valid. */
type BuiltVerdict = Verdict & { readonly proposalPackage?: ProposalPackage | undefined };

/** A verdict from the service or from the local engine. */
export type Verdict = VerdictMembers & { readonly valid: boolean };

/** The domain that a candidate is for. */
export interface DomainRef {
  readonly targetProduct: string;
  readonly domainId: string;
}
