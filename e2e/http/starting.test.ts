import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { test } from "node:test";
import { findFreePort } from "@assay/testing/services/find-free-port";
import { waitUntil } from "@assay/testing/wait-until";
import { runBinary } from "../start-binary.ts";
import { head } from "./raw/raw-case.ts";

const nowhere = "http://127.0.0.1:9";

test("a service that is asked to stop while a product hangs answers what has begun, and ends well", async () => {
  await using product = await startSilent();
  const port = await findFreePort();
  await using service = runBinary({ productUrl: product.url, ASSAY_PORT: String(port), ASSAY_DRAIN_SECONDS: "1" });
  const client = await connectTo(port, service.output);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  const headers = ["Content-Type: application/json", "Accept: application/json, text/event-stream"];
  const length = `Content-Length: ${body.length}`;
  const asked = head("POST /mcp HTTP/1.1", ...headers, length, "Expect: 100-continue");
  client.write(asked.replace("Host: localhost", "Host: assay.example"));
  await once(client, "data");
  client.write(body.slice(0, 20));
  await product.asked;
  service.kill("SIGTERM");
  const isDraining = (output: string) => output.includes('"event":"draining","milliseconds":1000');
  await waitUntil("the service is draining", service.output, { isDone: isDraining });
  client.write(body.slice(20));
  let text = "";
  for await (const part of client) text += part;
  assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
  assert.match(text, /"validateProposal"/);
  assert.deepEqual(await service.exited, { code: 0, signal: null });
  const lines = service.output().trim().split("\n");
  // On a slow machine the product may have taken its five seconds before the service was asked to stop.
  const events = lines
    .map((line): { event: string; reason?: string } => JSON.parse(line))
    .filter(({ reason = "" }) => !reason.includes("timeout"))
    .map(({ event }) => event);
  const last = events.slice(events.indexOf("draining"));
  assert.deepEqual(last, ["draining", "stopped"], "and what was given up is no failure of the product");
});

test("a port that is taken and a host that cannot be used are named in one line, with the setting", async () => {
  await using taken = await startSilent();
  const port = new URL(taken.url).port;
  const faults = [
    [{ ASSAY_PORT: port }, new RegExp(`^ASSAY_PORT=${port}: .+\\n$`)],
    [{ ASSAY_OPERATOR_PORT: port }, new RegExp(`^ASSAY_OPERATOR_PORT=${port}: .+\\n$`)],
    [{ ASSAY_HOST: "203.0.113.1" }, /^ASSAY_HOST="203\.0\.113\.1" is not an address of this machine.+\n$/],
    [{ ASSAY_HOST: "not-a-host.invalid" }, /^ASSAY_HOST="not-a-host\.invalid" cannot be resolved.+\n$/],
  ] as const;
  for (const [settings, line] of faults) {
    await using service = runBinary({ productUrl: nowhere, ...settings });
    assert.deepEqual(await service.exited, { code: 1, signal: null }, service.output());
    assert.match(service.output(), line);
  }
});

test("an unknown flag is named, and nothing is started", async () => {
  await using service = runBinary({ productUrl: nowhere }, ["--chek"]);
  assert.deepEqual(await service.exited, { code: 78, signal: null });
  assert.match(service.output(), /"--chek".*--check/);
});

test("--help says how to start the service, whatever the configuration", async () => {
  await using service = runBinary({ productUrl: nowhere, ASSAY_PORT: "none" }, ["--help"]);
  assert.deepEqual(await service.exited, { code: 0, signal: null });
  for (const part of ["--check ", "--connect", "ASSAY_DOMAINS_FILE (required)", "ASSAY_PORT (default: 8080)"])
    assert.ok(service.output().includes(part), part);
});

test("the address of a service on IPv6 can be called", async (context) => {
  if (!hasIPv6()) return context.skip("no IPv6 here");
  await using service = runBinary({ productUrl: nowhere, ASSAY_HOST: "::1" });
  const address = /"url":"([^"]+)"/;
  const output = await waitUntil("the service listens", service.output, { isDone: (text) => address.test(text) });
  const url = address.exec(output)?.[1] ?? "";
  assert.equal(new URL(url).hostname, "[::1]");
  assert.equal((await fetch(`${url}/api/domains`)).status, 200);
});

function hasIPv6(): boolean {
  return Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === "::1"));
}

/** Somebody who takes every connection and never says anything. */
async function startSilent(): Promise<AsyncDisposable & { readonly url: string; readonly asked: Promise<unknown> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
  }).listen(0, "127.0.0.1");
  const asked = once(server, "connection");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function connectTo(port: number, output: () => string): Promise<Socket> {
  let socket: Socket | undefined;
  await waitUntil(
    `port ${port} is open`,
    async () => {
      const probe = connect(port, "127.0.0.1");
      const isOpen = await once(probe, "connect").catch(() => false);
      if (isOpen) socket = probe;
      return output();
    },
    { isDone: () => socket !== undefined },
  );
  return socket as unknown as Socket;
}
