import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A call to the service. Default: a GET of the domains. */
export interface Call {
  readonly path?: string;
  /** The client's address, sent unchanged in X-Forwarded-For. */
  readonly client?: string;
  readonly headers?: { readonly [name: string]: string };
  /** A call with a body is a POST. */
  readonly body?: string | Uint8Array;
}

/** An answer, with the times of the call and the answer in milliseconds, as `performance.now` returns them. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  header(name: string): string | undefined;
}

/** Sends concurrent calls, each on a separate connection, which is kept open for later calls. */
export interface Callers extends Disposable {
  call(url: string, call?: Call): Promise<Answer>;
  /** Opens connections in advance, so that simultaneous calls do not have to wait for them. */
  open(url: string, connections: number): Promise<void>;
}

/** Creates callers. They write requests as bytes, because a client library would use as much CPU as the service. */
export function createCallers(localAddress = "127.0.0.1"): Callers {
  const idle = new Map<string, Socket[]>();
  const allSockets = new Set<Socket>();

  function findIdle(url: string): Socket[] {
    const sockets = idle.get(url) ?? [];
    idle.set(url, sockets);
    return sockets;
  }

  async function connectTo(url: string): Promise<Socket> {
    const { hostname: host, port } = new URL(url);
    const socket = connect({ host, port: Number(port), localAddress, noDelay: true }).setEncoding("latin1");
    allSockets.add(socket);
    socket.once("close", () => allSockets.delete(socket));
    // Keeps a failed idle connection from ending this process. During a call, `exchange` reports the failure.
    socket.on("error", () => {});
    await once(socket, "connect");
    return socket;
  }

  return {
    async call(url, call = {}) {
      let socket = findIdle(url).pop();
      while (socket?.closed || socket?.readableEnded) socket = findIdle(url).pop();
      socket ??= await connectTo(url);
      const answer = await exchange(socket, writeRequest(url, call));
      if (answer.header("connection") === "close") socket.destroy();
      else findIdle(url).push(socket);
      return answer;
    },
    async open(url, connections) {
      const missing = connections - findIdle(url).length;
      const opened = await Promise.all(Array.from({ length: Math.max(0, missing) }, () => connectTo(url)));
      findIdle(url).push(...opened);
    },
    [Symbol.dispose]() {
      for (const socket of allSockets) socket.destroy();
    },
  };
}

function writeRequest(url: string, { path = "/api/domains", client, headers = {}, body }: Call): string | Uint8Array {
  const lines = [
    `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1`,
    `Host: ${url.slice("http://".length)}`,
    ...(client === undefined ? [] : [`X-Forwarded-For: ${client}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (body === undefined) return `${lines.join("\r\n")}\r\n\r\n`;
  if (!Object.hasOwn(headers, "content-type")) lines.push("Content-Type: application/json");
  const head = `${lines.join("\r\n")}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return typeof body === "string" ? head + body : Buffer.concat([Buffer.from(head), body]);
}

// Every answer to these calls has a Content-Length and is ASCII, so characters can be counted as bytes.
function exchange(socket: Socket, request: string | Uint8Array): Promise<Answer> {
  const sentAt = performance.now();
  return new Promise((resolve, reject) => {
    let text = "";
    const settle = (finish: () => void) => {
      socket.off("data", onData).off("close", onClose);
      finish();
    };
    const onData = (part: string) => {
      text += part;
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = text.slice(0, end);
      const header = (name: string) => new RegExp(`\r\n${name}: ([^\r]*)`, "i").exec(head)?.[1];
      if (text.length < end + 4 + Number(header("content-length"))) return;
      const answer = { status: Number(head.slice(9, 12)), body: text.slice(end + 4), sentAt, header };
      settle(() => resolve({ ...answer, answeredAt: performance.now() }));
    };
    const onClose = () => settle(() => reject(new Error("The connection ended before the answer.")));
    socket.on("data", onData).on("close", onClose);
    socket.write(request);
  });
}
