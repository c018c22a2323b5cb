import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** The result of a period of load. */
export interface Load {
  readonly calls: number;
  /** How busy the load generator was, from 0 to 1. Near 1, the benchmark would measure the generator itself. */
  readonly generatorBusy: number;
}

/** A fixed number of callers on one connection each. A caller sends its next call when the previous one is answered. */
export interface Callers extends Disposable {
  /** Calls for `milliseconds`, as fast as the service answers, or at a total rate if one is given. */
  run(milliseconds: number, callsPerSecond?: number): Promise<Load>;
}

export interface CallersOptions {
  readonly connections: number;
  /** Whether the body of an answer is the expected one. */
  isExpected(body: string): boolean;
}

/** Connects callers that send the same body repeatedly. Without a body, they request a page as a browser does. */
export async function connectCallers(
  url: string,
  body: string | undefined,
  { connections, isExpected }: CallersOptions,
): Promise<Callers> {
  const { hostname, port, pathname } = new URL(url);
  const host = `Host: ${hostname}:${port}`;
  const head =
    body === undefined
      ? [`GET ${pathname} HTTP/1.1`, host, "Accept: text/html"]
      : [
          `POST ${pathname} HTTP/1.1`,
          host,
          "Content-Type: application/json",
          `Content-Length: ${Buffer.byteLength(body)}`,
        ];
  // The request is built only once, because a client library would cost as much as the service under test.
  const request = Buffer.from(`${head.join("\r\n")}\r\n\r\n${body ?? ""}`);
  const open = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }).setEncoding("latin1");
    await once(socket, "connect");
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: connections }, open));

  /** Calls until `untilMs`, and returns the number of calls. */
  async function callRepeatedly(caller: number, untilMs: number, intervalMs: number): Promise<number> {
    let calls = 0;
    // The callers are spread evenly over the interval. A late caller sends its next call at once.
    let dueMs = performance.now() + (intervalMs * caller) / connections;
    for (; performance.now() < untilMs; dueMs += intervalMs) {
      if (intervalMs > 0) await wait(Math.max(0, dueMs - performance.now()));
      const answer = await call(sockets[caller] as Socket, request);
      calls += 1;
      if (!isExpected(answer.body)) throw new Error(`Unexpected answer: ${answer.body.slice(0, 500)}`);
      // The service closes a connection after a number of calls, and the client opens a new one.
      if (answer.isClosing) sockets[caller] = await open();
    }
    return calls;
  }

  return {
    async run(milliseconds, callsPerSecond) {
      const intervalMs = callsPerSecond === undefined ? 0 : (1_000 * connections) / callsPerSecond;
      const before = performance.eventLoopUtilization();
      const untilMs = performance.now() + milliseconds;
      const counts = await Promise.all(sockets.map((_, caller) => callRepeatedly(caller, untilMs, intervalMs)));
      const calls = counts.reduce((sum, count) => sum + count, 0);
      return { calls, generatorBusy: performance.eventLoopUtilization(before).utilization };
    },
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

// All services answer with a Content-Length and in ASCII, so the length is also the number of characters.
function call(socket: Socket, request: Buffer): Promise<{ readonly body: string; readonly isClosing: boolean }> {
  return new Promise((resolve, reject) => {
    let text = "";
    const settle = (finish: () => void) => {
      socket.off("data", receive).off("close", fail).off("error", fail);
      finish();
    };
    const receive = (part: string) => {
      text += part;
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = text.slice(0, end).toLowerCase();
      const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1]);
      if (text.length < end + 4 + length) return;
      settle(() => resolve({ body: text.slice(end + 4), isClosing: head.includes("\r\nconnection: close") }));
    };
    const fail = () => settle(() => reject(new Error("The service closed the connection before it answered.")));
    socket.on("data", receive).on("close", fail).on("error", fail);
    socket.write(request);
  });
}
