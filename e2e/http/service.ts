import { readFileSync } from "node:fs";
import { type IncomingMessage, request as open } from "node:http";
import { text } from "node:stream/consumers";
import { type Json, type JsonObject, type OperationId, operations } from "@assay/contract";
import { type Sandbox, startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { buildPages } from "../../scripts/build-pages.ts";
import { share } from "../share.ts";
import { type Answer, checkAnswer } from "./check-answer.ts";

type AppOptions = Parameters<typeof startApp>[0];
type App = Awaited<ReturnType<typeof startApp>>;
type Domain = AppOptions["domains"][number];

/** What a call sends; an operation's own method and content type unless given. */
export interface Sent {
  readonly method?: string;
  readonly query?: string;
  readonly headers?: { readonly [name: string]: string | readonly string[] };
  /** An object is written as JSON. */
  readonly body?: JsonObject | string | Uint8Array | undefined;
}

/** The service with a target product behind it, for one test file. */
export interface Service extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly app: App;
  readonly url: string;
  /** Calls an operation; the answer is held against openapi.json before a test sees it. */
  call(operation: OperationId, sent?: Sent): Promise<Called>;
}

/** An answer that openapi.json declares, with its body read. */
export interface Called extends Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
}

/** Starts Datamint and the service in front of it, on free ports of this machine. */
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

/** The service as it is started by default, for files that change nothing about it. */
export const sharedService = share(() => startService());

/** Calls an operation of the service at an address; `publicUrl` is what its links begin with. */
export async function callAt(
  url: string,
  operation: OperationId,
  sent: Sent = {},
  publicUrl: string = url,
): Promise<Called> {
  const answer = await send(url, operation, sent);
  checkAnswer(operation, answer, publicUrl);
  return { ...answer, json: answer.body === "" ? undefined : JSON.parse(answer.body) };
}

const loyaltyCard: JsonObject = JSON.parse(
  readFileSync(new URL(import.meta.resolve("@assay/contract/cases/candidates/loyalty-card.json")), "utf8"),
);

/** A valid candidate, with other members where a test needs them. */
export function createCandidate(members: JsonObject = {}): JsonObject {
  return { ...loyaltyCard, ...members };
}

/** A request for a valid candidate, with other members where a test needs them. */
export function createEnvelope(members: { readonly [name: string]: Json } = {}): JsonObject {
  return { targetProduct: "datamint", domainId: "generator-option", candidate: createCandidate(), ...members };
}

function send(url: string, operation: OperationId, sent: Sent): Promise<Answer> {
  const { method, path } = operations[operation];
  const body =
    sent.body === undefined || typeof sent.body === "string" || sent.body instanceof Uint8Array
      ? sent.body
      : JSON.stringify(sent.body);
  const headers = {
    ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    ...sent.headers,
  } as { [name: string]: string | string[] };
  return new Promise((resolve, reject) => {
    const request = open(`${url}${path}${sent.query === undefined ? "" : `?${sent.query}`}`, {
      agent: false,
      method: sent.method ?? method,
      headers,
    });
    request.on("response", (response: IncomingMessage) => {
      const { statusCode: status = 0, headers } = response;
      text(response).then((body) => resolve({ status, headers: headers as { [name: string]: string }, body }), reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}
