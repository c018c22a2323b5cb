import { connect, type Socket } from "node:net";

/** What hostile clients do, from addresses of this machine. */
export interface FloodPlan {
  readonly url: string;
  /** How many connections are open at a time. */
  readonly connections: number;
  /** How many are opened in all: one that the service closes is replaced until then. */
  readonly mostOpened: number;
  /** The addresses that connections come from, in turn. */
  readonly from: readonly string[];
  /** What is sent on a new connection. */
  send(index: number): string | Uint8Array;
  /** What is sent whenever an answer has arrived; nothing unless given. */
  readonly again?: string;
}

/** A flood under way. */
export interface OpenFlood extends Disposable {
  /** How many connections were opened so far. */
  opened(): number;
  /** How many of them the service has ended. */
  ended(): number;
}

/** Opens connections and keeps them open, until it is disposed of. */
export function openFlood(plan: FloodPlan): OpenFlood {
  const { connections, mostOpened, from, send, again } = plan;
  const { hostname: host, port } = new URL(plan.url);
  const sockets = new Set<Socket>();
  let [opened, ended, isOver] = [0, 0, false];

  function open(): void {
    if (isOver || opened >= mostOpened) return;
    const index = opened;
    opened += 1;
    const socket = connect({ host, port: Number(port), localAddress: from[index % from.length] as string });
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", () => {
      if (again !== undefined && socket.writable) socket.write(again);
    });
    socket.on("close", () => {
      sockets.delete(socket);
      ended += 1;
      // Not at once: a flood that does nothing but connect is another one.
      setTimeout(open, 20);
    });
    socket.write(send(index));
  }
  // A few at a time, because the kernel lets only so many wait to be accepted.
  const opening = setInterval(() => {
    for (let more = 0; more < 64 && sockets.size < connections; more += 1) open();
    if (opened >= connections) clearInterval(opening);
  }, 5);
  return {
    opened: () => opened,
    ended: () => ended,
    [Symbol.dispose]() {
      isOver = true;
      clearInterval(opening);
      for (const socket of sockets) socket.destroy();
    },
  };
}
