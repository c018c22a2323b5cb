import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

/** A way to a server on which answers get lost. */
export interface CuttingProxy extends AsyncDisposable {
  readonly origin: string;
  /** How many answers were cut so far. */
  cuts(): number;
}

/**
 * Forwards to a server of this machine. The requests of the first connections are delivered in full, and when their answer
 * comes, all of it or its end is withheld and the connection is cut.
 */
export async function startCuttingProxy(
  to: string,
  times: number,
  lost: "answer" | "end of answer",
): Promise<CuttingProxy> {
  let cuts = 0;
  const server = createServer((socket) => {
    const target = connect(Number(new URL(to).port), "127.0.0.1");
    socket.on("error", () => {}).on("data", (bytes) => target.write(bytes));
    socket.on("close", () => target.destroy());
    target.on("error", () => {}).on("close", () => socket.destroy());
    target.on("data", (bytes) => {
      if (cuts >= times) return socket.write(bytes);
      cuts += 1;
      if (lost === "answer") return socket.destroy();
      return socket.write(bytes.subarray(0, -20), () => socket.destroy());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
