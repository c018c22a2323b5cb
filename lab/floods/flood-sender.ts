// A flood from addresses of this machine, in a thread of its own.
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { parentPort, workerData } from "node:worker_threads";
import { limits } from "@assay/contract";

/** What a flood consists of. */
export interface Flood {
  readonly url: string;
  /** The addresses that connections come from, in turn. */
  readonly from: readonly string[];
  /**
   * `kept` and `new` send calls on kept or new connections, `pipelined` 65 KB of calls in one write and again when
   * anything came back, `slow` bodies without their last byte.
   */
  readonly kind: "kept" | "new" | "pipelined" | "slow";
  readonly connections: number;
  /** Calls or new connections in a second; what could not be sent in its time is not sent later. */
  readonly perSecond: number;
}

/** What came back. */
export interface FloodResult {
  readonly sent: number;
  readonly refused: number;
}

const { url, from, kind, connections, perSecond } = workerData as Flood;
const { protocol, hostname: host, port } = new URL(url);
const call = `GET /api/domains HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`;
const slow = `POST /api/validate HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${limits.bodyBytes}\r\n\r\n${" ".repeat(limits.bodyBytes - 1)}`;
const written = {
  kept: call,
  new: call,
  pipelined: call.repeat(Math.ceil(65_000 / call.length)),
  slow,
}[kind];
const free: Socket[] = [];
let [sent, refused, opened, open] = [0, 0, 0, 0];

function openSocket(): void {
  const address = from[opened % from.length] as string;
  const wire = connect({ host, port: Number(port), localAddress: address, noDelay: true }).on("error", () => {});
  const socket = protocol === "https:" ? connectTls({ socket: wire, rejectUnauthorized: false }) : wire;
  opened += 1;
  open += 1;
  socket.on("data", (part) => {
    if (part.includes("HTTP/1.1 429")) refused += 1;
    // Reset, because one address has too few ports for connections that linger.
    if (kind === "new" || kind === "slow") wire.resetAndDestroy();
    else free.push(socket);
  });
  socket.on("error", () => {});
  wire.on("close", () => {
    open -= 1;
  });
  socket.write(written);
  sent += 1;
}

function sendNext(): void {
  for (let socket = free.pop(); socket; socket = free.pop()) {
    if (!socket.writable) continue;
    socket.write(written);
    sent += 1;
    return;
  }
  if (open < connections) openSocket();
}

const begin = performance.now();
let due = 0;
const timer = setInterval(() => {
  const now = ((performance.now() - begin) * perSecond) / 1_000;
  for (due = Math.max(due, now - perSecond / 100); due < now; due += 1) sendNext();
}, 2);
parentPort?.once("message", () => {
  clearInterval(timer);
  const result: FloodResult = { sent, refused };
  parentPort?.postMessage(result);
  process.exit(0);
});
