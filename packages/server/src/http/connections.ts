import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

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

export function trackConnections(server: Server): Connections {
  const unanswered = new Map<Duplex, Set<ServerResponse>>();
  const ended = new WeakSet<Duplex>();

  server.on("connection", (socket: Socket) => {
    unanswered.set(socket, new Set());
    socket.once("close", () => unanswered.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    const waiting = unanswered.get(socket);
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
  server.on("request", ({ socket }, response) => {
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

/** Stops reading: otherwise all that the kernel holds is read first, two megabytes in one turn of the event loop. */
function stopReading(socket: Duplex): void {
  if (socket.listeners("resume").includes(readNoMore)) return;
  // At the end of an answer Node resumes reading, to discard the rest of the request.
  socket.on("resume", readNoMore);
  socket.pause();
}

function readNoMore(this: Duplex): void {
  this.pause();
}
