import type { ProposalPackage } from "@assay/contract";
import { quoted } from "@assay/engine";
import type { Caller } from "../identify.ts";
import { Problem } from "../problem.ts";

/**
 * Datamint's decision: only the owner submits a proposal, because its ballot is in the owner's name. The refusal repeats
 * what the caller sent, and nothing else. Without an identity service everybody is taken at their word, here too.
 */
export function checkOwner({ candidate }: ProposalPackage, { subject }: Caller): void {
  if (subject === undefined) return;
  // The candidate is valid, so it has an owner with an id.
  const { id } = candidate.owner as { readonly id: string };
  if (id === subject) return;
  const detail = `The proposal is in the name of ${quoted(id)} (owner.id), but this key belongs to ${quoted(subject)}.`;
  const remedy = "Only the owner can submit it: have the owner submit this package with their own key.";
  throw new Problem("not-the-owner", `${detail} ${remedy} Nothing was recorded.`);
}
