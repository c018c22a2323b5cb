import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request that a scripted server received. */
interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one request, or deliberately fails to. `body` is the body of the request. */
export type Responder = (response: ServerResponse, request: IncomingMessage, body: string) => void;

/** A server whose answers are defined by a test. It records every request. */
export interface ScriptedServer extends AsyncDisposable {
  readonly origin: string;
  readonly requests: readonly ReceivedRequest[];
}

/** Starts a server on a free port. Each responder answers one request, and the last answers all that follow. */
export async function startScriptedServer(...responders: readonly Responder[]): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    const body = await text(request);
    requests.push({ method, path, headers, body });
    const respond = responders[Math.min(requests.length, responders.length) - 1];
    respond?.(response, request, body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
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
export function problem(status: number, code: string, members: object = {}, headers = {}): Responder {
  return json(
    { status, code, detail: "What is wrong.", retryable: status >= 429, requestId: "r-1", ...members },
    status,
    headers,
  );
}

/** Answers with a redirect. */
export function redirect(status: number, location: string): Responder {
  return (response) => response.writeHead(status, { location }).end();
}

/** Resets the connection instead of answering. */
export const reset: Responder = (response) => response.socket?.resetAndDestroy();

/** Never answers. */
export const hang: Responder = () => {};

/** Sends the head of an answer and the start of its body, then cuts the connection or leaves it hanging. */
export function sendHalf(ending: "cut" | "hang"): Responder {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": 1_000 });
    response.write('{"valid":tr', () => {
      if (ending === "cut") response.socket?.destroy();
    });
  };
}

/** Sends these bytes, which need not be HTTP, and closes the connection. */
export function sendBytes(bytes: string): Responder {
  return (response) => response.socket?.end(bytes);
}

/** Sends a body that never ends. */
export const sendEndless: Responder = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const sendMore = () => {
    while (!response.destroyed && response.write(" ".repeat(65_536)));
  };
  response.on("drain", sendMore);
  sendMore();
};
