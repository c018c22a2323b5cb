import type { OperationId } from "@assay/contract";
import { type Sandbox, startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { generousLimit } from "@assay/testing/services/generous-limit";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { buildPages } from "../../scripts/build-pages.ts";
import { share } from "../share-resource.ts";
import { type CheckedAnswer, callOperation, type OperationCall } from "./call-operation.ts";

type AppOptions = Parameters<typeof startApp>[0];
type App = Awaited<ReturnType<typeof startApp>>;
type Domain = AppOptions["domains"][number];

/** The service with a target product. */
export interface Service extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly app: App;
  readonly url: string;
  /** Calls an operation, and checks the answer against openapi.json. */
  call(operation: OperationId, operationCall?: OperationCall): Promise<CheckedAnswer>;
}

/** Starts the service and Datamint on free ports. */
export async function startService(
  options: Omit<Partial<AppOptions>, "domains"> & { readonly domain?: (sandbox: Sandbox) => Partial<Domain> } = {},
): Promise<Service> {
  const { domain, ...rest } = options;
  buildPages();
  await using started = new AsyncDisposableStack();
  const sandbox = started.use(await startSandbox());
  const app = started.use(
    await startApp({
      limit: generousLimit,
      ...longTimeouts,
      ...rest,
      domains: [{ ...sandbox.datamint.domainConfig, ...domain?.(sandbox) }],
    }),
  );
  if (domain === undefined) await waitUntilReady(app);
  const running = started.move();
  return {
    sandbox,
    app,
    url: app.url,
    call: (operation, operationCall) => callOperation(app.url, operation, operationCall),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A service with the default options, shared by the test files that do not change it. */
export const sharedService = share(() => startService());
