import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { limits } from "@assay/contract";
import { Problem } from "../problem.ts";
import { collectBody } from "./read-body.ts";

const server = createServer(async (request, response) => {
  const body = await collectBody(request);
  const answer = body instanceof Problem ? body.code : hash("sha256", body);
  response.writeHead(200, { "content-length": answer.length, connection: "close" }).end(answer);
});
before(() => once(server.listen(0, "127.0.0.1"), "listening"));
after(() => server.close());

test("collects a body unchanged, however it is split into pieces", async () => {
  const body = Buffer.from(Array.from({ length: 9_000 }, (_, index) => index % 251));
  for (const cuts of [[], [1], [1, 2, 3, 4_000], [4_096, 8_192]]) {
    const client = open(`Content-Length: ${body.length}`);
    for (const [from, to] of [0, ...cuts].map((cut, index) => [cut, cuts[index]] as const)) {
      client.write(body.subarray(from, to));
      await wait(5);
    }
    assert.equal(await readAnswer(client), hash("sha256", body));
  }
  const chunked = open("Transfer-Encoding: chunked");
  const pieces = Array.from({ length: 20_000 }, (_, index) => String(index % 10));
  chunked.write(`${pieces.map((piece) => `1\r\n${piece}\r\n`).join("")}0\r\n\r\n`);
  assert.equal(await readAnswer(chunked), hash("sha256", pieces.join("")));
});

test("refuses a body as soon as it is known to be too large", async () => {
  assert.equal(await readAnswer(open(`Content-Length: ${limits.bodyBytes + 1}`)), "body-too-large");
  const chunked = open("Transfer-Encoding: chunked");
  const size = limits.bodyBytes + 1;
  chunked.write(`${size.toString(16)}\r\n${" ".repeat(size)}\r\n`);
  assert.equal(await readAnswer(chunked), "body-too-large");
});

function open(header: string): Socket {
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("latin1");
  client.write(`POST / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`);
  return client;
}

async function readAnswer(client: Socket): Promise<string | undefined> {
  let received = "";
  for await (const part of client) received += part;
  return received.split("\r\n\r\n")[1];
}
