import {
  candidateOf,
  type GoldenCase,
  goldenCases,
  isReadingCase,
  type ReadingCase,
  registryFile,
  specBytes,
  specFile,
  type VerdictCase,
} from "@assay/testing/cases/golden-cases";
import type { CaseInput } from "./run-case.ts";

/** What goes into a golden case. */
export type BrowserCase = {
  readonly name: string;
  readonly input: CaseInput;
};

/** Every golden case of the contract. */
export function browserCases(): readonly BrowserCase[] {
  return goldenCases().map(browserCase);
}

function browserCase({ topic, name, content }: GoldenCase): BrowserCase {
  return { name: `${topic}/${name}`, input: isReadingCase(content) ? bodyOf(content) : inputOf(content) };
}

function bodyOf({ text = "", hex }: ReadingCase): CaseInput {
  return { kind: "body", hex: hex ?? hexOf(new TextEncoder().encode(text)) };
}

function inputOf(content: VerdictCase): CaseInput {
  const specHex = hexOf(specBytes(content));
  if (content.expect.problems !== undefined) return { kind: "spec", specHex };
  const registry = registryFile(content.registry);
  const { next, upcoming = false, fixes = true } = content;
  const input = { kind: "candidate", specHex, registry, candidate: candidateOf(content), fixes } as const;
  return next === undefined ? input : { ...input, nextHex: hexOf(specFile(next)), upcoming };
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
