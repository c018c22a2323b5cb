import { type Html, html, reviewOf } from "../page.ts";
import type { Proposal, Recorded } from "./proposals.ts";

/** The page of a proposal: its state, where to vote, and the review that its owner read. */
export function proposalPage({ proposal, review }: Recorded): Html {
  return html`<h1>${proposal.generatorName}</h1>
<p>${stateOf(proposal)} ${ballotLink(proposal)}</p>
${reviewOf(review)}`;
}

/** The newest proposals and the generators in the registry, for Datamint's front page. */
export function datamintContents(proposals: readonly Proposal[], generators: readonly Generator[]): Html {
  const proposed = proposals.map(
    (proposal) =>
      html`<li><a href="/proposals/${proposal.id}">${proposal.generatorName}</a> (<code>${proposal.generatorId}</code>): ${stateOf(proposal)}</li>`,
  );
  const registered = generators.map(({ id, state }) => html`<li><code>${id}</code> (${state})</li>`);
  return html`<h2>Proposals, newest first</h2>
<ul>
${proposed.length === 0 ? html`<li>There is no proposal yet.</li>` : proposed}
</ul>
<h2>Generators in the registry</h2>
<ul>
${registered}
</ul>`;
}

interface Generator {
  readonly id: string;
  readonly state: string;
}

function stateOf({ state, reason }: Proposal): string {
  switch (state) {
    case "awaiting-ballot":
      return "Recorded; its ballot is not open yet.";
    case "in-ballot":
      return "In ballot.";
    case "accepted":
      return "Accepted; the generator is in the registry.";
    case "rejected":
      return reason === "registry.id-taken" ? "Rejected: the id was taken first." : "Rejected by vote; the id is free.";
  }
}

function ballotLink({ ballot }: Proposal): Html {
  return ballot ? html`<a href="${ballot.url}">Its ballot</a>` : html``;
}
