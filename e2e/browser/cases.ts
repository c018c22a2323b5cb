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

/** A golden case: what goes in, and the JSON text that must come out. */
export type BrowserCase = {
  readonly name: string;
  readonly input: CaseInput;
  readonly isRecorded: (answer: string) => boolean;
};

/** Every golden case of the contract. */
export function browserCases(): readonly BrowserCase[] {
  return goldenCases().map(browserCase);
}

function browserCase({ topic, name, content }: GoldenCase): BrowserCase {
  return isReadingCase(content)
    ? { name: `${topic}/${name}`, input: bodyOf(content), isRecorded: (answer) => isExpected(content, answer) }
    : { name: `${topic}/${name}`, input: inputOf(content), isRecorded: (answer) => answer === recorded(content) };
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

// A case of reading foresees the value or the code; the place of a fault is compared with Node's only.
function isExpected({ expect }: ReadingCase, answer: string): boolean {
  return "value" in expect
    ? answer === JSON.stringify({ kind: "ok", value: expect.value })
    : JSON.parse(answer).code === expect.unreadable;
}

function recorded({ verdict, proposalPackage, problems }: VerdictCase): string {
  if (problems !== undefined) return JSON.stringify({ problems });
  if (proposalPackage === undefined) return JSON.stringify({ valid: false, verdict });
  const idempotencyKey = proposalPackage.digest.replace("sha256:", "assay-");
  return JSON.stringify({ valid: true, verdict, proposalPackage, idempotencyKey });
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
