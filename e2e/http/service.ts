import { type Json, type JsonObject, type OperationId, operations } from "@assay/contract";
import { type Sandbox, startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { candidateFile } from "@assay/testing/cases/golden-cases";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { buildPages } from "../../scripts/build-pages.ts";
import { share } from "../share.ts";
import { type Answer, checkAnswer } from "./check-answer.ts";
import { type SentHeaders, sendRequest } from "./send-request.ts";

type AppOptions = Parameters<typeof startApp>[0];
type App = Awaited<ReturnType<typeof startApp>>;
type Domain = AppOptions["domains"][number];

/** What a call sends. Defaults: the operation's own method, and JSON. */
export interface Sent {
  readonly method?: string;
  readonly query?: string;
  readonly headers?: SentHeaders;
  /** An object is written as JSON. */
  readonly body?: JsonObject | string | Uint8Array | undefined;
}

/** The service with a target product. */
export interface Service extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly app: App;
  readonly url: string;
  /** Calls an operation, and checks the answer against openapi.json. */
  call(operation: OperationId, sent?: Sent): Promise<Called>;
}

/** An answer that conforms to openapi.json, with its parsed body. */
export interface Called extends Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
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
      limit: manyCalls,
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
    call: (operation, sent) => callAt(app.url, operation, sent),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A service with the default options, shared by the files whose tests do not change it. */
export const sharedService = share(() => startService());

/** Calls an operation of a service, and checks the answer. `publicUrl` is the base of the service's links. */
export async function callAt(
  url: string,
  operation: OperationId,
  sent: Sent = {},
  publicUrl: string = url,
): Promise<Called> {
  const { method, path } = operations[operation];
  const isText = sent.body === undefined || typeof sent.body === "string" || sent.body instanceof Uint8Array;
  const body = isText ? (sent.body as string | Uint8Array | undefined) : JSON.stringify(sent.body);
  const type =
    body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const query = sent.query === undefined ? "" : `?${sent.query}`;
  const headers = { ...type, ...sent.headers };
  const answer = await sendRequest(`${url}${path}${query}`, { method: sent.method ?? method, headers, body });
  checkAnswer(operation, answer, publicUrl);
  return { ...answer, json: answer.body === "" ? undefined : JSON.parse(answer.body) };
}

/** A valid candidate, in which `members` add or replace properties. */
export function createCandidate(members: JsonObject = {}): JsonObject {
  return { ...(candidateFile("loyalty-card") as JsonObject), ...members };
}

/** A request with a valid candidate, in which `members` add or replace properties. */
export function createEnvelope(members: { readonly [name: string]: Json } = {}): JsonObject {
  return { targetProduct: "datamint", domainId: "generator-option", candidate: createCandidate(), ...members };
}
