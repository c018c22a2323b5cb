import { connect, type Socket } from "node:net";
import type { Answer } from "./check-answer.ts";

/** What came back over one connection. */
export interface Exchange {
  /** Every answer in turn, interim ones (1xx) too. */
  readonly answers: readonly Answer[];
  /** Whether the server ended the connection. */
  readonly closed: boolean;
  /** What came after the last whole answer. */
  readonly rest: string;
}

interface ExchangeOptions {
  /** How many final answers to wait for; a moment more is waited for one too many. */
  readonly expect: number;
  /** Whether the server ends the connection after them: then its end is awaited. Default: false. */
  readonly closes?: boolean | undefined;
  /** Whether the client says that it sends no more. */
  readonly thenEnd?: boolean;
}

/** Sends bytes as they are and reads whatever comes back. */
export async function exchange(url: string, bytes: string | Uint8Array, options: ExchangeOptions): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const sent = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
  const bodiless = Buffer.from(sent).subarray(0, 5).toString("latin1") === "HEAD ";
  socket.on("error", () => {});
  socket.write(sent);
  if (options.thenEnd) socket.end();
  try {
    return await collectAnswers(socket, bodiless, options);
  } finally {
    socket.destroy();
  }
}

const momentMs = 25;
const timeoutMs = 120_000;

function collectAnswers(socket: Socket, bodiless: boolean, options: ExchangeOptions): Promise<Exchange> {
  const { expect, closes = false } = options;
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    let ended: NodeJS.Timeout | undefined;
    const finish = (closed: boolean) => {
      clearTimeout(late);
      clearTimeout(ended);
      resolve({ ...readAnswers(received.toString("latin1"), bodiless), closed });
    };
    const late = setTimeout(() => {
      const awaited = `${expect} answers${closes ? " and the end of the connection" : ""}`;
      reject(new Error(`Timed out after ${timeoutMs} ms waiting for ${awaited}. Received:\n${received}`));
    }, timeoutMs);
    socket.on("data", (part) => {
      received = Buffer.concat([received, part]);
      if (closes) return;
      const { answers } = readAnswers(received.toString("latin1"), bodiless);
      if (answers.filter(({ status }) => status >= 200).length >= expect) ended ??= setTimeout(finish, momentMs, false);
    });
    socket.on("end", () => finish(true));
    socket.on("close", () => finish(true));
  });
}

/** Reads answers one after the other, each as long as it says it is. */
export function readAnswers(text: string, bodiless: boolean): { readonly answers: Answer[]; readonly rest: string } {
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
    const length = bodiless || status < 200 || status === 304 ? 0 : Number(headers["content-length"] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    if (body.length < length) return { answers, rest };
    answers.push({ status, headers, body: Buffer.from(body, "latin1").toString("utf8") });
    rest = rest.slice(end + 4 + length);
  }
}
