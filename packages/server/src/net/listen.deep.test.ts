import assert from "node:assert/strict";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { listen } from "./listen.ts";

const noProxy = () => false;

test("answers a request that arrives during startup once the service is ready", async () => {
  const listener = await listen("127.0.0.1", 0, noProxy);
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

test("listens on every address of localhost until it is closed", async () => {
  const listener = await listen("localhost", 0, noProxy);
  listener.serve((_request, response) => void response.end("served"));
  const { port } = new URL(listener.url);
  const addresses = await lookup("localhost", { all: true });
  for (const { address, family } of addresses) {
    const response = await fetch(`http://${family === 6 ? `[${address}]` : address}:${port}/`);
    assert.equal(await response.text(), "served", address);
  }
  listener.connections.closeIdle();
  await listener.close();
  for (const { address } of addresses) {
    await assert.rejects(once(connect(Number(port), address), "connect"), { code: "ECONNREFUSED" });
  }
});

const requestText = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

test("destroys a connection that does not wait for each answer, and refuses its address for a while", async () => {
  const proxy = "127.0.0.2";
  const listener = await listen("127.0.0.1", 0, (address) => address === proxy);
  let started = 0;
  listener.serve((_request, response) => {
    started += 1;
    setImmediate(() => response.end("served"));
  });
  const open = (localAddress: string) =>
    connect({ host: "127.0.0.1", port: Number(new URL(listener.url).port), localAddress }).on("error", () => {});
  const isServed = async (localAddress: string) => {
    const client = open(localAddress);
    const ended = once(client, "close").then(() => false);
    client.write(requestText);
    const isAnswered = await Promise.race([once(client, "data").then(() => true), ended]);
    client.destroy();
    return isAnswered;
  };
  for (const [address, extraRequests] of [
    ["127.0.0.3", requestText.repeat(99)],
    [proxy, requestText],
  ] as const) {
    const client = open(address);
    // A connection may send any number of requests, one after another.
    client.write(requestText);
    await once(client, "data");
    assert.equal(started, 1);
    client.write(requestText + extraRequests);
    await once(client, "close");
    assert.ok(started <= 2, `${started}`);
    started = 0;
    assert.equal(await isServed(address), address === proxy, address);
    started = 0;
  }
  assert.ok(await isServed("127.0.0.5"));
  await listener.close();
});

test("fails with an error that names the port if the port is in use", async () => {
  const occupied = await listen("127.0.0.1", 0, noProxy);
  const port = Number(new URL(occupied.url).port);
  await assert.rejects(listen("127.0.0.1", port, noProxy), { code: "EADDRINUSE", port });
  await occupied.close();
});
