import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createNetServer, isIPv6, type Server as NetServer } from "node:net";
import { requestLimits } from "@assay/contract";
import { type Connections, closeAfterAnswer, endSlowExchanges, trackConnections } from "./connections.ts";
import { countHeaders } from "./raw-headers.ts";

/** A server that listens before it can answer, so that its address is known while the service is built. */
export interface Listener {
  readonly server: Server;
  readonly connections: Connections;
  readonly url: string;
  /** Answers requests from now on, beginning with those that wait. */
  serve(answer: RequestListener): void;
  /** Accepts no more connections; resolves when all have ended. */
  close(): Promise<void>;
}

/** How many headers a request may have. */
const maxHeaders = requestLimits.headers;

/**
 * How long a request may take to arrive, its head included. Half a request holds a socket for so long, and for one second
 * more until Node looks, never for good.
 */
export const requestTimeoutMs = requestLimits.seconds * 1_000;

export const idleTimeoutMs = 65_000;

// Node would answer a request without `Host` itself, without a problem; that is left to `checkHead`.
const settings = {
  headersTimeout: requestTimeoutMs,
  requestTimeout: requestTimeoutMs,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: idleTimeoutMs,
  maxHeaderSize: requestLimits.headerBytes,
  requireHostHeader: false,
};

/** Listens on a port; 0 takes a free one. */
export async function listen(host: string, port: number, isProxy: (address: string) => boolean): Promise<Listener> {
  const waiting: [IncomingMessage, ServerResponse][] = [];
  let answer: RequestListener = (request, response) => void waiting.push([request, response]);
  const server = createServer(settings);
  server.maxRequestsPerSocket = 1_000;
  server.maxHeadersCount = maxHeaders + 1;
  const connections = trackConnections(server, isProxy);
  endSlowExchanges(server);
  server.on("request", (request, response) => {
    // The parser goes on with what it has, though the connection was closed because of it.
    if (request.socket.destroyed) return;
    // Before 24.18.1 Node hides the headers beyond the maximum, also those that announce a body, and still reads the body.
    if (countHeaders(request.rawHeaders) > maxHeaders) closeAfterAnswer(request.socket);
    answer(request, response);
  });
  // Whether the client may send its body is decided with the request.
  const emitRequest: RequestListener = (request, response) => void server.emit("request", request, response);
  server.on("checkContinue", emitRequest).on("checkExpectation", emitRequest);
  server.listen(port, host);
  await once(server, "listening");
  const others = host === "localhost" ? await listenBeside(server) : [];
  return {
    server,
    connections,
    url: toUrl(host, server),
    serve(given) {
      answer = given;
      for (const [request, response] of waiting.splice(0)) answer(request, response);
    },
    async close() {
      await Promise.all([server, ...others].map(closeServer));
    },
  };
}

/** Returns the URL of a server that listens on this host. */
export function toUrl(host: string, server: NetServer): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${findPort(server)}`;
}

// Node listens on one address of localhost, and clients may try another one.
async function listenBeside(server: Server): Promise<readonly NetServer[]> {
  const addresses = await lookup("localhost", { all: true }).catch(() => []);
  const others = addresses.filter(({ address }) => address !== findAddress(server)?.address);
  const listening = others.map(async ({ address }) => {
    const other = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit("connection", socket),
    );
    other.listen(findPort(server), address);
    return await once(other, "listening").then(
      () => [other],
      () => [],
    );
  });
  return (await Promise.all(listening)).flat();
}

function closeServer(server: NetServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function findPort(server: NetServer): number | undefined {
  return findAddress(server)?.port;
}

function findAddress(server: NetServer): AddressInfo | undefined {
  const address = server.address();
  return typeof address === "object" && address !== null ? address : undefined;
}
