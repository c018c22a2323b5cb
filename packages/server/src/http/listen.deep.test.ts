import assert from "node:assert/strict";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { listen } from "./listen.ts";

const unbounded = { isShared: () => true, closed: () => {} };

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

test("a port that is taken is an error that names it", async () => {
  const taken = await listen("127.0.0.1", 0, unbounded);
  const port = Number(new URL(taken.url).port);
  await assert.rejects(listen("127.0.0.1", port, unbounded), { code: "EADDRINUSE", port });
  await taken.close();
});
