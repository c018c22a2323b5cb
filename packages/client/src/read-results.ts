import type { BuildResult, DomainList, InvalidVerdict, ValidationResult } from "@assay/contract";
import type { Answer } from "./exchange.ts";
import { expectItems, expectMembers } from "./expect-members.ts";
import type { Proposal } from "./proposal.ts";

// Every cast below follows a check of the members that callers go by. Answers are open: what else they have is kept, and a
// value that is new in an enumeration is a string like the others.

/** The answer of `listDomains`, checked. */
export function readDomainList(answer: Answer): DomainList {
  const list = expectMembers(answer, answer.json, "", { domains: "array" });
  expectItems(answer, list.domains, "/domains", {
    targetProduct: "string",
    domainId: "string",
    status: "string",
    specPackageUrl: "string",
    submissionUrl: "string",
    candidateSchemaUrl: "string",
  });
  if (list.caller !== undefined) expectMembers(answer, list.caller, "/caller", { subject: "string" });
  return list as unknown as DomainList;
}

/** The answer of `validateProposal`, checked. */
export function readValidationResult(answer: Answer): ValidationResult {
  expectVerdict(answer);
  return expectMembers(answer, answer.json, "", { evidence: "object" }) as unknown as ValidationResult;
}

/** The answer of `buildProposal`, checked. */
export function readBuildResult(answer: Answer): BuildResult {
  const result = readValidationResult(answer) as BuildResult;
  if (!result.valid) return result;
  expectMembers(answer, result, "", { proposalPackage: "object", ownerReview: "string", submission: "object" });
  expectMembers(answer, result.proposalPackage, "/proposalPackage", { candidate: "object", digest: "string" });
  expectMembers(answer, result.submission, "/submission", { url: "string", headers: "object" });
  expectMembers(answer, result.submission.headers, "/submission/headers", { "Idempotency-Key": "string" });
  return result;
}

/** The verdict with which a target product refuses a submission, checked. */
export function readRefusal(answer: Answer): InvalidVerdict {
  return expectVerdict(answer) as InvalidVerdict;
}

/** The answer to a submission that was accepted, checked. */
export function readSubmitted(answer: Answer): { readonly proposal: Proposal } {
  const { proposal } = expectMembers(answer, answer.json, "", { proposal: "object" });
  expectMembers(answer, proposal, "/proposal", proposalMembers);
  return answer.json as { readonly proposal: Proposal };
}

/** The proposals of a caller, checked. */
export function readProposalList(answer: Answer): { readonly proposals: readonly Proposal[] } {
  const { proposals } = expectMembers(answer, answer.json, "", { proposals: "array" });
  expectItems(answer, proposals, "/proposals", proposalMembers);
  return answer.json as { readonly proposals: readonly Proposal[] };
}

const proposalMembers = { id: "string", state: "string", generatorId: "string", generatorName: "string" } as const;

function expectVerdict(answer: Answer): unknown {
  const verdict = expectMembers(answer, answer.json, "", {
    valid: "boolean",
    summary: "string",
    counts: "object",
    diagnostics: "array",
    truncated: "boolean",
    checks: "object",
  });
  expectItems(answer, verdict.diagnostics, "/diagnostics", {
    code: "string",
    severity: "string",
    path: "string",
    message: "string",
    needs: "string",
    rule: "object",
  });
  return verdict;
}
