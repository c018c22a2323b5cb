import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A network that misbehaves: what connects to it reaches the other side through it. */
export interface FaultProxy extends AsyncDisposable {
  readonly port: number;
  /** Everything arrives so much later, in either direction. */
  delay(milliseconds: number): void;
  /** Connections stay open, and nothing arrives any more: the other side is gone without a word. */
  swallow(): void;
  /** Ends every connection; new ones are taken. */
  cut(): void;
  /** As it should be; what was swallowed stays lost. */
  heal(): void;
}

/** Forwards to a port of this machine. */
export async function startFaultProxy(to: number): Promise<FaultProxy> {
  let mode: { readonly delayMs: number } | "swallow" = { delayMs: 0 };
  const sockets = new Set<Socket>();

  function forward(from: Socket, target: Socket): void {
    sockets.add(from);
    from.on("data", async (bytes) => {
      if (mode === "swallow") return;
      // Timers of the same length end in the order in which they began.
      if (mode.delayMs > 0) await wait(mode.delayMs);
      target.write(bytes);
    });
    from.on("error", () => {});
    from.on("close", () => {
      sockets.delete(from);
      target.destroy();
    });
  }
  const server = createServer((socket) => {
    const target = connect(to, "127.0.0.1");
    forward(socket, target);
    forward(target, socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    delay: (delayMs) => {
      mode = { delayMs };
    },
    swallow: () => {
      mode = "swallow";
    },
    cut,
    heal: () => {
      mode = { delayMs: 0 };
    },
    async [Symbol.asyncDispose]() {
      server.close();
      cut();
    },
  };
}
