import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** What a moment of load gave. */
export interface Load {
  readonly calls: number;
  readonly callsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How busy the generator itself was, from 0 to 1: near 1 it would be what is measured. */
  readonly generatorBusy: number;
}

/** A bounded number of callers, each on its own connection, each sending the next call when the last is answered. */
export interface Callers extends Disposable {
  /** Calls for so long, as fast as the service answers, or together at a rate if one is given. */
  run(milliseconds: number, callsPerSecond?: number): Promise<Load>;
}

export interface CallersOptions {
  readonly connections: number;
  /** Looks at each answer's body. */
  isExpected(body: string): boolean;
  /** More headers for the next call, each a line; none unless given. */
  headers?(): readonly string[];
}

/** Connects callers that send the same body again and again; without a body, they ask for a page as a browser does. */
export async function connectCallers(
  url: string,
  body: string | undefined,
  { connections, isExpected, headers }: CallersOptions,
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
  // Written once: a client library would cost as much as what is measured.
  const writeRequest = (more: readonly string[]) =>
    Buffer.from(`${[...head, ...more].join("\r\n")}\r\n\r\n${body ?? ""}`);
  const usual = writeRequest([]);
  const next = headers ? () => writeRequest(headers()) : () => usual;
  const open = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }).setEncoding("latin1");
    await once(socket, "connect");
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: connections }, open));

  async function repeat(caller: number, until: number, times: number[], everyMs: number): Promise<void> {
    // Evenly spread over the callers; one that is late sends its next call at once.
    let due = performance.now() + (everyMs * caller) / connections;
    for (; performance.now() < until; due += everyMs) {
      if (everyMs > 0) await wait(Math.max(0, due - performance.now()));
      const request = next();
      const begin = performance.now();
      const answer = await call(sockets[caller] as Socket, request);
      times.push(performance.now() - begin);
      if (!isExpected(answer.body)) throw new Error(`Not the expected answer: ${answer.body.slice(0, 500)}`);
      // A service ends a connection after so many calls; any client opens the next one.
      if (answer.closes) sockets[caller] = await open();
    }
  }

  return {
    async run(milliseconds, callsPerSecond) {
      const everyMs = callsPerSecond === undefined ? 0 : (1_000 * connections) / callsPerSecond;
      const times: number[] = [];
      const before = performance.eventLoopUtilization();
      const begin = performance.now();
      await Promise.all(sockets.map((_, caller) => repeat(caller, begin + milliseconds, times, everyMs)));
      const seconds = (performance.now() - begin) / 1_000;
      times.sort((a, b) => a - b);
      return {
        calls: times.length,
        callsPerSecond: times.length / seconds,
        p50Ms: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
        p99Ms: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
        generatorBusy: performance.eventLoopUtilization(before).utilization,
      };
    },
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

// Both services answer with a Content-Length, and ASCII only: a character is a byte.
function call(socket: Socket, request: Buffer): Promise<{ readonly body: string; readonly closes: boolean }> {
  return new Promise((resolve, reject) => {
    let text = "";
    const settle = (finish: () => void) => {
      socket.off("data", take).off("close", lost).off("error", lost);
      finish();
    };
    const take = (part: string) => {
      text += part;
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = text.slice(0, end).toLowerCase();
      const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1]);
      if (text.length < end + 4 + length) return;
      settle(() => resolve({ body: text.slice(end + 4), closes: head.includes("\r\nconnection: close") }));
    };
    const lost = () => settle(() => reject(new Error("The service closed the connection before it answered.")));
    socket.on("data", take).on("close", lost).on("error", lost);
    socket.write(request);
  });
}
