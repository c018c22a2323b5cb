import { createDatamint, type Datamint, type DatamintOptions } from "./datamint/create-datamint.ts";
import { type Identify, identifyByIntrospection } from "./identify.ts";
import type { Identity, IdentityOptions } from "./identity/create-identity.ts";
import type { SandboxPages } from "./page.ts";
import { createVoting, type Voting, type VotingOptions } from "./voting/create-voting.ts";

/** How the services of the sandbox are set up. */
export interface SandboxOptions {
  readonly datamint?: Omit<DatamintOptions, "votingUrl">;
  readonly voting?: VotingOptions;
  /** With an identity service, Datamint and the voting service accept its keys only. Default: none. */
  readonly identity?: true | IdentityOptions;
  /** Where Assay is or will be, for links to it. */
  readonly assayUrl?: string;
}

/** Everything around Assay, running. */
export interface Sandbox extends AsyncDisposable {
  readonly datamint: Datamint;
  readonly voting: Voting;
  readonly identity?: Identity;
}

/** Everything around Assay, the identity service included. */
export interface SandboxWithIdentity extends Sandbox {
  readonly identity: Identity;
}

/**
 * Starts the target product and its voting service in this process, on free ports of this machine, and an identity
 * service when one is asked for.
 *
 * @example
 * await using sandbox = await startSandbox({ identity: true });
 * const ada = await sandbox.identity.createPerson("Ada");
 * const { key } = await sandbox.identity.createKey(ada);
 */
export async function startSandbox(
  options: SandboxOptions & { readonly identity: true | IdentityOptions },
): Promise<SandboxWithIdentity>;
export async function startSandbox(options?: SandboxOptions): Promise<Sandbox>;
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  await using started = new AsyncDisposableStack();
  let links: SandboxPages = {};
  const pages = () => links;
  const identity = await startIdentity(options.identity, pages);
  if (identity) started.use(identity);
  const voting = started.use(await createVoting({ ...identifyWith(identity, "voting"), pages, ...options.voting }));
  const datamint = started.use(
    await createDatamint({
      ...identifyWith(identity, "datamint"),
      ...{ pages, ...options.datamint },
      votingUrl: voting.origin,
    }),
  );
  links = {
    ...(options.assayUrl !== undefined && { Assay: options.assayUrl }),
    ...{ Datamint: datamint.origin, Voting: voting.origin },
    ...(identity && { Identity: identity.issuer }),
  };
  const running = started.move();
  return { datamint, voting, ...(identity && { identity }), [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function startIdentity(
  options: SandboxOptions["identity"],
  pages: () => SandboxPages,
): Promise<Identity | undefined> {
  if (!options) return undefined;
  // Most tests need none, and to load it takes as long as to start the rest.
  const { createIdentity } = await import("./identity/create-identity.ts");
  return await createIdentity({ pages, ...(options === true ? {} : options) });
}

function identifyWith(
  identity: Identity | undefined,
  service: "datamint" | "voting",
): { readonly identify?: Identify } {
  if (!identity) return {};
  const { introspectionUrl, clients } = identity;
  return { identify: identifyByIntrospection({ introspectionUrl, client: clients[service] }) };
}
