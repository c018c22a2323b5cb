import type { ProposalPackage, SpecProblem, Verdict } from "@assay/contract";
import {
  type CompiledSpec,
  type CompileResult,
  createEngine,
  describeProposal,
  type Engine,
  readJson,
  registryFromSnapshot,
  type ValidateInput,
} from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { sha256 } from "../sha256.ts";
import { findDifferences, findUnorderedDiffs } from "./find-differences.ts";
import {
  type ReadingCase,
  readCaseCandidate,
  registryFile,
  specBytes,
  specFile,
  type VerdictCase,
} from "./golden-cases.ts";

/** The engine's answer to a case, which the recorder writes and the runner compares. */
export type CaseAnswer = {
  readonly verdict?: Verdict;
  readonly proposalPackage?: ProposalPackage;
  readonly ownerReview?: readonly string[];
  readonly problems?: readonly SpecProblem[];
};

/** The parts of an answer that can be recorded in a case. */
export const recordableParts = ["verdict", "proposalPackage", "ownerReview", "problems"] as const;

/** The engine that runs the cases. */
export const engine: Engine = createEngine({ sha256, cel });

// The owner of the shared candidates.
const defaultCaller = "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27";

const compiledByText = new Map<string, CompileResult>();

/** Runs a case with its complete registry. */
export function runCase(content: VerdictCase): CaseAnswer {
  const input = prepareCase(content);
  if ("problems" in input) return input;
  const { verdict, proposalPackage } = engine.build(input);
  return toCaseAnswer(verdict, proposalPackage, input.spec);
}

/** Creates the answer for a verdict. The review of a package is split into lines for readable diffs. */
export function toCaseAnswer(
  verdict: Verdict,
  proposalPackage: ProposalPackage | undefined,
  spec: CompiledSpec,
): CaseAnswer {
  if (proposalPackage === undefined) return { verdict };
  return { verdict, proposalPackage, ownerReview: describeProposal(proposalPackage, { spec, verdict }).split("\n") };
}

/** Returns the arguments of `validate` and `build` for a case, or the problems of its spec package. */
export function prepareCase(content: VerdictCase): ValidateInput | { readonly problems: readonly SpecProblem[] } {
  const compiled = compile(specBytes(content));
  if (compiled.kind === "broken") return { problems: compiled.problems };
  // A case whose spec package should have been refused has no candidate.
  if (content.expect.problems !== undefined) return { problems: [] };
  const input = {
    spec: compiled.spec,
    registry: registryFromSnapshot(registryFile(content.registry)),
    candidate: readCaseCandidate(content),
    caller: content.caller === "" ? undefined : (content.caller ?? defaultCaller),
  };
  if (content.next === undefined) return input;
  const next = compile(specFile(content.next));
  if (next.kind === "broken") return { problems: next.problems };
  return { ...input, next: next.spec };
}

/** Describes each difference between the answer to a case and what the case expects. */
export function findUnexpected(content: VerdictCase, answer: CaseAnswer): string[] {
  const { problems, proposalPackage, ...verdict } = content.expect;
  if (problems !== undefined) return findUnorderedDiffs(problems, answer.problems ?? []);
  if (answer.problems !== undefined) {
    return answer.problems.map(
      ({ code, at, message }) => `the spec package is refused: ${code} at "${at}": ${message}`,
    );
  }
  return findDifferences({ verdict, ...(proposalPackage === undefined ? {} : { proposalPackage }) }, answer);
}

/** Describes the difference if a body is not read as its case expects. */
export function findUnexpectedReading({ text, hex, expect }: ReadingCase): string[] {
  const bytes = hex === undefined ? new TextEncoder().encode(text) : Uint8Array.from(Buffer.from(hex, "hex"));
  const reading = readJson(bytes);
  const answer = reading.kind === "ok" ? { value: reading.value } : { unreadable: reading.code };
  return JSON.stringify(answer) === JSON.stringify(expect)
    ? []
    : [`expected ${JSON.stringify(expect)}, got ${JSON.stringify(reading)}`];
}

function compile(bytes: Uint8Array): CompileResult {
  const text = new TextDecoder().decode(bytes);
  const compiled = compiledByText.get(text) ?? engine.compileSpec(bytes);
  compiledByText.set(text, compiled);
  return compiled;
}
