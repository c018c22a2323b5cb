// Sends a flood from addresses of this machine, in a worker thread.
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { connect as connectTls, createSecureContext } from "node:tls";
import { parentPort, workerData } from "node:worker_threads";
import { limits } from "@assay/contract";

/** The parameters of a flood. */
export interface Flood {
  readonly url: string;
  /** The local addresses that connections use in turn. */
  readonly from: readonly string[];
  /**
   * `kept` and `new` send calls on kept or new connections. `pipelined` writes 65 KB of calls at once, and again after
   * each answer. `slow` sends bodies without their last byte. `silent`, `handshake` and `http2` open connections and
   * send no request: no byte, only the TLS handshake, or also the preface of HTTP/2.
   */
  readonly kind: "kept" | "new" | "pipelined" | "slow" | "silent" | "handshake" | "http2";
  /** What `kept`, `new` and `pipelined` request. Default: the domains. */
  readonly path?: string;
  readonly connections: number;
  /** Calls or new connections per second. The sender drops whatever it cannot send in time. */
  readonly perSecond: number;
}

/** The result of a flood. */
export interface FloodResult {
  readonly sent: number;
  /** The number of answers with status 429. */
  readonly refused: number;
  /** The number of connections that are open a second after the last request. */
  readonly open: number;
}

const { url, from, kind, path = "/api/domains", connections, perSecond } = workerData as Flood;
const { protocol, hostname: host, port } = new URL(url);
const call = `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`;
const slow = `POST /api/validate HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${limits.bodyBytes}\r\n\r\n${" ".repeat(limits.bodyBytes - 1)}`;
const payload = {
  kept: call,
  new: call,
  pipelined: call.repeat(Math.ceil(65_000 / call.length)),
  slow,
  silent: "",
  handshake: "",
  // The preface, and an empty frame of settings.
  http2: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0",
}[kind];
const isIdle = kind === "silent" || kind === "handshake" || kind === "http2";
// Shared, because creating one takes longer than a handshake.
const secureContext = createSecureContext();
const idleSockets: Socket[] = [];
let [sent, refused, opened, open] = [0, 0, 0, 0];

function openSocket(): void {
  const address = from[opened % from.length] as string;
  const wire = connect({ host, port: Number(port), localAddress: address, noDelay: true }).on("error", () => {});
  const ALPNProtocols = kind === "http2" ? ["h2"] : ["http/1.1"];
  const socket =
    protocol === "https:" && kind !== "silent"
      ? connectTls({ socket: wire, secureContext, rejectUnauthorized: false, ALPNProtocols })
      : wire;
  opened += 1;
  open += 1;
  socket.on("data", (part) => {
    if (part.includes("HTTP/1.1 429")) refused += 1;
    // Resets the connection, because one address has too few ports for connections that linger.
    if (kind === "new" || kind === "slow") wire.resetAndDestroy();
    else if (!isIdle) idleSockets.push(socket);
  });
  socket.on("error", () => {});
  wire.on("close", () => {
    open -= 1;
  });
  if (payload !== "") socket.write(payload);
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
parentPort?.once("message", async () => {
  clearInterval(timer);
  // The sender may not have noticed yet which connections the proxy has refused.
  await wait(1_000);
  const result: FloodResult = { sent, refused, open };
  parentPort?.postMessage(result);
  process.exit(0);
});
