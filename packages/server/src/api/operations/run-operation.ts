import type { BuildResult, DomainList, Json, OperationId, ValidationResult } from "@assay/contract";
import type { Problem } from "../../problem.ts";
import type { Deadline } from "../../shared/ports.ts";
import { buildProposal } from "./build-proposal.ts";
import type { CallOrigin } from "./call-origin.ts";
import { listDomains } from "./list-domains.ts";
import { type ProposalDeps, validateProposal } from "./validate-proposal.ts";

/** What an operation answers. */
export type OperationResult = DomainList | ValidationResult | BuildResult;

/** Runs an operation on the body of a call. */
export async function runOperation(
  operation: OperationId,
  body: Json,
  deps: ProposalDeps,
  deadline: Deadline,
  origin: CallOrigin,
): Promise<OperationResult | Problem> {
  switch (operation) {
    case "listDomains":
      return listDomains(deps, body, origin);
    case "validateProposal":
      return await validateProposal(body, deps, deadline);
    case "buildProposal":
      return await buildProposal(body, deps, deadline, origin);
  }
}
