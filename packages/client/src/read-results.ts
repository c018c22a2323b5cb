import type { BuildResult, DomainList, InvalidVerdict, limits, ValidationResult } from "@assay/contract";
import type { Answer } from "./exchange.ts";
import { type ExpectedShape, expectMembers } from "./expect-members.ts";

/** A proposal as its target product tells its submitter about it. Products may add members. */
export interface Proposal {
  readonly id: string;
  /** How far it is. Other products may have other states than Datamint, whose three are named here. */
  readonly state: "in-ballot" | "accepted" | "rejected" | (string & Record<never, never>);
  readonly generatorId: string;
  /** Why it was rejected. */
  readonly reason?: string;
  /** The digest of its package. */
  readonly digest?: string;
  readonly submittedAt?: string;
  /** Where people vote on it. */
  readonly ballot?: { readonly id?: string; readonly url?: string };
}

/** The proposals that the caller submitted to a target product. */
export interface ProposalList {
  readonly proposals: readonly Proposal[];
}

// Every cast below follows a check of the members that callers go by. Answers are open: what else they have is kept, and a
// value that is new in an enumeration is a string like the others.

// A limit of the contract, of which only the types are loaded. Without it, a service could keep its callers busy.
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

/** The answer of `listDomains`, checked. */
export const readDomainList = reader<DomainList>({ domains: [domain], "caller?": { subject: "string" } });

/** The answer of `validateProposal`, checked. */
export const readValidationResult = reader<ValidationResult>(resultMembers);

/** The answer of `buildProposal`, checked. */
export function readBuildResult(answer: Answer): BuildResult {
  const result = readValidationResult(answer) as BuildResult;
  if (result.valid) expectMembers(answer, result, buildMembers);
  return result;
}

/** The verdict with which a target product refuses a submission, checked. */
export const readRefusal = reader<InvalidVerdict>(verdict);

/** The answer to a submission that was accepted, checked. */
export const readSubmission = reader<{ readonly proposal: Proposal }>({ proposal });

/** The proposals of a caller, checked. */
export const readProposalList = reader<ProposalList>({ proposals: [proposal] });

function reader<Result>(expected: ExpectedShape): (answer: Answer) => Result {
  return (answer) => {
    expectMembers(answer, answer.json, expected);
    return answer.json as Result;
  };
}
