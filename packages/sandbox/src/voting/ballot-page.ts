import { type Html, html } from "../page.ts";
import type { Ballot } from "./ballots.ts";

/** The page of a ballot: how it stands, a form to vote while it is open, and the review exactly as its owner read it. */
export function ballotPage(ballot: Ballot): Html {
  return html`<p><a href="/">Voting</a></p>
<h1>${ballot.title}</h1>
<p>${standing(ballot)}</p>
${ballot.state === "open" ? form(ballot) : ""}
<pre>
${ballot.review}</pre>`;
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
