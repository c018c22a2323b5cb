/** A proposal as its target product tells its submitter about it. Products may add members. */
export interface Proposal {
  readonly id: string;
  /** How far it is. Other products may have other states than Datamint, whose three are named here. */
  readonly state: "in-ballot" | "accepted" | "rejected" | (string & Record<never, never>);
  readonly generatorId: string;
  /** Why it was rejected. */
  readonly reason?: string;
  /** The digest of its package. */
  readonly digest?: string;
  readonly submittedAt?: string;
  /** Where people vote on it. */
  readonly ballot?: { readonly id?: string; readonly url?: string };
}
