import { type Json, type OperationId, operations } from "@assay/contract";
import type { Deadline } from "../shared/ports.ts";
import { buildProposal } from "./build-proposal.ts";
import { listDomains } from "./list-domains.ts";
import type { Candidates } from "./read-envelope.ts";
import { type ProposalDeps, validateProposal } from "./validate-proposal.ts";

/** An operation, as every transport reads it. */
export interface Operation {
  readonly id: OperationId;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly takesBody: boolean;
  run(body: Json, deps: ProposalDeps, deadline: Deadline, candidates?: Candidates): Promise<object>;
}

/** Every operation: a new one is a file beside this and a line here. */
export const catalog: readonly Operation[] = [
  entry("listDomains", async (_, { domains, publicUrl }) => listDomains(domains, publicUrl)),
  entry("validateProposal", validateProposal),
  entry("buildProposal", buildProposal),
];

function entry(id: OperationId, run: Operation["run"]): Operation {
  const { method, path, request } = operations[id];
  return { id, method, path, takesBody: request !== undefined, run };
}
