import assert from "node:assert/strict";
import { test } from "node:test";
import { nameClient } from "./name-client.ts";

const sameClient: readonly (readonly [string, string])[] = [
  ["192.0.2.1", "::ffff:192.0.2.1"],
  ["192.0.2.1", "::ffff:c000:201"],
  ["2001:db8::1", "2001:db8::ffff:ffff:ffff:ffff"],
  ["2001:db8::1", "2001:DB8:0:0::2"],
  ["fe80::1%eth0", "fe80::2"],
];
const differentClients: readonly (readonly [string, string])[] = [
  ["192.0.2.1", "192.0.2.2"],
  ["2001:db8::1", "2001:db8:0:1::1"],
  ["::ffff:192.0.2.1", "::ffff:192.0.2.2"],
  ["::1", "127.0.0.1"],
  ["192.0.2.1", "64:ff9b::192.0.2.1"],
];

test("names a client by its IPv4 address or IPv6 network, and leaves other text unchanged", () => {
  assert.equal(nameClient("::ffff:192.0.2.1"), "192.0.2.1");
  assert.equal(nameClient("2001:DB8::1%eth0"), "2001:db8::/64");
  assert.equal(nameClient("unix socket"), "unix socket");
  assert.equal(nameClient(""), "");
});

test("gives all spellings of an address, and all addresses in an IPv6 /64 network, the same name", () => {
  for (const [one, other] of sameClient) assert.equal(nameClient(one), nameClient(other), `${one} ${other}`);
  for (const [one, other] of differentClients) assert.notEqual(nameClient(one), nameClient(other), `${one} ${other}`);
});
