import type { BuildResult, DomainList, InvalidVerdict, limits, ValidationResult } from "@assay/contract";
import type { Answer } from "./exchange.ts";
import { type ExpectedShape, expectMembers } from "./expect-members.ts";

/** A proposal as its target product describes it to the submitter. Products can add members. */
export interface Proposal {
  readonly id: string;
  /** The state of the proposal. The three states named here are those of Datamint; other products can have others. */
  readonly state: "in-ballot" | "accepted" | "rejected" | (string & Record<never, never>);
  readonly generatorId: string;
  /** Why the proposal was rejected. */
  readonly reason?: string;
  /** The digest of the proposal package. */
  readonly digest?: string;
  readonly submittedAt?: string;
  /** The ballot on which people vote. */
  readonly ballot?: { readonly id?: string; readonly url?: string };
}

/** The proposals that the caller submitted to a target product. */
export interface ProposalList {
  readonly proposals: readonly Proposal[];
}

// Every cast below follows a check of the members that callers rely on. Answers are open: unknown members are kept, and
// an enumeration accepts any string.

// Repeated from the contract, because only its types are imported. It bounds the work that an answer can cause.
const maxDiagnostics: (typeof limits)["diagnostics"] = 50;

const expectStrings = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, "string"])) as { readonly [name in Name]: "string" };

const domain = {
  ...expectStrings("targetProduct", "domainId", "status", "specPackageUrl", "submissionUrl"),
  "candidateSchemaUrl?": "string",
} as const;
const proposal = expectStrings("id", "state", "generatorId");
const diagnostic = {
  ...expectStrings("code", "severity", "path", "message", "needs", "why?", "rule?", "didYouMean?"),
  "paths?": ["string"],
  "fix?": [{ ...expectStrings("op", "path"), "from?": "string" }],
} as const;
const diagnostics = [diagnostic, maxDiagnostics] as const;
const verdict = {
  valid: "boolean",
  summary: "string",
  diagnostics,
  "skippedRules?": ["string"],
  "omitted?": "number",
  "upcoming?": { ...expectStrings("version", "effectiveFrom?"), diagnostics },
  registry: expectStrings("idStatus"),
} as const;
const resultMembers = {
  ...verdict,
  specPackage: expectStrings("version", "digest"),
  registry: expectStrings("revision", "idStatus"),
} as const;
const buildMembers = {
  proposalPackage: { candidate: {}, digest: "string" },
  ownerReview: "string",
  submission: { url: "string", headers: { "Idempotency-Key": "string" } },
} as const;

/** Reads and checks the answer to `listDomains`. */
export const readDomainList = createReader<DomainList>({ domains: [domain], "caller?": { subject: "string" } });

/** Reads and checks the answer to `validateProposal`. */
export const readValidationResult = createReader<ValidationResult>(resultMembers);

/** Reads and checks the answer to `buildProposal`. */
export function readBuildResult(answer: Answer): BuildResult {
  const result = readValidationResult(answer) as BuildResult;
  if (result.valid) expectMembers(answer, result, buildMembers);
  return result;
}

/** Reads and checks the verdict with which a target product refuses a submission. */
export const readRefusal = createReader<InvalidVerdict>(verdict);

/** Reads and checks the answer to an accepted submission. */
export const readSubmission = createReader<{ readonly proposal: Proposal }>({ proposal });

/** Reads and checks the list of a caller's proposals. */
export const readProposalList = createReader<ProposalList>({ proposals: [proposal] });

function createReader<Result>(expected: ExpectedShape): (answer: Answer) => Result {
  return (answer) => {
    expectMembers(answer, answer.json, expected);
    return answer.json as Result;
  };
}
