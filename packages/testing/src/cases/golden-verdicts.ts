import type { Json, ProposalPackage, Verdict } from "@assay/contract";
import { goldenCases, isReadingCase, readCaseCandidate } from "./golden-cases.ts";
import { runCase } from "./run-case.ts";

/** A golden case and the engine's verdict on it. */
export interface GoldenVerdict {
  /** The topic and name of the case. */
  readonly name: string;
  readonly candidate: Json;
  readonly verdict: Verdict;
  /** Present if the candidate is valid. */
  readonly proposalPackage: ProposalPackage | undefined;
}

/** Returns the verdicts on all golden cases that use a spec package from the contract without edits. */
export function goldenVerdicts(): readonly GoldenVerdict[] {
  return goldenCases().flatMap(({ topic, name, content }) => {
    if (isReadingCase(content) || content.specEdit !== undefined || content.specText !== undefined) return [];
    const { verdict, proposalPackage } = runCase(content);
    if (verdict === undefined) return [];
    return [{ name: `${topic}/${name}`, candidate: readCaseCandidate(content), verdict, proposalPackage }];
  });
}
