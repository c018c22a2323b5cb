import { type ProblemCode, problemCatalogue } from "../catalogues/problem-catalogue.ts";
import type { DomainList } from "../documents/domain-list.ts";
import type { Envelope } from "../documents/envelope.ts";
import type { ProblemDocument } from "../documents/problem.ts";
import type { BuildResult, ValidationResult } from "../documents/results.ts";
import { rateLimitInWords } from "../rate-limit-text.ts";

// The answers to the golden candidate `loyalty-card`, with a short `ownerReview`. `run-operation.test.ts` checks them.

const age = { name: "age", type: "integer", description: "Age in years." } as const;
const candidate = {
  owner: { kind: "human", id: "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27" },
  generatorId: "loyalty-card",
  generatorName: "Loyalty card",
  description: "Members of a shop's loyalty programme, with the day they joined and whether the card is in use.",
  outputFields: [
    { name: "member", type: "string", description: "Full name of the member." },
    age,
    { name: "joined", type: "date", description: "Day on which the card was issued." },
    { name: "active", type: "boolean", description: "Whether the card is in use." },
  ],
  supportedStrategies: ["fast", "realistic"],
  sampleRecords: [
    { member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true },
    { member: "Ben Okoro", age: 41, joined: "2023-11-02", active: false },
    { member: "Chiara Rossi", age: 29, joined: "2025-06-17", active: true },
  ],
  rationaleNotes: "Shop systems are tested with hand-written members today; the dates are never realistic.",
} as const;

const datamint = { targetProduct: "datamint", domainId: "generator-option" } as const;
const specPackage = {
  version: "1.0.0",
  digest: "sha256:93d0dfbd4aa6f398a44f02c6f5ce7cda75b6f67b5035127d94d2a1828062f615",
} as const;
const registry = { revision: "412", idStatus: "free" } as const;
const packageSha256 = "ff313d17b173d5673776bad3ecd11b3da7ba21b83b82cc30d59f4ee660fe7162";

/** Creates an example of each operation: the request, and the answer of the service at `publicUrl` with status 200. */
export function createExamples(publicUrl: string) {
  // The name of the file depends on where the product publishes its rules.
  const url = `${publicUrl}/facts/datamint/generator-option/spec-packages/….json`;
  const [member, , ...remainingFields] = candidate.outputFields;
  const draft = { ...candidate, outputFields: [member, { ...age, type: "int" }, ...remainingFields] };
  return {
    listDomains: {
      request: undefined,
      result: {
        domains: [
          {
            ...datamint,
            title: "Generator options for Datamint",
            summary: "What a proposal for a new data generator must contain.",
            status: "ready",
            specPackageUrl: "https://datamint.example/api/spec-packages/generator-option",
            submissionUrl: "https://datamint.example/api/proposals",
            specPackage: { ...specPackage, url },
            nextSpecPackage: {
              version: "2.0.0",
              digest: "sha256:23f96709b63f4be88dd7410a6870d4ce86a4b0762e8cbd6c7bece1df4a78572a",
              url,
              effectiveFrom: "2027-03-01T00:00:00Z",
            },
            candidateSchemaUrl: `${publicUrl}/schemas/datamint/generator-option/candidate.json`,
          },
        ],
        engine: { name: "assay", version: "1.0.0" },
      } satisfies DomainList,
    },
    validateProposal: {
      request: { ...datamint, candidate: draft } satisfies Envelope,
      result: {
        valid: false,
        summary: "1 error: 1 has a fix.",
        diagnostics: [
          {
            severity: "error",
            code: "field.value",
            path: "/outputFields/1/type",
            message: '"int" is another name for "integer".',
            why: "One of the types that Datamint can generate.",
            needs: "edit",
            fix: [{ op: "replace", path: "/outputFields/1/type", value: "integer" }],
          },
        ],
        specPackage,
        registry,
      } satisfies ValidationResult,
    },
    buildProposal: {
      request: { ...datamint, candidate } satisfies Envelope,
      result: {
        valid: true,
        summary: "Valid.",
        diagnostics: [],
        specPackage,
        registry,
        proposalPackage: {
          format: "proposal-package/v1",
          ...datamint,
          specPackage,
          candidate: sortMembers(candidate),
          digest: `sha256:${packageSha256}`,
        },
        ownerReview: "# Proposal to review\n\n- In the name of: `3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27`\n…",
        submission: {
          method: "POST",
          url: "https://datamint.example/api/proposals",
          headers: { "Content-Type": "application/json", "Idempotency-Key": `assay-${packageSha256}` },
          auth: "bearer",
          body: { proposalPackage: "<proposalPackage>" },
        },
      } satisfies BuildResult,
    },
  };
}

/** Sorts the members of all objects by name, as in a proposal package. */
function sortMembers<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(sortMembers) as Value;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)])) as Value;
}

type Example = Pick<ProblemDocument, "detail" | "errors" | "retryAfterSeconds">;

/** The problems that a new client is most likely to get. */
const exampleProblems: { readonly [code in ProblemCode]?: Example } = {
  "missing-credentials": { detail: "Send an API key from the identity service: Authorization: Bearer ai_..." },
  "invalid-envelope": {
    detail: 'The request has 1 error: The required property "candidate" is missing.',
    errors: [{ path: "/candidate", message: 'The required property "candidate" is missing.' }],
  },
  "rate-limited": {
    detail: `Rate limit exceeded: ${rateLimitInWords}. Retry after 17 seconds.`,
    retryAfterSeconds: 17,
  },
};

/** Creates the example of a problem; undefined if there is no example for its code. */
export function createProblemExample(publicUrl: string, code: ProblemCode): ProblemDocument | undefined {
  const { status, title, retryable } = problemCatalogue[code];
  const example = exampleProblems[code];
  const requestId = "8f14e45f-ceea-467f-a8d2-5f3b7a1c9d20";
  return example && { type: `${publicUrl}/problems/${code}`, title, status, code, retryable, requestId, ...example };
}
