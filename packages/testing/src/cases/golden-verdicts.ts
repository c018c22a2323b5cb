import type { Json, ProposalPackage, Verdict } from "@assay/contract";
import { goldenCases, isReadingCase, readCaseCandidate } from "./golden-cases.ts";
import { runCase } from "./run-case.ts";

/** A golden case and the verdict of the engine on it. */
export interface GoldenVerdict {
  /** Its topic and name. */
  readonly name: string;
  readonly candidate: Json;
  readonly verdict: Verdict;
  /** Of a valid candidate. */
  readonly proposalPackage: ProposalPackage | undefined;
}

/** The verdicts on the golden cases under the spec packages of the contract as they are: no other is compiled for them. */
export function goldenVerdicts(): readonly GoldenVerdict[] {
  return goldenCases().flatMap(({ topic, name, content }) => {
    if (isReadingCase(content) || content.specEdit !== undefined || content.specText !== undefined) return [];
    const { verdict, proposalPackage } = runCase(content);
    if (verdict === undefined) return [];
    return [{ name: `${topic}/${name}`, candidate: readCaseCandidate(content), verdict, proposalPackage }];
  });
}
