import assert from "node:assert/strict";
import { hostname, networkInterfaces } from "node:os";
import { test } from "node:test";
import { startApp } from "@assay/server";
import { startBinary } from "../start-binary.ts";
import { exchange } from "./exchange.ts";

const addresses = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .filter(({ scopeid }) => !scopeid);
const here = addresses.filter(({ family }) => family === "IPv4").map(({ address }) => address);

async function statusAt(host: string, operatorUrl: string): Promise<number | "refused"> {
  const url = new URL("/readyz", operatorUrl);
  url.hostname = host;
  return await fetch(url, { headers: { connection: "close" } }).then(
    async (response) => {
      await response.body?.cancel();
      return response.status;
    },
    () => "refused",
  );
}

test("what operators ask for is on the loopback address, and nowhere else, unless they say so", async () => {
  await using app = await startApp({ domains: [] });
  for (const host of here) {
    assert.equal(await statusAt(host, app.operatorUrl), host === "127.0.0.1" ? 200 : "refused", host);
  }
});

test("with ASSAY_OPERATOR_HOST probes and Prometheus reach the binary from outside its pod", async () => {
  await using binary = await startBinary({ ASSAY_OPERATOR_HOST: "0.0.0.0" });
  for (const host of here) assert.equal(await statusAt(host, binary.operatorUrl), 200, host);
});

test("an IPv6 address to listen on is written into links as links have it", async (context) => {
  if (!addresses.some(({ address }) => address === "::1")) return context.skip("no IPv6 here");
  await using app = await startApp({ domains: [], host: "::1", operatorHost: "::1" });
  assert.match(app.operatorUrl, /^http:\/\/\[::1\]:\d+$/);
  assert.equal((await fetch(`${app.operatorUrl}/readyz`)).status, 200);
  assert.equal((await fetch(`${app.url}/api/domains`)).status, 200);
});

test("a page in a browser cannot read what operators ask for under a name of its own (DNS rebinding)", async () => {
  await using app = await startApp({ domains: [], operatorHost: "localhost" });
  const { port } = new URL(app.operatorUrl);
  const statusFor = async (...headers: readonly string[]) => {
    const request = [`GET /metrics HTTP/1.${headers.length === 0 ? 0 : 1}`, ...headers, "Connection: close"];
    const { answers } = await exchange(`http://127.0.0.1:${port}`, `${request.join("\r\n")}\r\n\r\n`, { expect: 1 });
    return answers[0]?.status;
  };
  for (const host of [
    "localhost",
    "LOCALHOST:1",
    "127.0.0.1",
    `127.0.0.1:${port}`,
    "10.1.2.3:8081",
    "[::1]",
    "[::1]:9",
  ]) {
    assert.equal(await statusFor(`Host: ${host}`), 200, host);
  }
  for (const host of [
    "evil.example",
    `evil.example:${port}`,
    "127.0.0.1.evil.example",
    "a@127.0.0.1",
    "localhost.evil.example",
  ]) {
    assert.equal(await statusFor(`Host: ${host}`), 421, host);
  }
  assert.equal(await statusFor(), 200, "a health check without Host");
});

test("the operator port answers under the name that it listens on", async () => {
  await using app = await startApp({ domains: [], operatorHost: hostname() });
  const { port } = new URL(app.operatorUrl);
  assert.equal((await fetch(`http://${hostname()}:${port}/readyz`)).status, 200);
});
