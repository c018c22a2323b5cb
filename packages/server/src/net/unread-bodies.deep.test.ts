import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { limits } from "@assay/contract";
import { waitUntil } from "@assay/testing/wait-until";
import { Problem } from "../problem.ts";
import { clientBounds, unreadBytes } from "./client-bounds.ts";
import { createUnreadBodies } from "./unread-bodies.ts";

test("a body is what was sent, however it was cut", async () => {
  await using service = await startService();
  const body = Buffer.from(Array.from({ length: 9_000 }, (_, index) => index % 251));
  for (const cuts of [[], [1], [1, 2, 3, 4_000], [4_096, 8_192]]) {
    const client = service.open("one");
    client.write(headOf(body.length));
    for (const [from, to] of [0, ...cuts].map((cut, index) => [cut, cuts[index]] as const)) {
      client.write(body.subarray(from, to));
      await wait(5);
    }
    assert.equal(await answerOf(client), `200 ${digestOf(body)}`);
  }
  const chunked = service.open("one");
  const pieces = Array.from({ length: 500 }, (_, index) => `5\r\n${String(index).padStart(5)}\r\n`);
  chunked.write(`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${pieces.join("")}0\r\n\r\n`);
  const expected = Array.from({ length: 500 }, (_, index) => String(index).padStart(5)).join("");
  assert.equal(await answerOf(chunked), `200 ${digestOf(Buffer.from(expected))}`);
});

test("when unread bodies take too much memory, those without progress are given up, and one that proceeds is not", async () => {
  await using service = await startService();
  const fitting = unreadBytes / limits.bodyBytes;
  const slow = service.open("slow");
  slow.write(headOf(36_000));
  slow.write("x".repeat(4_000));
  await waitUntil("it was begun", () => service.begun() === 1);
  for (let sent = 4_000; sent < 32_000; sent += 4_000) {
    // As many others come meanwhile as fill a quarter of the memory, and each sends a byte more now and then.
    await service.fill(fitting / 4);
    slow.write("x".repeat(4_000));
    for (const client of service.clients) if (client !== slow && client.writable) client.write("y");
  }
  assert.ok(service.closed.unread >= fitting * 0.75, `${service.closed.unread} were given up`);
  slow.write("x".repeat(4_000));
  assert.match(await answerOf(slow), /^200 /);
  // The first of the others has waited longest.
  assert.equal(await answerOf(service.clients[1] as Socket), "503 overloaded");
});

test("a client may send only a limited number of bodies at once, and does not hold up others", async () => {
  await using service = await startService();
  const many = Array.from({ length: clientBounds.bodies }, () => service.open("many"));
  for (const client of many) client.write(`${headOf(10)}12345`);
  await waitUntil("all were begun", () => service.begun() === many.length);
  const more = service.open("many");
  more.write(`${headOf(10)}12345`);
  assert.equal(await answerOf(more), "503 overloaded");
  const other = service.open("other");
  other.write(`${headOf(3)}abc`);
  assert.equal(await answerOf(other), `200 ${digestOf(Buffer.from("abc"))}`);
  const proxied = Array.from({ length: 2 * clientBounds.bodies }, () => service.open("proxy"));
  for (const client of proxied) client.write(`${headOf(10)}12345`);
  for (const client of [...many, ...proxied]) client.write("67890");
  for (const client of [...many, ...proxied])
    assert.equal(await answerOf(client), `200 ${digestOf(Buffer.from("1234567890"))}`);
  assert.deepEqual(service.closed, { bodies: 1, unread: 0 });
  // Who has sent them may send others.
  const again = service.open("many");
  again.write(`${headOf(3)}abc`);
  assert.equal(await answerOf(again), `200 ${digestOf(Buffer.from("abc"))}`);
});

test("nothing is left of a client that went away", async () => {
  await using service = await startService();
  for (let round = 0; round < 3; round += 1) {
    const clients = Array.from({ length: clientBounds.bodies }, () => service.open("one"));
    for (const client of clients) client.write(`${headOf(10)}12345`);
    await waitUntil("all were begun", () => service.begun() === (round + 1) * clients.length);
    for (const client of clients) client.destroy();
    await waitUntil("all have ended", () => service.ended() === (round + 1) * clients.length);
  }
  assert.deepEqual(service.closed, { bodies: 0, unread: 0 });
});

function digestOf(body: Uint8Array): string {
  return hash("sha256", body);
}

function headOf(length: number): string {
  return `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;
}

const received = new WeakMap<Socket, string>();

/** Waits for the answer of a connection: its status and its body. */
async function answerOf(client: Socket): Promise<string> {
  const text = await waitUntil("there is an answer", () => received.get(client) ?? "", {
    isDone: (so) => /\r\n\r\n.+/s.test(so),
  });
  return `${text.split(" ")[1]} ${text.split("\r\n\r\n")[1]}`;
}

/** A server that answers each request with its body, or with the code of the problem; a client is named by its port. */
async function startService() {
  const names = new Map<number, string>();
  const closed = { bodies: 0, unread: 0 };
  let [begun, ended] = [0, 0];
  const bodies = createUnreadBodies({
    clientOf({ socket }) {
      const name = names.get(socket.remotePort ?? 0) ?? "";
      return { name, isUnbounded: name === "proxy" };
    },
    closed(reason) {
      closed[reason] += 1;
    },
  });
  const server = createServer(async (request, response) => {
    begun += 1;
    bodies.collect(request);
    const body = await bodies.whole(request);
    const answer = body instanceof Problem ? ([body.status, body.code] as const) : ([200, digestOf(body)] as const);
    ended += 1;
    const length = { "content-length": answer[1].length };
    response.writeHead(answer[0], answer[0] === 200 ? length : { ...length, connection: "close" }).end(answer[1]);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const clients: Socket[] = [];
  const open = (name: string) => {
    const client = connect({ port, host: "127.0.0.1" });
    client.on("error", () => {});
    client.on("data", (part) => received.set(client, (received.get(client) ?? "") + part));
    client.on("connect", () => names.set(client.localPort ?? 0, name));
    clients.push(client);
    return client;
  };
  return {
    closed,
    clients,
    open,
    begun: () => begun,
    ended: () => ended,
    /** Opens connections of as many clients that withhold the last byte of a body. */
    async fill(count: number) {
      const before = begun;
      for (let index = 0; index < count; index += 1) {
        open(`client ${clients.length}`).write(`${headOf(limits.bodyBytes)}${"x".repeat(limits.bodyBytes - 100)}`);
      }
      await waitUntil("all were begun", () => begun === before + count);
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
