import type { VerdictMembers } from "@assay/contract";

/** A verdict, of the service or of the engine here, as far as reports use it. */
export type Checked = Pick<
  VerdictMembers,
  "summary" | "counts" | "diagnostics" | "truncated" | "repair" | "announced" | "upcoming"
> & {
  readonly valid: boolean;
};

/** The domain that a candidate is for. */
export interface DomainRef {
  readonly targetProduct: string;
  readonly domainId: string;
}
