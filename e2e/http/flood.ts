import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/** What a client that never stops sending is to do; it runs beside the server, in a thread of its own. */
export interface Flood {
  readonly port: number;
  readonly head: string;
  /** Sent again and again behind the head. */
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
// Every few parts the thread looks at what came back: the answer arrives while it sends.
const more = () => {
  for (let parts = 0; parts < 8 && client.writable; parts += 1) {
    if (!client.write(part)) return;
  }
  if (client.writable) setImmediate(more);
};
client.on("drain", more);
client.write(head);
more();
