export { type Child, type ChildExit, type ChildOptions, startChild } from "./child.ts";
export { createDatamint, type Datamint, type DatamintOptions } from "./datamint/create-datamint.ts";
export type { Caller, Identify } from "./datamint/identify.ts";
export type { Proposal } from "./datamint/proposals.ts";
export { type Sandbox, type SandboxOptions, startSandbox } from "./start-sandbox.ts";
export { createVoting, type Voting, type VotingOptions } from "./voting/create-voting.ts";
