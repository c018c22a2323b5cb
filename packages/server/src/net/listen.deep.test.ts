import assert from "node:assert/strict";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { waitUntil } from "@assay/testing/wait-until";
import { clientBounds } from "./client-bounds.ts";
import { listen } from "./listen.ts";

const unbounded = { isUnbounded: () => true, closed: () => {} };

test("a request that arrives while the service is built is answered once it is", async () => {
  const listener = await listen("127.0.0.1", 0, unbounded);
  const { port } = new URL(listener.url);
  const early = connect(Number(port), "127.0.0.1");
  const arrived = once(listener.server, "request");
  early.write("GET /early HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  await arrived;
  listener.serve((request, response) => void response.end(`served ${request.url}`));
  let text = "";
  for await (const part of early) text += part;
  assert.match(text, /served \/early$/);
  assert.equal(await (await fetch(`${listener.url}/late`)).text(), "served /late");
  await listener.close();
});

test("localhost is every address of that name, and all of them are closed together", async () => {
  const listener = await listen("localhost", 0, unbounded);
  listener.serve((_request, response) => void response.end("served"));
  const { port } = new URL(listener.url);
  const addresses = await lookup("localhost", { all: true });
  for (const { address, family } of addresses) {
    const response = await fetch(`http://${family === 6 ? `[${address}]` : address}:${port}/`);
    assert.equal(await response.text(), "served", address);
  }
  listener.connections.endUnused();
  await listener.close();
  for (const { address } of addresses) {
    await assert.rejects(once(connect(Number(port), address), "connect"), { code: "ECONNREFUSED" });
  }
});

test("connections beyond an address's limit are closed; addresses that many share have no limit", async () => {
  const closed: string[] = [];
  const isUnbounded = (address: string) => address === "127.0.0.2";
  const listener = await listen("127.0.0.1", 0, { isUnbounded, closed: (reason) => void closed.push(reason) });
  listener.serve((_request, response) => void response.end("served"));
  const port = Number(new URL(listener.url).port);
  const open = (localAddress: string, count: number) =>
    Array.from({ length: count }, () => connect({ host: "127.0.0.1", port, localAddress }).on("error", () => {}));
  const { connections } = clientBounds;
  const one = open("127.0.0.3", connections);
  const shared = open("127.0.0.2", connections + 10);
  await waitUntil("all are open", () => listener.connections.count() === one.length + shared.length);
  const beyond = open("127.0.0.3", 3);
  await Promise.all(beyond.map((socket) => once(socket, "close")));
  assert.deepEqual(closed, ["connections", "connections", "connections"]);
  // Another address is served, and this one again once it has closed a connection.
  const [other] = open("127.0.0.4", 1);
  one[0]?.destroy();
  await waitUntil("it is closed", () => listener.connections.count() === one.length + shared.length);
  const [again] = open("127.0.0.3", 1);
  for (const socket of [other, again]) {
    socket?.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert.ok(socket && (await once(socket, "data")));
  }
  assert.equal(closed.length, 3);
  for (const socket of [...one, ...shared, other, again]) socket?.destroy();
  listener.server.closeAllConnections();
  await listener.close();
});

test("a connection with more unanswered requests than a client needs is closed, and none of them is answered", async () => {
  const closed: string[] = [];
  const listener = await listen("127.0.0.1", 0, {
    isUnbounded: () => true,
    closed: (reason) => void closed.push(reason),
  });
  const answers: (() => void)[] = [];
  let begun = 0;
  listener.serve((_request, response) => {
    begun += 1;
    answers.push(() => response.end("served"));
  });
  const port = Number(new URL(listener.url).port);
  const ask = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const { unanswered } = clientBounds;
  const client = connect(port, "127.0.0.1").setEncoding("latin1");
  let received = "";
  client.on("data", (part) => (received += part)).on("error", () => {});
  client.write(ask.repeat(unanswered));
  await waitUntil("all have begun", () => begun === unanswered);
  for (const answer of answers.splice(0)) answer();
  await waitUntil("all are answered", () => received.match(/served/g)?.length === unanswered);
  client.write(ask.repeat(100));
  await once(client, "close");
  assert.deepEqual([closed, begun, received.match(/served/g)?.length], [["pipelined"], 2 * unanswered, unanswered]);
  await listener.close();
});

test("a port that is taken is an error that names it", async () => {
  const taken = await listen("127.0.0.1", 0, unbounded);
  const port = Number(new URL(taken.url).port);
  await assert.rejects(listen("127.0.0.1", port, unbounded), { code: "EADDRINUSE", port });
  await taken.close();
});
