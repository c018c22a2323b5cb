import type { Needs } from "./diagnostic-messages.ts";

/** What each `needs` of a diagnostic asks of whoever reads it. */
export const needsMeanings: { readonly [needs in Needs]: string } = {
  edit: "The draft and the rules say what is right: change it, and add nothing that nobody said.",
  ask: "The right value is not in the draft. Use what the person told you; ask for the rest in one message; never take a value because it fits.",
  "owner-decision": "Only the owner, a person, can say this: show it to them, and never decide it yourself.",
  "product-team": "The rules are wrong here: nothing in the draft helps. Report it to the product team.",
};
