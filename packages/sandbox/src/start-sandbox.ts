import { createDatamint, type Datamint, type DatamintOptions } from "./datamint/create-datamint.ts";
import { createVoting, type Voting, type VotingOptions } from "./voting/create-voting.ts";

/** How the services of the sandbox are set up. */
export interface SandboxOptions {
  readonly datamint?: Omit<DatamintOptions, "votingUrl">;
  readonly voting?: VotingOptions;
}

/** Everything around Assay, running. */
export interface Sandbox extends AsyncDisposable {
  readonly datamint: Datamint;
  readonly voting: Voting;
}

/**
 * Starts the target product and its voting service in this process, on free ports of this machine.
 *
 * @example
 * await using sandbox = await startSandbox();
 * const specPackage = await fetch(sandbox.datamint.specPackageUrl);
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  await using started = new AsyncDisposableStack();
  const voting = started.use(await createVoting(options.voting));
  const datamint = started.use(await createDatamint({ ...options.datamint, votingUrl: voting.origin }));
  const running = started.move();
  return { datamint, voting, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
