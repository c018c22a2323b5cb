import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The connections of a server, each with the answers that it still owes. */
export interface Connections {
  /** Writes a last answer behind those that are still owed, and closes. */
  endWith(socket: Socket, answer: string): void;
  /** Ends every connection on which nobody waits for an answer, those that never asked anything too. */
  endUnused(): void;
}

// Long enough for an answer to arrive, too short to be worth attacking.
const lingerMs = 500;

export function trackConnections(server: Server): Connections {
  const owed = new Map<Socket, Set<ServerResponse>>();
  const ended = new WeakSet<Socket>();

  server.on("connection", (socket: Socket) => {
    owed.set(socket, new Set());
    socket.once("close", () => owed.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    const waiting = owed.get(socket);
    waiting?.add(response);
    response.once("close", () => waiting?.delete(response));
  });

  return {
    async endWith(socket, answer) {
      if (ended.has(socket)) return;
      ended.add(socket);
      // A request that is not complete is the one that is refused: the others came before it, and so do their answers.
      const before = [...(owed.get(socket) ?? [])].filter(({ req }) => req.complete);
      await Promise.all(before.map((response) => new Promise((answered) => response.once("close", answered))));
      if (!socket.writable) return void socket.destroy();
      socket.write(answer);
      closeGently(socket);
    },
    endUnused() {
      for (const [socket, waiting] of owed) if (waiting.size === 0) socket.destroy();
    },
  };
}

// A request has ten seconds to arrive, and a handler asks nobody for longer than five.
const exchangeTimeoutMs = 30_000;

/**
 * Disconnects a client whose request and answer together take longer than 30 seconds: otherwise one that reads slowly,
 * or not at all, keeps the connection and what is buffered for it as long as it likes.
 */
export function endSlowExchanges(server: Server): void {
  server.on("request", ({ socket }, response) => {
    // A reset also frees what the kernel holds for a client that does not read; after a plain close it would keep that.
    const timeout = setTimeout(() => socket.resetAndDestroy(), exchangeTimeoutMs).unref();
    response.once("close", () => clearTimeout(timeout));
  });
}

/**
 * Closes a connection whose client is still sending: no more is read, and the client has a moment to read the answer.
 * Closed at once, it would be reset, and a client that is reset while it sends never sees why.
 */
export function closeGently(socket: Socket): void {
  socket.end();
  stopReading(socket);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Reads no more: otherwise all that the kernel holds is read first, two megabytes of it in one turn of the loop. */
export function stopReading(socket: Socket): void {
  if (socket.listeners("resume").includes(readNoMore)) return;
  // At the end of an answer Node reads on, to throw away what is left of the request.
  socket.on("resume", readNoMore);
  socket.pause();
}

function readNoMore(this: Socket): void {
  this.pause();
}
