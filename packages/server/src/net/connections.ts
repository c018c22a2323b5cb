import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { nameClient } from "./name-client.ts";

/** The open connections of a server. */
export interface Connections {
  /** The number of open connections. */
  count(): number;
  /** Answers bytes that could not be parsed as a request, and closes the connection. */
  closeWithAnswer(socket: Socket, answer: string): void;
  /** Closes every connection that has no request in progress, including connections that never sent one. */
  closeIdle(): void;
}

// Long enough for an answer to arrive, but too short to be useful in an attack.
const lingerMs = 500;
const refusedMs = 10_000;
// A request has ten seconds to arrive, and its handler waits at most five seconds for other services.
export const exchangeTimeoutMs = 30_000;

/**
 * Tracks the connections of a server. A connection that sends a request before the previous one is answered is
 * destroyed, because real clients and proxies wait for each answer, and Node parses everything that it has read even
 * after a close. The client's address is then refused for ten seconds, unless it belongs to a trusted proxy.
 */
export function trackConnections(server: Server, isProxy: (address: string) => boolean): Connections {
  const unanswered = new Map<Duplex, ServerResponse | undefined>();
  const refused = new Set<string>();

  function endPipelining(socket: Socket): void {
    const { remoteAddress = "" } = socket;
    socket.destroy();
    if (isProxy(remoteAddress)) return;
    const client = nameClient(remoteAddress);
    refused.add(client);
    setTimeout(() => refused.delete(client), refusedMs).unref();
  }

  server.on("connection", (socket: Socket) => {
    // Node removes its own error listener on CONNECT. Without this one, a client could end the process with a reset.
    socket.on("error", () => {});
    if (refused.size > 0 && refused.has(nameClient(socket.remoteAddress ?? ""))) return void socket.destroy();
    unanswered.set(socket, undefined);
    socket.once("close", () => unanswered.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    if (socket.destroyed) return;
    if (unanswered.get(socket)) return endPipelining(socket);
    unanswered.set(socket, response);
    response.once("close", () => unanswered.has(socket) && unanswered.set(socket, undefined));
  });

  return {
    count: () => unanswered.size,
    closeWithAnswer(socket, answer) {
      const response = unanswered.get(socket);
      if (response?.req.complete) {
        // The bytes after a complete request are not valid HTTP, so close after the answer to that request.
        response.shouldKeepAlive = false;
        return closeAfterAnswer(socket);
      }
      socket.write(answer);
      closeGently(socket);
    },
    closeIdle() {
      for (const [socket, response] of unanswered) if (!response) socket.destroy();
    },
  };
}

/**
 * Disconnects a client if a request and its answer together take longer than 30 seconds. Otherwise a client that reads
 * slowly, or not at all, could hold the connection and its buffers indefinitely.
 */
export function endSlowExchanges(server: Server): void {
  server.on("request", ({ socket }, response) => {
    if (socket.destroyed) return;
    // A reset also frees the data that the kernel buffers for a client that does not read; a normal close would not.
    const timeout = setTimeout(() => socket.resetAndDestroy(), exchangeTimeoutMs).unref();
    response.once("close", () => clearTimeout(timeout));
  });
}

/**
 * Closes a connection whose client is still sending: stops reading, and gives the client a moment to read the answer.
 * Closing at once would reset the connection, and the client might never see the answer.
 */
function closeGently(socket: Duplex): void {
  socket.end();
  stopReading(socket);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Closes a connection after its next answer, even if the client is still sending. */
export function closeAfterAnswer(socket: Socket): void {
  socket.destroySoon = () => closeGently(socket);
  stopReading(socket);
}

/** Whether reading from a connection has stopped. The connection then has to close after its answer. */
export function hasStoppedReading(socket: Duplex): boolean {
  return socket.listeners("resume").includes(pauseAgain);
}

/** Stops reading. Otherwise Node would read everything that the kernel has buffered, up to two megabytes, at once. */
function stopReading(socket: Duplex): void {
  if (hasStoppedReading(socket)) return;
  // After an answer, Node resumes reading to discard the rest of the request.
  socket.on("resume", pauseAgain);
  socket.pause();
}

function pauseAgain(this: Duplex): void {
  this.pause();
}
