import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request as a server got it. */
interface Got {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a server answers one request, or fails to. */
export type Responder = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that does what a test wants, and remembers every request. */
export interface ScriptedServer extends AsyncDisposable {
  readonly origin: string;
  readonly got: readonly Got[];
}

/** Starts a server on a free port of this machine. Its turns are taken in order, and the last one again and again. */
export async function startScriptedServer(...turns: readonly Responder[]): Promise<ScriptedServer> {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    got.push({ method, path, headers, body: await text(request) });
    const turn = turns[Math.min(got.length, turns.length) - 1];
    turn?.(response, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Answers with JSON. */
export function json(value: unknown, status = 200, headers: { readonly [name: string]: string } = {}): Responder {
  return (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
}

/** Answers with a problem document. */
export function problem(status: number, code: string, more: object = {}, headers = {}): Responder {
  return json(
    { status, code, detail: "What is wrong.", retryable: status >= 429, requestId: "r-1", ...more },
    status,
    headers,
  );
}

/** Answers with a redirect. */
export function redirect(status: number, location: string): Responder {
  return (response) => response.writeHead(status, { location }).end();
}

/** Cuts the connection instead of answering. */
export const reset: Responder = (response) => response.socket?.resetAndDestroy();

/** Never answers. */
export const hang: Responder = () => {};

/** Sends the head of an answer and the beginning of its body; then the connection is cut, or stays as it is. */
export function sendHalf(after: "cut" | "hang"): Responder {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": 1_000 });
    response.write('{"valid":tr', () => {
      if (after === "cut") response.socket?.destroy();
    });
  };
}

/** Answers with bytes of its own choice instead of HTTP. */
export function sendBytes(bytes: string): Responder {
  return (response) => response.socket?.end(bytes);
}

/** Sends a body without end. */
export const sendEndless: Responder = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const more = () => {
    while (!response.destroyed && response.write(" ".repeat(65_536)));
  };
  response.on("drain", more);
  more();
};
