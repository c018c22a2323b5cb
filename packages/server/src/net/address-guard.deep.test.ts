import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { promisify } from "node:util";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createAddressGuard, createGuardedLookup } from "./address-guard.ts";
import { createFetcher } from "./fetcher.ts";

// Hosts that an attacker could write in a URL. Each of them leads to an internal address.
const internalHosts = [
  "127.0.0.1",
  "127.1",
  "127.255.255.254",
  "2130706433",
  "017700000001",
  "0x7f000001",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "0.0.0.0",
  "0",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.254",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.169.254",
  "2852039166",
  "0xa9fea9fe",
  "224.0.0.1",
  "255.255.255.255",
  "198.18.0.1",
  "192.0.0.192",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::ffff:169.254.169.254]",
  "[::127.0.0.1]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]",
  "[2001:0:7f00:1::]",
  "[fe80::1]",
  "[fec0::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[ff02::1]",
];

const toLiteral = (host: string) => new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, "");

test("allows public addresses, and private addresses in the networks that the operator lists", () => {
  const guard = createAddressGuard(["10.1.0.0/16", "fd12::/16"]);
  for (const address of ["93.184.216.34", "2606:2800:220:1::1", "10.1.2.3", "fd12::1", "::ffff:10.1.2.3"]) {
    assert.equal(guard(address), true, address);
  }
  for (const address of ["10.2.0.1", "fd13::1", "127.0.0.1", "example.org", "", "1.2.3.4.5", "010.1.2.3"]) {
    assert.equal(guard(address), false, address);
  }
});

test("blocks link-local, metadata-service, wildcard and multicast addresses even if they are listed", () => {
  const guard = createAddressGuard(["0.0.0.0/0", "::/0"]);
  const metadata = ["100.100.100.200", "168.63.129.16", "fd00:ec2::254", "fd00:c1::a9fe:a9fe", "fd20:ce::254"];
  const others = ["fe80::1", "0.0.0.0", "224.0.0.1", "::7f00:1"];
  for (const address of ["169.254.169.254", "64:ff9b::a9fe:a9fe", "FD00:EC2:0::254", ...metadata, ...others]) {
    assert.equal(guard(address), false, address);
  }
});

test("refuses to connect to a name that resolves to an internal address", async () => {
  const lookup = promisify(createGuardedLookup(createAddressGuard([]))) as (
    name: string,
    options: object,
  ) => Promise<unknown>;
  await assert.rejects(lookup("localhost", {}), /not public.*"networks"/);
  await assert.rejects(lookup("localhost", { all: true }), /not public.*"networks"/);
});

test("never connects to an internal address, however it is written", async () => {
  let hits = 0;
  const canary = createServer((_, response) => response.end("{}")).on("connection", () => {
    hits += 1;
  });
  canary.listen(0, "127.0.0.1");
  await once(canary, "listening");
  const { port } = canary.address() as AddressInfo;
  const fetcher = createFetcher({
    observe: createObserve(createMetrics()),
    networks: [],
    timeoutMs: 2_000,
    connections: 8,
  });
  // Listing one network does not allow other internal addresses.
  const guard = createAddressGuard(["192.0.2.0/24", "2001:db8::/32"]);
  for (const host of internalHosts) assert.equal(guard(toLiteral(host)), false, host);
  for (const host of [...internalHosts, "localhost", "localhost."]) {
    const fetched = await fetcher.fetch({ part: "registry", url: `http://${host}:${port}/`, maxBytes: 1_000 });
    assert.equal(fetched.kind, "failed", host);
  }
  await fetcher.close();
  canary.close();
  assert.equal(hits, 0);
});
