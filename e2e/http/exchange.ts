import { connect, type Socket } from "node:net";
import type { Answer } from "./check-answer.ts";

/** What the server sent over one connection. */
export interface Exchange {
  /** All answers in order, including interim ones (1xx). */
  readonly answers: readonly Answer[];
  /** Whether the server ended the connection. */
  readonly closed: boolean;
  /** The text after the last complete answer. */
  readonly rest: string;
}

interface ExchangeOptions {
  /** How many final answers to wait for. A short pause follows, in case the server sends more. */
  readonly expect: number;
  /** Whether to wait until the server ends the connection. Default: false. */
  readonly closes?: boolean | undefined;
  /** Whether the client half-closes the connection after sending. */
  readonly halfClose?: boolean;
}

/** Sends raw bytes and reads the answers. */
export async function exchange(url: string, bytes: string | Uint8Array, options: ExchangeOptions): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const request = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
  const isHead = Buffer.from(request).subarray(0, 5).toString("latin1") === "HEAD ";
  socket.on("error", () => {});
  socket.write(request);
  if (options.halfClose) socket.end();
  try {
    return await collectAnswers(socket, isHead, options);
  } finally {
    socket.destroy();
  }
}

const pauseMs = 25;
const timeoutMs = 120_000;

function collectAnswers(socket: Socket, isHead: boolean, options: ExchangeOptions): Promise<Exchange> {
  const { expect, closes = false } = options;
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    let pause: NodeJS.Timeout | undefined;
    const finish = (closed: boolean) => {
      clearTimeout(timeout);
      clearTimeout(pause);
      resolve({ ...readAnswers(received.toString("latin1"), isHead), closed });
    };
    const timeout = setTimeout(() => {
      const awaited = `${expect} answers${closes ? " and the end of the connection" : ""}`;
      reject(new Error(`Timed out after ${timeoutMs} ms waiting for ${awaited}. Received:\n${received}`));
    }, timeoutMs);
    socket.on("data", (part) => {
      received = Buffer.concat([received, part]);
      if (closes) return;
      const { answers } = readAnswers(received.toString("latin1"), isHead);
      if (answers.filter(({ status }) => status >= 200).length >= expect) pause ??= setTimeout(finish, pauseMs, false);
    });
    socket.on("end", () => finish(true));
    socket.on("close", () => finish(true));
  });
}

/** Splits the text that a server sent into answers, by their Content-Length. */
export function readAnswers(text: string, isHead: boolean): { readonly answers: Answer[]; readonly rest: string } {
  const answers: Answer[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0 || !rest.startsWith("HTTP/1.1 ")) return { answers, rest };
    const [line = "", ...lines] = rest.slice(0, end).split("\r\n");
    const status = Number(line.split(" ")[1]);
    const headers = Object.fromEntries(
      lines.map((header) => [
        header.slice(0, header.indexOf(":")).toLowerCase(),
        header.slice(header.indexOf(":") + 1).trim(),
      ]),
    );
    const length = isHead || status < 200 || status === 304 ? 0 : Number(headers["content-length"] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    if (body.length < length) return { answers, rest };
    answers.push({ status, headers, body: Buffer.from(body, "latin1").toString("utf8") });
    rest = rest.slice(end + 4 + length);
  }
}
