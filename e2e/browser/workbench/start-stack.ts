import { type SandboxWithIdentity, startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { buildPages } from "../../../scripts/build-pages.ts";

type AppOptions = Parameters<typeof startApp>[0];

/** The service with its page, the target product and the identity service, as in production. */
export interface Stack extends AsyncDisposable {
  readonly url: string;
  readonly sandbox: SandboxWithIdentity;
  /** A key of Ada, who owns the candidates of the tests: Datamint takes a proposal from its owner only. */
  readonly key: string;
  /** Every line that the service has logged. */
  readonly logged: readonly string[];
}

const adasId = "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27";

/** Starts everything on free ports of this machine. */
export async function startStack(
  options: {
    /** Settings of the domain, besides those of the sandbox. */
    readonly domain?: (sandbox: SandboxWithIdentity) => Partial<AppOptions["domains"][number]>;
    readonly app?: Partial<AppOptions>;
  } = {},
): Promise<Stack> {
  buildPages();
  await using started = new AsyncDisposableStack();
  const sandbox = started.use(await startSandbox({ identity: true }));
  const { introspectionUrl, clients, issuer } = sandbox.identity;
  const logged: string[] = [];
  const app = started.use(
    await startApp({
      ...longTimeouts,
      limit: manyCalls,
      keys: { introspectionUrl, clientId: clients.assay.id, clientSecret: clients.assay.secret },
      keyUrl: issuer,
      log: { level: "debug", to: { write: (line) => void logged.push(line) } },
      ...options.app,
      domains: [{ ...sandbox.datamint.domainConfig, ...options.domain?.(sandbox) }],
    }),
  );
  await waitUntilReady(app);
  const { key } = await sandbox.identity.createKey(await sandbox.identity.createPerson("Ada", adasId));
  const running = started.move();
  return { url: app.url, sandbox, key, logged, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
