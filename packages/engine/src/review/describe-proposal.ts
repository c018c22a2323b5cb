import type { ProposalPackage } from "@assay/contract";
import { type ReviewSources, reviewProposal } from "./review-proposal.ts";
import { toMarkdown } from "./to-markdown.ts";

/**
 * What is proposed in whose name, as Markdown of at most 4 KB that a person can read before anything is sent. With `verdict`,
 * its warnings come first; with `spec`, the values that only the owner can decide, and properties have their titles.
 *
 * @example
 * const built = engine.build({ spec, registry, candidate });
 * if (built.valid) console.log(describeProposal(built.proposalPackage, { spec, verdict: built.verdict }));
 */
export function describeProposal(proposalPackage: ProposalPackage, about: ReviewSources = {}): string {
  return toMarkdown(reviewProposal(proposalPackage, about));
}
