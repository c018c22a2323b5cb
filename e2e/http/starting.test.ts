import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { test } from "node:test";
import { findFreePort } from "@assay/testing/services/find-free-port";
import { waitUntil } from "@assay/testing/wait-until";
import { pretendNode20, runBinary } from "../start-binary.ts";
import { head } from "./raw/raw-case.ts";

const unreachableUrl = "http://127.0.0.1:9";

test("a service that is stopped while a product hangs answers the requests in progress, and exits cleanly", async () => {
  await using product = await startSilentServer();
  const port = await findFreePort();
  await using service = runBinary({ productUrl: product.url, ASSAY_PORT: String(port), ASSAY_DRAIN_SECONDS: "1" });
  const client = await connectTo(port);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  const headers = ["Content-Type: application/json", "Accept: application/json, text/event-stream"];
  const length = `Content-Length: ${body.length}`;
  const request = head("POST /mcp HTTP/1.1", ...headers, length, "Expect: 100-continue");
  client.write(request.replace("Host: localhost", "Host: assay.example"));
  await once(client, "data");
  client.write(body.slice(0, 20));
  await product.connected;
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
  // On a slow machine, the request to the product might have timed out before the service was stopped.
  const events = lines
    .map((line): { event: string; reason?: string } => JSON.parse(line))
    .filter(({ reason = "" }) => !reason.includes("timeout"))
    .map(({ event }) => event);
  const lastEvents = events.slice(events.indexOf("draining"));
  assert.deepEqual(lastEvents, ["draining", "stopped"], "the abandoned request is not logged as a failure");
});

test("a port in use or an unusable host is reported in one line, which names the setting", async () => {
  await using occupant = await startSilentServer();
  const port = new URL(occupant.url).port;
  const faults = [
    [{ ASSAY_PORT: port }, new RegExp(`^ASSAY_PORT=${port}: .+\\n$`)],
    [{ ASSAY_OPERATOR_PORT: port }, new RegExp(`^ASSAY_OPERATOR_PORT=${port}: .+\\n$`)],
    [{ ASSAY_HOST: "203.0.113.1" }, /^ASSAY_HOST="203\.0\.113\.1" is not an address of this machine.+\n$/],
    [{ ASSAY_HOST: "not-a-host.invalid" }, /^ASSAY_HOST="not-a-host\.invalid" cannot be resolved.+\n$/],
  ] as const;
  for (const [settings, line] of faults) {
    await using service = runBinary({ productUrl: unreachableUrl, ...settings });
    assert.deepEqual(await service.exited, { code: 1, signal: null }, service.output());
    assert.match(service.output(), line);
  }
});

test("an unknown flag is reported without its value, and the service does not start", async () => {
  for (const args of [["--chek"], ["--chek=ai_secret"], ["--chek", "ai_secret"]]) {
    await using service = runBinary({ productUrl: unreachableUrl }, args);
    assert.deepEqual(await service.exited, { code: 78, signal: null });
    assert.match(service.output(), /"--chek".*--check/);
    assert.doesNotMatch(service.output(), /ai_secret/);
  }
});

test("under an older version of Node, the service prints the version that it needs", async () => {
  await using service = runBinary({ productUrl: unreachableUrl, NODE_OPTIONS: pretendNode20 });
  assert.deepEqual(await service.exited, { code: 78, signal: null });
  assert.match(service.output(), /^assay-server needs Node 24\.11 .*20\.20\.2.*\n$/);
});

test("--help works even with an invalid configuration", async () => {
  await using service = runBinary({ productUrl: unreachableUrl, ASSAY_PORT: "none" }, ["--help"]);
  assert.deepEqual(await service.exited, { code: 0, signal: null });
  for (const part of ["--check ", "--connect", "ASSAY_DOMAINS_FILE (required)", "ASSAY_PORT (default: 8080)"])
    assert.ok(service.output().includes(part), part);
});

test("a service on IPv6 logs an address that clients can call", async (context) => {
  if (!hasIPv6()) return context.skip("this machine has no IPv6");
  await using service = runBinary({ productUrl: unreachableUrl, ASSAY_HOST: "::1" });
  const address = /"url":"([^"]+)"/;
  const output = await waitUntil("the service listens", service.output, { isDone: (text) => address.test(text) });
  const url = address.exec(output)?.[1] ?? "";
  assert.equal(new URL(url).hostname, "[::1]");
  assert.equal((await fetch(`${url}/api/domains`)).status, 200);
});

function hasIPv6(): boolean {
  return Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === "::1"));
}

/** Starts a server that accepts every connection and never answers. */
async function startSilentServer(): Promise<
  AsyncDisposable & { readonly url: string; readonly connected: Promise<unknown> }
> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
  }).listen(0, "127.0.0.1");
  const connected = once(server, "connection");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connected,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function connectTo(port: number): Promise<Socket> {
  const tryToConnect = async () => {
    const socket = connect(port, "127.0.0.1");
    return (await once(socket, "connect").catch(() => undefined)) && socket;
  };
  return (await waitUntil(`port ${port} is open`, tryToConnect)) as Socket;
}
