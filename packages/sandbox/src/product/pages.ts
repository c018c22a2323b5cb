import { type Html, html, reviewOf } from "../page.ts";
import { countVotes, type Proposal, votesToDecide } from "./proposals.ts";

/** The page of a ballot: how it stands, a form to vote while it is open, and the review that its owner has read. */
export function ballotPage(proposal: Proposal): Html {
  return html`<h1>${proposal.generatorId}</h1>
<p>${describeBallot(proposal)} Submitted by <code>${proposal.caller}</code>.</p>
${proposal.state === "in-ballot" ? voteForm(proposal) : ""}
${reviewOf(proposal.review)}`;
}

/** What the page of the product shows. */
interface ProductPage {
  readonly title: string;
  /** What is wrong with rules that were saved and not published; empty if nothing. */
  readonly problems: string;
  /** Newest first. */
  readonly proposals: readonly Proposal[];
  readonly entries: readonly { readonly id: string; readonly state: string }[];
}

/** The page of the product: its proposals and the ids in its registry. */
export function productPage({ title, problems, proposals, entries }: ProductPage): Html {
  const ballots = proposals.map(
    (proposal) =>
      html`<li><a href="/ballots/${proposal.id}">${proposal.generatorId}</a>. ${describeBallot(proposal)}</li>`,
  );
  const registered = entries.map(({ id, state }) => html`<li><code>${id}</code> (${state})</li>`);
  return html`<h1>${title}</h1>
<p>A product of the sandbox. It checks each submission again with the engine of Assay and opens a ballot for it.</p>
${problems === "" ? "" : html`<h2>Problems in the rules</h2><p>The rules before the last change are in force.</p><pre>${problems}</pre>`}
<h2>Proposals</h2>
<ul>
${ballots.length === 0 ? html`<li>There are no proposals yet.</li>` : ballots}
</ul>
<h2>Registry</h2>
<ul>
${registered.length === 0 ? html`<li>The registry is empty.</li>` : registered}
</ul>`;
}

/** The state of a ballot, in a sentence. */
export function describeBallot(proposal: Proposal): string {
  const count = `${countVotes(proposal, "yes")} yes, ${countVotes(proposal, "no")} no`;
  switch (proposal.state) {
    case "in-ballot":
      return `Open: ${count}. The side that first has ${votesToDecide} votes wins.`;
    case "accepted":
      return `Accepted: ${count}. The id is in the registry.`;
    case "rejected":
      return proposal.reason === "vote" ? `Rejected: ${count}.` : `Rejected: the id was taken first (${count}).`;
  }
}

function voteForm({ id }: Proposal): Html {
  return html`<form method="post" action="/ballots/${id}/votes">
<p><label>Your API key says who votes: <input name="key" type="password" autocomplete="off" placeholder="ai_..." required></label></p>
<p><button name="vote" value="yes">Vote yes</button><button name="vote" value="no">Vote no</button>
Each person has one vote and cannot change it.</p>
</form>`;
}
