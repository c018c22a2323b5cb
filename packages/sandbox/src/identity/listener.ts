import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { toNodeHandler } from "better-auth/node";

/** Simulated failures of an identity service. Each lasts until `resume`, except `kill`, which lasts until `revive`. */
export interface Failures {
  /** Accepts connections and reads requests, but does not answer. */
  pause(): void;
  /** Answers every request with this status. */
  failWith(status: number): void;
  /** Delays the answer to every request by this time. */
  slowDown(delayMs: number): void;
  /** Answers normally again, including requests that arrived during a pause. */
  resume(): void;
  /** Stops listening and cuts every connection, as if the process were killed. */
  kill(): Promise<void>;
  /** Listens again at the same address. */
  revive(): Promise<void>;
}

/** A local server that can simulate failures. */
export interface Listener extends Failures, AsyncDisposable {
  readonly origin: string;
  /** Sets the function that answers requests. */
  answerWith(handle: RequestHandler): void;
}

type RequestHandler = (request: Request) => Promise<Response>;

type FailureMode =
  | { readonly kind: "none" }
  | { readonly kind: "paused"; readonly resumed: PromiseWithResolvers<void> }
  | { readonly kind: "failing"; readonly status: number }
  | { readonly kind: "slow"; readonly delayMs: number };

/** Listens on 127.0.0.1, by default on a free port. */
export async function createListener(port = 0): Promise<Listener> {
  let mode: FailureMode = { kind: "none" };
  let handler = toNodeHandler(async () => new Response(null, { status: 503 }));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (mode.kind === "paused") await mode.resumed.promise;
    if (mode.kind === "slow") await sleep(mode.delayMs, undefined, { ref: false });
    if (response.destroyed) return;
    if (mode.kind === "failing") response.writeHead(mode.status).end();
    else await handler(request, response);
  }

  // Longer than Node's five seconds, because a busy client could reuse a connection just as it is closed.
  const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    serve(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: boundPort } = server.address() as AddressInfo;

  function setMode(newMode: FailureMode): void {
    const oldMode = mode;
    mode = newMode;
    if (oldMode.kind === "paused") oldMode.resumed.resolve();
  }

  async function kill(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  }

  return {
    origin: `http://127.0.0.1:${boundPort}`,
    answerWith(handle) {
      handler = toNodeHandler(handle);
    },
    pause: () => setMode({ kind: "paused", resumed: Promise.withResolvers() }),
    failWith: (status) => setMode({ kind: "failing", status }),
    slowDown: (delayMs) => setMode({ kind: "slow", delayMs }),
    resume: () => setMode({ kind: "none" }),
    kill,
    async revive() {
      server.listen(boundPort, "127.0.0.1");
      await once(server, "listening");
    },
    [Symbol.asyncDispose]: kill,
  };
}
