import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createNetServer, isIPv6, type Server as NetServer } from "node:net";
import { requestLimits } from "@assay/contract";
import { type Connections, closeAfterAnswer, endSlowExchanges, trackConnections } from "./connections.ts";
import { countHeaders } from "./raw-headers.ts";

/** A server that listens before it can answer, because the rest of the service needs its address to start. */
export interface Listener {
  readonly server: Server;
  readonly connections: Connections;
  readonly url: string;
  /** Starts answering requests, beginning with those that have already arrived. */
  serve(handler: RequestListener): void;
  /** Stops accepting connections; resolves when all open connections have ended. */
  close(): Promise<void>;
}

/** The maximum number of headers in a request. */
const maxHeaders = requestLimits.headers;

/**
 * How long a request may take to arrive, including its head. Node checks once a second, so an incomplete request can
 * hold its socket for one second longer.
 */
export const requestTimeoutMs = requestLimits.seconds * 1_000;

export const idleTimeoutMs = 65_000;

// Node would refuse a request without `Host` itself, but not with a problem document, so `checkHead` refuses it.
const settings = {
  headersTimeout: requestTimeoutMs,
  requestTimeout: requestTimeoutMs,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: idleTimeoutMs,
  maxHeaderSize: requestLimits.headerBytes,
  requireHostHeader: false,
};

/** Listens on a port; 0 picks a free port. */
export async function listen(host: string, port: number, isProxy: (address: string) => boolean): Promise<Listener> {
  const waiting: [IncomingMessage, ServerResponse][] = [];
  let handleRequest: RequestListener = (request, response) => void waiting.push([request, response]);
  const server = createServer(settings);
  server.maxRequestsPerSocket = 1_000;
  server.maxHeadersCount = maxHeaders + 1;
  const connections = trackConnections(server, isProxy);
  endSlowExchanges(server);
  server.on("request", (request, response) => {
    // The parser continues with the bytes that it has, even after they caused the connection to be destroyed.
    if (request.socket.destroyed) return;
    // Before 24.18.1, Node hides headers over the maximum, even those that announce a body, but still reads the body.
    if (countHeaders(request.rawHeaders) > maxHeaders) closeAfterAnswer(request.socket);
    handleRequest(request, response);
  });
  // The request handler decides whether the client may send its body.
  const emitRequest: RequestListener = (request, response) => void server.emit("request", request, response);
  server.on("checkContinue", emitRequest).on("checkExpectation", emitRequest);
  server.listen(port, host);
  await once(server, "listening");
  const otherServers = host === "localhost" ? await listenOnOtherAddresses(server) : [];
  return {
    server,
    connections,
    url: toUrl(host, server),
    serve(handler) {
      handleRequest = handler;
      for (const [request, response] of waiting.splice(0)) handler(request, response);
    },
    async close() {
      await Promise.all([server, ...otherServers].map(closeServer));
    },
  };
}

/** Returns the URL of a server that listens on this host. */
export function toUrl(host: string, server: NetServer): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${findPort(server)}`;
}

// Node listens on only one address of localhost, but a client might try another.
async function listenOnOtherAddresses(server: Server): Promise<readonly NetServer[]> {
  const addresses = await lookup("localhost", { all: true }).catch(() => []);
  const otherAddresses = addresses.filter(({ address }) => address !== findAddress(server)?.address);
  const listening = otherAddresses.map(async ({ address }) => {
    const extra = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit("connection", socket),
    );
    extra.listen(findPort(server), address);
    return await once(extra, "listening").then(
      () => [extra],
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
