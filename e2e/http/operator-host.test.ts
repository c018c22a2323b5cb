import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { test } from "node:test";
import { startApp } from "@assay/server";
import { startBinary } from "../start-binary.ts";

const addresses = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .filter(({ scopeid }) => !scopeid);
const ipv4Hosts = addresses.filter(({ family }) => family === "IPv4").map(({ address }) => address);

async function fetchStatus(host: string, operatorUrl: string): Promise<number | "refused"> {
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

test("by default, the operator port is open on the loopback address only", async () => {
  await using app = await startApp({ domains: [] });
  for (const host of ipv4Hosts) {
    assert.equal(await fetchStatus(host, app.operatorUrl), host === "127.0.0.1" ? 200 : "refused", host);
  }
});

test("with ASSAY_OPERATOR_HOST, probes and Prometheus can reach the operator port from outside the pod", async () => {
  await using binary = await startBinary({ ASSAY_OPERATOR_HOST: "0.0.0.0" });
  for (const host of ipv4Hosts) assert.equal(await fetchStatus(host, binary.operatorUrl), 200, host);
});
