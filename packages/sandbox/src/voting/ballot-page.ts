import { type Html, html, reviewOf } from "../page.ts";
import type { Ballot } from "./ballots.ts";

/** The page of a ballot: how it stands, a form to vote while it is open, and the review that its owner read. */
export function ballotPage(ballot: Ballot): Html {
  return html`<h1>${ballot.title}</h1>
<p>${standing(ballot)}</p>
${origin(ballot)}
${ballot.state === "open" ? form(ballot) : ""}
${reviewOf(ballot.review)}`;
}

function origin({ submittedBy, proposalUrl }: Ballot): Html {
  if (submittedBy === undefined || proposalUrl === undefined) return html``;
  return html`<p>Submitted by <code>${submittedBy}</code>. <a href="${proposalUrl}">What became of it</a></p>`;
}

/** How a ballot stands, in a sentence. */
export function standing({ state, votes, votesToDecide, product }: Ballot): string {
  const count = `${votes.yes} yes, ${votes.no} no`;
  if (state === "open") return `Open: ${count}. The side that first has ${votesToDecide} votes wins.`;
  const decision = state === "accepted" ? "Accepted" : "Rejected";
  switch (product?.kind) {
    case "not-carried-out":
      return `${decision}, but not carried out: ${product.reason} (${count}).`;
    case "not-yet":
      return `${decision}: ${count}. The product has not confirmed it yet.`;
    default:
      return `${decision}: ${count}.`;
  }
}

function form({ id }: Ballot): Html {
  return html`<form method="post" action="/ballots/${id}/votes">
<p><label>Your API key says who votes: <input name="key" type="password" autocomplete="off" placeholder="ai_..." required></label></p>
<p><button name="vote" value="yes">Vote yes</button><button name="vote" value="no">Vote no</button>
Each person has one vote and cannot change it.</p>
</form>`;
}
