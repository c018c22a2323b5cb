import { domainListSchema } from "./domain.ts";
import { advertisedEnvelopeSchema } from "./envelope.ts";
import { buildResultSchema, validationResultSchema } from "./results.ts";

/** The three operations, as every transport offers them. */
export const operations = {
  listDomains: {
    method: "GET",
    path: "/api/domains",
    title: "List proposal domains",
    description:
      "The target products and proposal domains that proposals can be checked for, each with the address of its rules (specPackageUrl) and where a built package is submitted (submissionUrl). Call this first to learn targetProduct and domainId.",
    request: undefined,
    response: domainListSchema,
  },
  validateProposal: {
    method: "POST",
    path: "/api/validate",
    title: "Validate a proposal",
    description:
      "Checks a candidate against the current rules and the registry of its target product, and names everything that is wrong in one answer. Apply `repair.patch` (a JSON Patch) to mend most of it at once, then edit what is left; diagnostics with needs: owner-decision are for a person. Repeat until `valid` is true.",
    request: advertisedEnvelopeSchema,
    response: validationResultSchema,
  },
  buildProposal: {
    method: "POST",
    path: "/api/build",
    title: "Build a proposal package",
    description:
      "The same check and, exactly when the candidate is valid, the normalized proposalPackage with how to submit it (`submission`): nothing is stored or forwarded, the caller sends it to the target product. An invalid candidate gets its diagnostics instead, with status 200.",
    request: advertisedEnvelopeSchema,
    response: buildResultSchema,
  },
} as const;

/** The name of an operation. */
export type OperationId = keyof typeof operations;
