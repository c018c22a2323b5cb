// A flood of calls from addresses of this machine, in a thread of its own; flood.ts says which.
import { connect, type Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/** What a flood consists of. */
export interface Flood {
  readonly url: string;
  /** The addresses that connections come from, in turn. */
  readonly from: readonly string[];
  /** `pipelined` sends four calls at a time, and the next four when all are answered. */
  readonly kind: "kept" | "new" | "pipelined";
  /** Calls in a second, whether or not earlier ones are answered; pipelined calls have no other pace than their answers. */
  readonly callsPerSecond: number;
}

/** What came back. */
export interface FloodResult {
  readonly sent: number;
  readonly refused: number;
  readonly seconds: number;
}

const depth = 4;
const connections = 64;
const maxOpen = 2_000;
const tickMs = 2;

const { url, from, kind, callsPerSecond } = workerData as Flood;
const { hostname: host, port } = new URL(url);
const call = `GET /api/domains HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`;
const begin = performance.now();
const free: Socket[] = [];
let [sent, refused, opened, open] = [0, 0, 0, 0];

function openSocket(): Socket {
  const socket = connect({
    host,
    port: Number(port),
    localAddress: from[opened % from.length] as string,
    noDelay: true,
  });
  opened += 1;
  open += 1;
  let tail = "";
  let unanswered = 0;
  socket.on("data", (part) => {
    const text = tail + part.toString("latin1");
    const answers = text.split("HTTP/1.1 429").length - 1;
    tail = text.slice(-11).startsWith("HTTP/1.1 429") ? "" : text.slice(-11);
    refused += answers;
    unanswered += answers;
    // Reset, because one address has too few ports for connections that linger.
    if (kind === "new") socket.resetAndDestroy();
    else if (kind === "kept") free.push(socket);
    else if (unanswered >= depth && socket.writable) {
      unanswered = 0;
      sendOn(socket, depth);
    }
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    open -= 1;
    if (kind === "pipelined") setTimeout(() => sendOn(openSocket(), depth), 20);
  });
  return socket;
}

function sendOn(socket: Socket, times: number): void {
  socket.write(call.repeat(times));
  sent += times;
}

function nextSocket(): Socket | undefined {
  for (let socket = free.pop(); socket; socket = free.pop()) if (socket.writable) return socket;
  return open < maxOpen ? openSocket() : undefined;
}

if (kind === "pipelined") for (let index = 0; index < connections; index += 1) sendOn(openSocket(), depth);
else {
  let due = 0;
  setInterval(() => {
    const now = ((performance.now() - begin) * callsPerSecond) / 1_000;
    // What could not be sent in its time is not sent later.
    for (due = Math.max(due, now - callsPerSecond / 100); due < now; due += 1) {
      const socket = nextSocket();
      if (socket) sendOn(socket, 1);
    }
  }, tickMs);
}
parentPort?.once("message", () => {
  const result: FloodResult = { sent, refused, seconds: (performance.now() - begin) / 1_000 };
  parentPort?.postMessage(result);
  process.exit(0);
});
