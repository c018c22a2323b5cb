import type {
  BuildResult,
  DomainList,
  InvalidVerdict,
  limits,
  ValidationResult,
  VerdictMembers,
} from "@assay/contract";
import type { Answer } from "./exchange.ts";
import { expectMembers, unexpected } from "./expect-members.ts";
import type { Proposal } from "./proposal.ts";

// Every cast below follows a check of the members that callers go by. Answers are open: what else they have is kept, and a
// value that is new in an enumeration is a string like the others.

// The limits of the contract, of which only the types are loaded. Without them, a service could keep its callers busy.
const maxDiagnostics: (typeof limits)["diagnostics"] = 50;
const maxBytes: (typeof limits)["verdictBytes"] = 49_152;

const strings = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, "string"])) as { readonly [name in Name]: "string" };

const domain = {
  ...strings("targetProduct", "domainId", "status", "specPackageUrl", "submissionUrl"),
  "candidateSchemaUrl?": "string",
} as const;
const proposal = strings("id", "state", "generatorId");
const counts = { error: "number", warning: "number", info: "number" } as const;
const patch = [{ ...strings("op", "path"), "from?": "string" }] as const;
const place = strings("path", "message");
const diagnostic = {
  ...strings("code", "severity", "needs"),
  ...place,
  rule: { "why?": "string" },
  "related?": [place],
  "count?": "number",
  "paths?": ["string"],
  "fixes?": [{ ...strings("title", "applicability"), "patch?": patch }],
} as const;
const diagnostics = [diagnostic, maxDiagnostics] as const;
const announcedError = { ...strings("code", "path"), "message?": "string" } as const;
const verdict = {
  valid: "boolean",
  summary: "string",
  counts,
  diagnostics,
  truncated: "boolean",
  checks: {},
  "repair?": { patch, applicability: "string" },
  "announced?": { version: "string", new: [announcedError], gone: [announcedError] },
  "upcoming?": { version: "string", counts, diagnostics },
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
  expectVerdict(answer);
  expectMembers(answer, answer.json, { evidence: {} });
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
  expectVerdict(answer);
  return answer.json as InvalidVerdict;
}

function expectVerdict(answer: Answer): void {
  expectMembers(answer, answer.json, verdict);
  const { diagnostics: now, upcoming } = answer.json as VerdictMembers;
  const fixes = [...now, ...(upcoming?.diagnostics ?? [])].map((one) => one.fixes);
  if (!isWithin(maxBytes, fixes)) throw unexpected(answer, "all fixes together", `at most ${maxBytes} bytes`);
}

function isWithin(max: number, value: unknown): boolean {
  try {
    return JSON.stringify(value).length <= max;
  } catch {
    // Nested too deeply to be written.
    return false;
  }
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
