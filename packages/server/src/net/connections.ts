import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { clientAt } from "./client-at.ts";
import { clientBounds } from "./client-bounds.ts";

/** The connections of a server, each with its unanswered requests. */
export interface Connections {
  /** How many are open. */
  count(): number;
  /** Writes a last answer after those to earlier requests, and closes. */
  endWith(socket: Duplex, answer: string): void;
  /** Ends every connection without an unanswered request, also one that never sent a request. */
  endUnused(): void;
}

// Long enough for an answer to arrive, too short to be worth attacking.
const lingerMs = 500;

export interface ConnectionBounds {
  /** Whether an address has no bound, because many are behind it. */
  isUnbounded(address: string): boolean;
  /** Called when a connection was closed: its address has too many, or it has too many unanswered requests. */
  closed(reason: "connections" | "pipelined"): void;
}

/** Keeps track of the connections of a server, and closes those that are beyond what one client may have. */
export function trackConnections(server: Server, { isUnbounded, closed }: ConnectionBounds): Connections {
  const unanswered = new Map<Duplex, Set<ServerResponse>>();
  const open = new Map<string, number>();
  const ended = new WeakSet<Duplex>();

  server.on("connection", (socket: Socket) => {
    // Node takes its own listener away at CONNECT; then a client that resets would end the process.
    socket.on("error", () => {});
    const { remoteAddress = "" } = socket;
    const client = clientAt(remoteAddress);
    const count = open.get(client) ?? 0;
    if (count >= clientBounds.connections && !isUnbounded(remoteAddress)) {
      closed("connections");
      socket.destroy();
      return;
    }
    open.set(client, count + 1);
    unanswered.set(socket, new Set());
    socket.once("close", () => {
      unanswered.delete(socket);
      const left = (open.get(client) ?? 1) - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
  });
  server.on("request", ({ socket }, response) => {
    if (socket.destroyed) return;
    const waiting = unanswered.get(socket);
    if (waiting && waiting.size >= clientBounds.unanswered) {
      closed("pipelined");
      socket.destroy();
      return;
    }
    waiting?.add(response);
    response.once("close", () => waiting?.delete(response));
  });

  return {
    count: () => unanswered.size,
    async endWith(socket, answer) {
      if (ended.has(socket)) return;
      ended.add(socket);
      // The incomplete request is the one that is refused; the complete ones came before it, so their answers go first.
      const before = [...(unanswered.get(socket) ?? [])].filter(({ req }) => req.complete);
      await Promise.all(before.map((response) => new Promise((answered) => response.once("close", answered))));
      if (!socket.writable) return void socket.destroy();
      socket.write(answer);
      closeGently(socket);
    },
    endUnused() {
      for (const [socket, waiting] of unanswered) if (waiting.size === 0) socket.destroy();
    },
  };
}

// A request has ten seconds to arrive, and a handler waits for others for at most five.
const exchangeTimeoutMs = 30_000;

/**
 * Disconnects a client whose request and answer together take longer than 30 seconds: otherwise one that reads slowly,
 * or not at all, keeps the connection and what is buffered for it as long as it likes.
 */
export function endSlowExchanges(server: Server): void {
  const timeouts = new WeakMap<Duplex, Set<NodeJS.Timeout>>();
  server.on("connection", (socket: Socket) => {
    const running = new Set<NodeJS.Timeout>();
    timeouts.set(socket, running);
    // An answer that waits behind another one is not told that its connection has closed.
    socket.once("close", () => running.forEach(clearTimeout));
  });
  server.on("request", ({ socket }, response) => {
    if (socket.destroyed) return;
    // A reset also frees what the kernel holds for a client that does not read; a plain close would not.
    const timeout = setTimeout(() => socket.resetAndDestroy(), exchangeTimeoutMs).unref();
    const running = timeouts.get(socket)?.add(timeout);
    response.once("close", () => {
      clearTimeout(timeout);
      running?.delete(timeout);
    });
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
