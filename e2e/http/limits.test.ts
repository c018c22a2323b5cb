import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { Socket } from "node:net";
import { after, before, test } from "node:test";
import { Worker } from "node:worker_threads";
import { figure } from "../../packages/engine/test/figure.ts";
import { checkProblem } from "./check-answer.ts";
import { readAnswers } from "./exchange.ts";
import type { Flood } from "./flood.ts";
import { head } from "./raw/raw-case.ts";
import { type Service, startService } from "./service.ts";

const mostRead = 256 * 1_024;
const rounds = 8;
const json = "Content-Type: application/json";
const block = Buffer.alloc(16_384, " ");
const chunkOfBlanks = Buffer.concat([Buffer.from("4000\r\n"), block, Buffer.from("\r\n")]);

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

const floods = {
  "a body that announces 10 GiB": {
    head: head("POST /api/validate HTTP/1.1", json, "Content-Length: 10737418240"),
    part: block,
    gets: "body-too-large",
  },
  "a chunked body without end": {
    head: head("POST /api/build HTTP/1.1", json, "Transfer-Encoding: chunked"),
    part: chunkOfBlanks,
    gets: "body-too-large",
  },
  "a chunked body without end, of another type": {
    head: head("POST /api/validate HTTP/1.1", "Content-Type: text/plain", "Transfer-Encoding: chunked"),
    part: chunkOfBlanks,
    gets: "unsupported-media-type",
  },
  "10 GiB for a path that leads nowhere": {
    head: head("PUT /nothing HTTP/1.1", json, "Content-Length: 10737418240"),
    part: block,
    gets: "not-found",
  },
  "10 GiB behind GET": {
    head: head("GET /api/domains HTTP/1.1", "Content-Length: 10737418240"),
    part: block,
    gets: "bad-request",
  },
} as const;

for (const [title, { head, part, gets }] of Object.entries(floods)) {
  test(`${title} is answered ${gets}, and at most 256 KiB of it are read`, async () => {
    const read: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { answer, bytesRead } = await flood(head, part);
      assert.ok(answer, `round ${round}: the answer arrives, though the client is still sending`);
      assert.equal(checkProblem(answer, service.url), gets);
      assert.equal(answer.headers.connection, "close");
      read.push(bytesRead);
    }
    figure(`${title}: answers received`, read.length, rounds);
    figure(`${title}: bytes read by the server, at most`, Math.max(...read), mostRead);
    assert.ok(Math.max(...read) <= mostRead);
  });
}

test("afterwards the service answers as before", async () => {
  assert.equal((await service.call("listDomains")).status, 200);
});

// Sends as fast as the connection takes it, until the server ends the connection.
async function flood(head: string, part: Uint8Array) {
  const port = Number(new URL(service.url).port);
  const accepted = Promise.withResolvers<Socket>();
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    if (socket.localPort === port) accepted.resolve(socket);
  };
  subscribe("net.server.socket", onSocket);
  const workerData: Flood = { port, head, part };
  const client = new Worker(new URL("./flood.ts", import.meta.url), { workerData });
  const [serverSide, [received]] = await Promise.all([
    accepted.promise,
    once(client, "message") as Promise<[string]>,
    once(client, "exit"),
  ]);
  unsubscribe("net.server.socket", onSocket);
  const [answer] = readAnswers(received, false).answers;
  return { answer, bytesRead: serverSide.bytesRead };
}
