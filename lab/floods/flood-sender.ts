// Sends a flood from addresses of this machine, in a worker thread.
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { parentPort, workerData } from "node:worker_threads";
import { limits } from "@assay/contract";

/** The parameters of a flood. */
export interface Flood {
  readonly url: string;
  /** The local addresses that connections use in turn. */
  readonly from: readonly string[];
  /**
   * `kept` and `new` send calls on kept or new connections. `pipelined` writes 65 KB of calls at once, and again after
   * each answer. `slow` sends bodies without their last byte.
   */
  readonly kind: "kept" | "new" | "pipelined" | "slow";
  readonly connections: number;
  /** Calls or new connections per second. The sender drops whatever it cannot send in time. */
  readonly perSecond: number;
}

/** The result of a flood. */
export interface FloodResult {
  readonly sent: number;
  /** The number of answers with status 429. */
  readonly refused: number;
}

const { url, from, kind, connections, perSecond } = workerData as Flood;
const { protocol, hostname: host, port } = new URL(url);
const call = `GET /api/domains HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`;
const slow = `POST /api/validate HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${limits.bodyBytes}\r\n\r\n${" ".repeat(limits.bodyBytes - 1)}`;
const payload = {
  kept: call,
  new: call,
  pipelined: call.repeat(Math.ceil(65_000 / call.length)),
  slow,
}[kind];
const idleSockets: Socket[] = [];
let [sent, refused, opened, open] = [0, 0, 0, 0];

function openSocket(): void {
  const address = from[opened % from.length] as string;
  const wire = connect({ host, port: Number(port), localAddress: address, noDelay: true }).on("error", () => {});
  const socket = protocol === "https:" ? connectTls({ socket: wire, rejectUnauthorized: false }) : wire;
  opened += 1;
  open += 1;
  socket.on("data", (part) => {
    if (part.includes("HTTP/1.1 429")) refused += 1;
    // Resets the connection, because one address has too few ports for connections that linger.
    if (kind === "new" || kind === "slow") wire.resetAndDestroy();
    else idleSockets.push(socket);
  });
  socket.on("error", () => {});
  wire.on("close", () => {
    open -= 1;
  });
  socket.write(payload);
  sent += 1;
}

function sendNext(): void {
  for (let socket = idleSockets.pop(); socket; socket = idleSockets.pop()) {
    if (!socket.writable) continue;
    socket.write(payload);
    sent += 1;
    return;
  }
  if (open < connections) openSocket();
}

const startedAt = performance.now();
let sentCount = 0;
const timer = setInterval(() => {
  const dueCount = ((performance.now() - startedAt) * perSecond) / 1_000;
  // Skips calls that are more than 10 ms late.
  for (sentCount = Math.max(sentCount, dueCount - perSecond / 100); sentCount < dueCount; sentCount += 1) sendNext();
}, 2);
parentPort?.once("message", () => {
  clearInterval(timer);
  const result: FloodResult = { sent, refused };
  parentPort?.postMessage(result);
  process.exit(0);
});
