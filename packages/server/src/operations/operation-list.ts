import { type OperationId, operations } from "@assay/contract";

/** An operation, as every transport reads it. */
export interface Operation {
  readonly id: OperationId;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly takesBody: boolean;
}

/** Every operation. `runOperation` runs them. */
export const operationList: readonly Operation[] = [
  describe("listDomains"),
  describe("validateProposal"),
  describe("buildProposal"),
];

function describe(id: OperationId): Operation {
  const { method, path, request } = operations[id];
  return { id, method, path, takesBody: request !== undefined };
}
