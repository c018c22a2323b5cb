import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

/** A proxy that drops answers. */
export interface CuttingProxy extends AsyncDisposable {
  readonly origin: string;
  /** Counts the answers that the proxy has cut off so far. */
  countCuts(): number;
}

/**
 * Starts a proxy for a server on this machine. It forwards every request in full. It drops the first `maxCuts`
 * answers, or only their ends, and closes their connections.
 */
export async function startCuttingProxy(
  target: string,
  maxCuts: number,
  lostPart: "answer" | "end of the answer",
): Promise<CuttingProxy> {
  let cuts = 0;
  const server = createServer((socket) => {
    const upstream = connect(Number(new URL(target).port), "127.0.0.1");
    socket.on("error", () => {}).on("data", (bytes) => upstream.write(bytes));
    socket.on("close", () => upstream.destroy());
    upstream.on("error", () => {}).on("close", () => socket.destroy());
    upstream.on("data", (bytes) => {
      if (cuts >= maxCuts) return socket.write(bytes);
      cuts += 1;
      if (lostPart === "answer") return socket.destroy();
      return socket.write(bytes.subarray(0, -20), () => socket.destroy());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    countCuts: () => cuts,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
