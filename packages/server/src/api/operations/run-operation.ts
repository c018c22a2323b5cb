import type { BuildResult, DomainList, Json, OperationId, ValidationResult } from "@assay/contract";
import type { Problem } from "../../problem.ts";
import { buildProposal } from "./build-proposal.ts";
import { listDomains } from "./list-domains.ts";
import { type CallOrigin, type ProposalDeps, validateProposal } from "./validate-proposal.ts";

/** The result of an operation. */
export type OperationResult = DomainList | ValidationResult | BuildResult;

/** Runs an operation on the body of a call. */
export function runOperation(
  operation: OperationId,
  body: Json,
  deps: ProposalDeps,
  origin: CallOrigin,
): OperationResult | Problem {
  switch (operation) {
    case "listDomains":
      return listDomains(deps, body, origin);
    case "validateProposal":
      return validateProposal(body, deps, origin);
    case "buildProposal":
      return buildProposal(body, deps, origin);
  }
}
