import type { BuildResult, DomainList, InvalidVerdict, limits, ValidationResult } from "@assay/contract";
import type { Answer } from "./exchange.ts";
import { expectMembers } from "./expect-members.ts";

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

// Every cast below follows a check of the members that callers go by. Answers are open: what else they have is kept, and a
// value that is new in an enumeration is a string like the others.

// A limit of the contract, of which only the types are loaded. Without it, a service could keep its callers busy.
const maxDiagnostics: (typeof limits)["diagnostics"] = 50;

const strings = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, "string"])) as { readonly [name in Name]: "string" };

const domain = {
  ...strings("targetProduct", "domainId", "status", "specPackageUrl", "submissionUrl"),
  "candidateSchemaUrl?": "string",
} as const;
const proposal = strings("id", "state", "generatorId");
const diagnostic = {
  ...strings("code", "severity", "path", "message", "needs", "why?", "rule?", "didYouMean?"),
  "paths?": ["string"],
  "fix?": [{ ...strings("op", "path"), "from?": "string" }],
} as const;
const diagnostics = [diagnostic, maxDiagnostics] as const;
const verdict = {
  valid: "boolean",
  summary: "string",
  diagnostics,
  "skippedRules?": ["string"],
  "omitted?": "number",
  "upcoming?": { ...strings("version", "effectiveFrom?"), diagnostics },
  registry: strings("idStatus"),
} as const;
const result = {
  ...verdict,
  specPackage: strings("version", "digest"),
  registry: strings("revision", "idStatus"),
} as const;
const built = {
  proposalPackage: { candidate: {}, digest: "string" },
  ownerReview: "string",
  submission: { url: "string", headers: { "Idempotency-Key": "string" } },
} as const;

/** The answer of `listDomains`, checked. */
export function readDomainList(answer: Answer): DomainList {
  expectMembers(answer, answer.json, { domains: [domain], "caller?": { subject: "string" } });
  return answer.json as DomainList;
}

/** The answer of `validateProposal`, checked. */
export function readValidationResult(answer: Answer): ValidationResult {
  expectMembers(answer, answer.json, result);
  return answer.json as ValidationResult;
}

/** The answer of `buildProposal`, checked. */
export function readBuildResult(answer: Answer): BuildResult {
  const result = readValidationResult(answer) as BuildResult;
  if (result.valid) expectMembers(answer, result, built);
  return result;
}

/** The verdict with which a target product refuses a submission, checked. */
export function readRefusal(answer: Answer): InvalidVerdict {
  expectMembers(answer, answer.json, verdict);
  return answer.json as InvalidVerdict;
}

/** The answer to a submission that was accepted, checked. */
export function readSubmitted(answer: Answer): { readonly proposal: Proposal } {
  expectMembers(answer, answer.json, { proposal });
  return answer.json as { readonly proposal: Proposal };
}

/** The proposals of a caller, checked. */
export function readProposalList(answer: Answer): { readonly proposals: readonly Proposal[] } {
  expectMembers(answer, answer.json, { proposals: [proposal] });
  return answer.json as { readonly proposals: readonly Proposal[] };
}
