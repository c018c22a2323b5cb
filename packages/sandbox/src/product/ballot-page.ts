import { type Html, html, renderReview } from "../page.ts";
import { countVotes, type Proposal, votesToDecide } from "./proposals.ts";

/** Renders the page of a ballot: its state, a form to vote while it is open, and the review that the owner has read. */
export function renderBallot(proposal: Proposal): Html {
  return html`<h1>${proposal.generatorId}</h1>
<p>${describeBallot(proposal)} Submitted by <code>${proposal.callerId}</code>.</p>
${proposal.state === "in-ballot" ? renderVoteForm(proposal) : ""}
${renderReview(proposal.review)}
${proposal.state === "awaiting-owner" ? renderConfirmation(proposal) : ""}`;
}

/** Describes the state of a ballot. */
export function describeBallot(proposal: Proposal): string {
  const count = `${countVotes(proposal, "yes")} yes, ${countVotes(proposal, "no")} no`;
  switch (proposal.state) {
    case "awaiting-owner":
      return "Not open yet: its owner has to confirm it below.";
    case "in-ballot":
      return `Open: ${count}. The side that first has ${votesToDecide} votes wins.`;
    case "accepted":
      return `Accepted: ${count}. The id is in the registry.`;
    case "rejected":
      return proposal.reason === "vote" ? `Rejected: ${count}.` : `Rejected: the id was taken first (${count}).`;
  }
}

function renderVoteForm({ id }: Proposal): Html {
  return html`<form method="post" action="/ballots/${id}/votes">
<p><label>Your API key, to identify you: <input name="key" type="password" autocomplete="off" placeholder="ai_..." required></label></p>
<p><button name="vote" value="yes">Vote yes</button><button name="vote" value="no">Vote no</button>
Each person has one vote and cannot change it.</p>
</form>`;
}

function renderConfirmation({ id }: Proposal): Html {
  return html`<h2>Is this your proposal?</h2>
<p>Your agent may have written it. Confirm only what you have read: then people vote on it in your name.</p>
<form method="post" action="/ballots/${id}/confirmation">
<p><label>Email <input name="email" type="email" autocomplete="username" required></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><button>Sign in and confirm</button></p>
</form>`;
}
