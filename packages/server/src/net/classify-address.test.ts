import assert from "node:assert/strict";
import { test } from "node:test";
import { type AddressClass, classifyAddress, createNetworkTest, isThisMachine } from "./classify-address.ts";

const classes: { readonly [kind in AddressClass]: readonly string[] } = {
  public: ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34"],
  private: ["10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "127.0.0.1", "::1", "fd00::1", "::ffff:10.0.0.1"],
  forbidden: [
    ...["0.0.0.0", "169.254.169.254", "224.0.0.1", "255.255.255.255", "::", "fe80::1", "fec0::1", "ff02::1"],
    // Addresses that embed another address.
    ...["::7f00:1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::"],
    // Text that is not exactly one address.
    ...["", "example.org", "127.1", "010.1.2.3", "1.2.3.4.5", "10.0.0.1/8"],
  ],
};

test("classifies every spelling of an address as public, private or forbidden", () => {
  for (const [kind, addresses] of Object.entries(classes)) {
    for (const address of addresses) assert.equal(classifyAddress(address), kind, address);
  }
});

test("matches an address only against networks of its family, and treats IPv4-mapped IPv6 as IPv4", () => {
  const isListed = createNetworkTest(["10.0.0.0/8", "fd00::/8"]);
  for (const address of ["10.1.2.3", "::ffff:10.1.2.3", "fd12::1"]) assert.equal(isListed(address), true, address);
  for (const address of ["11.0.0.1", "fe80::1", "", "10.1.2.3.4"]) assert.equal(isListed(address), false, address);
  assert.equal(createNetworkTest(["::/0"])("10.1.2.3"), false);
  assert.equal(createNetworkTest([])("10.1.2.3"), false);
});

test("recognizes localhost and every loopback address as this machine", () => {
  for (const url of ["http://localhost:1/", "http://127.8.8.8", "http://[::1]/"])
    assert.equal(isThisMachine(url), true);
  for (const url of ["http://localhost.example/", "http://127.0.0.1.evil.example/", "http://10.0.0.1/", "127.0.0.1"])
    assert.equal(isThisMachine(url), false);
});
