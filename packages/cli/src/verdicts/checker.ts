import { type JsonObject, limits, type ProposalPackage, type VerdictMembers } from "@assay/contract";
import type { Draft, UnreadableDraft } from "../draft/read-draft.ts";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";

/** Checks candidates, through the service or with the engine here. */
export interface Checker {
  /** Whose key it checks with; absent if the engine is here, undefined if nobody says so. */
  subject?(): Promise<string | undefined>;
  /** The domain of a candidate, which may be in a request that names it. */
  resolveDomain(request?: Partial<DomainRef> & { readonly name?: string; readonly path?: string }): DomainRef;
  check(candidate: JsonObject, domain: DomainRef): Promise<Checked>;
  build(candidate: JsonObject, domain: DomainRef): Promise<Built>;
}

/** A verdict and, if it is valid, the package. */
type Built = Checked & { readonly proposalPackage?: ProposalPackage };

/** A verdict, of the service or of the engine here, as far as reports use it. */
export type Checked = Pick<
  VerdictMembers,
  "summary" | "counts" | "diagnostics" | "truncated" | "repair" | "announced"
> & {
  readonly valid: boolean;
  /** False if the id was not looked up. */
  readonly idLookedUp?: false;
};

/** The domain that a candidate is for. */
export interface DomainRef {
  readonly targetProduct: string;
  readonly domainId: string;
}

/** Why a candidate cannot be checked that no request can carry; the service would refuse it. */
export function tooLarge(draft: Draft, domain: DomainRef): UnreadableDraft | undefined {
  const bytes = Buffer.byteLength(JSON.stringify({ ...domain, candidate: draft.candidate }));
  if (bytes <= limits.bodyBytes) return undefined;
  const message = `The candidate has ${bytes} bytes; a request may have at most ${limits.bodyBytes}. Shorten it.`;
  return { kind: "unreadable", source: draft, code: "body-too-large", message, at: { from: 0, to: 1 } };
}

/** The same where there is one draft and no report: the end of the command. */
export function checkSize(draft: Draft, domain: DomainRef): void {
  const large = tooLarge(draft, domain);
  if (!large) return;
  throw new Failure(`${draft.name}: ${large.message}`, exitCode.invalid);
}
