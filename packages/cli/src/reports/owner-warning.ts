import type { ProposalPackage } from "@assay/contract";
import type { Io } from "../io.ts";
import { createStyle, paintLines } from "../terminal/style.ts";
import { toPrintable } from "../terminal/to-printable.ts";

/** Warns if the key does not belong to the owner, because most products accept a package only from its owner. */
export function warnAboutOwner(
  { candidate }: Pick<ProposalPackage, "candidate">,
  subject: string | undefined,
  io: Pick<Io, "err" | "env">,
): void {
  const { owner } = candidate;
  const id = typeof owner === "object" && owner !== null && "id" in owner ? owner.id : undefined;
  if (subject === undefined || id === undefined || id === subject) return;
  const text = `warning: The owner of this proposal is ${JSON.stringify(id)}, but your key belongs to ${JSON.stringify(subject)}. A product may refuse a package whose owner did not submit it. If the owner is right, have them submit it with their own key; if not, correct "/owner/id" in the candidate and build again.`;
  io.err.write(`${paintLines("warning", toPrintable(text), createStyle(io, io.err)).join("\n")}\n`);
}
