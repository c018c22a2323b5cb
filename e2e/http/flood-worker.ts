import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

// A client that never stops sending. It has its own thread, because the server runs in the same process.

export interface Flood {
  readonly port: number;
  readonly head: string;
  /** Sent repeatedly after the head. */
  readonly part: Uint8Array;
}

const { port, head, part } = workerData as Flood;
const client = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
let received = "";
client.on("data", (text) => {
  received += text.toString("latin1");
});
client.on("error", () => {});
client.on("close", () => parentPort?.postMessage(received));
// Yields after a few parts, so that the thread can read the answer while it is still sending.
const sendMore = () => {
  for (let parts = 0; parts < 8 && client.writable; parts += 1) {
    if (!client.write(part)) return;
  }
  if (client.writable) setImmediate(sendMore);
};
client.on("drain", sendMore);
client.write(head);
sendMore();
