import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { Socket } from "node:net";
import { Worker } from "node:worker_threads";
import type { Answer } from "./check-answer.ts";
import { readAnswers } from "./exchange.ts";
import type { Flood } from "./flood-worker.ts";

/** Sends data as fast as possible until the server, which runs in this process, ends the connection. */
export async function sendFlood(
  url: string,
  head: string,
  part: Uint8Array,
): Promise<{ readonly answer: Answer | undefined; readonly bytesRead: number }> {
  const port = Number(new URL(url).port);
  const accepted = Promise.withResolvers<Socket>();
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    if (socket.localPort === port) accepted.resolve(socket);
  };
  subscribe("net.server.socket", onSocket);
  const workerData: Flood = { port, head, part };
  const client = new Worker(new URL("./flood-worker.ts", import.meta.url), { workerData });
  const [serverSide, [received]] = await Promise.all([
    accepted.promise,
    once(client, "message") as Promise<[string]>,
    once(client, "exit"),
  ]);
  unsubscribe("net.server.socket", onSocket);
  const [answer] = readAnswers(received, false).answers;
  return { answer, bytesRead: serverSide.bytesRead };
}
