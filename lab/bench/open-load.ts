import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** What callers got who did not wait for each other. */
export interface OpenLoad {
  readonly sent: number;
  /** Answers with 200 within a second. */
  readonly good: number;
  /** Answers with 200 after that. */
  readonly late: number;
  /** Answers with 503 and Retry-After. */
  readonly refused: number;
  /** Any other answer, no answer within five seconds, or a connection that failed. */
  readonly failed: number;
  readonly refusalP50Ms: number;
  readonly refusalP99Ms: number;
  readonly seconds: number;
  /** How busy the generator itself was, from 0 to 1. */
  readonly generatorBusy: number;
}

export interface OpenLoadOptions {
  readonly url: string;
  readonly body: string;
  readonly callsPerSecond: number;
  readonly milliseconds: number;
  /** Whether each call has a connection of its own; otherwise those that are free are used again. */
  readonly isFresh: boolean;
}

const goodMs = 1_000;
const patienceMs = 5_000;
const tickMs = 2;
const keptConnections = 600;

/** Sends calls at a steady rate, whether or not earlier ones are answered, and waits for the last answer. */
export async function runOpenLoad({
  url,
  body,
  callsPerSecond,
  milliseconds,
  isFresh,
}: OpenLoadOptions): Promise<OpenLoad> {
  const { hostname, port, pathname } = new URL(url);
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(isFresh ? ["Connection: close"] : []),
  ];
  const request = Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
  const open = () => connect({ host: hostname, port: Number(port), noDelay: true });
  const free: Socket[] = isFresh ? [] : Array.from({ length: keptConnections }, open);
  await Promise.all(free.map((socket) => once(socket, "connect")));
  const refusals: number[] = [];
  let [sent, answered, good, late, failed] = [0, 0, 0, 0, 0];

  function call(): void {
    const socket = free.pop() ?? open();
    const begin = performance.now();
    let text = "";
    const end = (status: number, isKept: boolean) => {
      socket.off("data", take).off("close", lost);
      clearTimeout(timeout);
      const took = performance.now() - begin;
      answered += 1;
      if (status === 200 && took <= goodMs) good += 1;
      else if (status === 200) late += 1;
      else if (status === 503 && /\r\nretry-after: \d/i.test(text)) refusals.push(took);
      else failed += 1;
      if (isKept && !isFresh) free.push(socket);
      else socket.destroy();
    };
    const take = (part: Buffer) => {
      text += part.toString("latin1");
      const bodyAt = text.indexOf("\r\n\r\n") + 4;
      if (bodyAt < 4) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
      if (text.length < bodyAt + length) return;
      end(Number(text.slice(9, 12)), !/\r\nconnection: close/i.test(text.slice(0, bodyAt)));
    };
    const lost = () => end(0, false);
    const timeout = setTimeout(lost, patienceMs);
    socket.on("data", take).on("close", lost);
    if (socket.listenerCount("error") === 0) socket.on("error", () => {});
    socket.write(request);
    sent += 1;
  }

  const before = performance.eventLoopUtilization();
  const begin = performance.now();
  await new Promise<void>((resolve) => {
    const ticks = setInterval(() => {
      const elapsed = performance.now() - begin;
      while (sent < (Math.min(elapsed, milliseconds) * callsPerSecond) / 1_000) call();
      if (elapsed < milliseconds) return;
      clearInterval(ticks);
      resolve();
    }, tickMs);
  });
  const generatorBusy = performance.eventLoopUtilization(before).utilization;
  const seconds = (performance.now() - begin) / 1_000;
  while (answered < sent) await new Promise((resolve) => setTimeout(resolve, tickMs));
  for (const socket of free) socket.destroy();
  refusals.sort((a, b) => a - b);
  return {
    ...{ sent, good, late, failed, seconds, generatorBusy },
    refused: refusals.length,
    refusalP50Ms: refusals[Math.floor(refusals.length * 0.5)] ?? Number.NaN,
    refusalP99Ms: refusals[Math.floor(refusals.length * 0.99)] ?? Number.NaN,
  };
}
