import { type BothSides, errorsOf, forge } from "./both-sides.ts";
import type { Drawn } from "./draw-candidates.ts";

/** What Assay says will happen to a candidate, and what Datamint does with it. */
export interface Comparison {
  readonly source: string;
  /** `accepted`, the errors, or the code of a problem. */
  readonly said: string;
  readonly done: string;
}

/** Asks both sides about every candidate. */
export async function compareAll(both: BothSides, drawn: readonly Drawn[]): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const one of drawn) comparisons.push({ source: one.source, ...(await compare(both, one)) });
  return comparisons;
}

async function compare(both: BothSides, { candidate, tamper }: Drawn): Promise<Omit<Comparison, "source">> {
  const built = await both.build(candidate);
  const { proposalPackage, submission, evidence } = built;
  if (proposalPackage && !tamper) {
    return { said: "accepted", done: await submitted(both, proposalPackage, submission) };
  }
  // Whoever gets no package makes one; whoever got one changes it. Either knows how to compute a digest.
  const changed = proposalPackage && tamper ? tamper(proposalPackage.candidate) : candidate;
  const forged = forge(changed, evidence.specPackage);
  const verdict = await both.validate(changed);
  if (!verdict.valid) return { said: errorsOf(verdict), done: await submitted(both, forged) };
  // What is valid and not as building leaves it (a blank, another order) must be built first.
  const rebuilt = await both.build(changed);
  const said = rebuilt.proposalPackage?.digest === forged.digest ? "accepted" : "not-normalized";
  return { said, done: await submitted(both, forged) };
}

async function submitted(both: BothSides, ...what: Parameters<BothSides["submit"]>): Promise<string> {
  const { status, body } = await both.submit(...what);
  if (status === 201) return body.proposal?.digest === what[0].digest ? "accepted" : "accepted as something else";
  if (status !== 422) return `${status} ${body.code}`;
  return body.code ?? errorsOf(body);
}
