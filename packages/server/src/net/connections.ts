import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { nameClient } from "./name-client.ts";

/** The connections of a server, each with the answer that its client waits for. */
export interface Connections {
  /** How many are open. */
  count(): number;
  /** Answers bytes that never became a request, and closes. */
  endWith(socket: Socket, answer: string): void;
  /** Ends every connection without an unanswered request, also one that never sent a request. */
  endUnused(): void;
}

// Long enough for an answer to arrive, too short to be worth attacking.
const lingerMs = 500;
const refusedMs = 10_000;
// A request has ten seconds to arrive, and a handler waits for others for at most five.
const exchangeTimeoutMs = 30_000;

/**
 * Keeps track of the connections of a server. One that sends a second request before its answer is destroyed, and its
 * address refused for ten seconds, unless it is that of a trusted proxy: clients and proxies wait for each answer, and Node
 * parses all that it has read, whatever is closed meanwhile.
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
    // Node takes its own listener away at CONNECT; then a client that resets would end the process.
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
    endWith(socket, answer) {
      const response = unanswered.get(socket);
      if (response?.req.complete) {
        // What comes behind a request is no second one: its answer is the last.
        response.shouldKeepAlive = false;
        return closeAfterAnswer(socket);
      }
      socket.write(answer);
      closeGently(socket);
    },
    endUnused() {
      for (const [socket, response] of unanswered) if (!response) socket.destroy();
    },
  };
}

/**
 * Disconnects a client whose request and answer together take longer than 30 seconds: otherwise one that reads slowly,
 * or not at all, keeps the connection and what is buffered for it as long as it likes.
 */
export function endSlowExchanges(server: Server): void {
  server.on("request", ({ socket }, response) => {
    if (socket.destroyed) return;
    // A reset also frees what the kernel holds for a client that does not read; a plain close would not.
    const timeout = setTimeout(() => socket.resetAndDestroy(), exchangeTimeoutMs).unref();
    response.once("close", () => clearTimeout(timeout));
  });
}

/**
 * Closes a connection whose client is still sending: no more is read, and the client has a moment to read the answer.
 * Closed at once, it would be reset, and a client that is reset while it sends never sees why.
 */
function closeGently(socket: Duplex): void {
  socket.end();
  stopReading(socket);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Ends a connection with the answer that is written next, though its client is still sending. */
export function closeAfterAnswer(socket: Socket): void {
  socket.destroySoon = () => closeGently(socket);
  stopReading(socket);
}

/** Whether nothing more is read from a connection, so that it has to end with its answer. */
export function isStopped(socket: Duplex): boolean {
  return socket.listeners("resume").includes(readNoMore);
}

/** Stops reading: otherwise all that the kernel holds is read first, two megabytes in one turn of the event loop. */
function stopReading(socket: Duplex): void {
  if (isStopped(socket)) return;
  // At the end of an answer Node resumes reading, to discard the rest of the request.
  socket.on("resume", readNoMore);
  socket.pause();
}

function readNoMore(this: Duplex): void {
  this.pause();
}
