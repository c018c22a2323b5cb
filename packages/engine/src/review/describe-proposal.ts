import type { ProposalPackage } from "@assay/contract";
import { type ReviewSources, reviewProposal } from "./review-proposal.ts";
import { toMarkdown } from "./to-markdown.ts";

/**
 * Describes what is proposed and in whose name, as Markdown of at most 4 KB for a person to read before the package is submitted.
 * `verdict` adds the warnings, and `spec` adds the values that only the owner can decide and the titles of properties.
 *
 * @example
 * const built = engine.build({ spec, registry, candidate });
 * if (built.valid) console.log(describeProposal(built.proposalPackage, { spec, verdict: built.verdict }));
 */
export function describeProposal(proposalPackage: ProposalPackage, sources: ReviewSources = {}): string {
  return toMarkdown(reviewProposal(proposalPackage, sources));
}
