import { domainListSchema } from "./documents/domain-list.ts";
import { advertisedEnvelopeSchema } from "./documents/envelope.ts";
import { buildResultSchema, validationResultSchema } from "./documents/results.ts";

/**
 * The three operations, which are the same over every transport.
 *
 * @example
 * const { method, path } = operations.validateProposal; // "POST", "/api/validate"
 */
export const operations = {
  listDomains: {
    method: "GET",
    path: "/api/domains",
    title: "List proposal domains",
    description:
      "Lists the products and domains that this service checks proposals for, with the URLs of their rules. Call this first.",
    request: undefined,
    response: domainListSchema,
  },
  validateProposal: {
    method: "POST",
    path: "/api/validate",
    title: "Validate a proposal",
    description:
      "Checks a candidate against the current rules and the registry of its target product, and reports every problem in one response. Settle them all, then call it again, until it is valid.",
    request: advertisedEnvelopeSchema,
    response: validationResultSchema,
  },
  buildProposal: {
    method: "POST",
    path: "/api/build",
    title: "Build a proposal package",
    description:
      "Checks a candidate like validateProposal and, if it is valid, builds the package. Nothing is stored or forwarded: show `ownerReview` to the owner, then submit `proposalPackage` as `submission` says.",
    request: advertisedEnvelopeSchema,
    response: buildResultSchema,
  },
} as const;

/** The id of an operation: `listDomains`, `validateProposal` or `buildProposal`. */
export type OperationId = keyof typeof operations;

/** The ids of all operations, in the order in which the reference lists them. */
export const operationIds: readonly OperationId[] = Object.keys(operations) as OperationId[];
