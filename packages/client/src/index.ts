export { applyFixes } from "@assay/contract/apply-fixes";
export { AssayError, type ErrorCode, type FaultCode, type ProblemMembers } from "./assay-error.ts";
export {
  type CallOptions,
  type Client,
  createClient,
  type SubmitInput,
  type SubmitResult,
} from "./create-client.ts";
export type { ClientOptions } from "./read-options.ts";
export type { Proposal, ProposalList } from "./read-results.ts";
export type { Wait } from "./retry.ts";
