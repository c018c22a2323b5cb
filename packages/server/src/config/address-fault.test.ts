import assert from "node:assert/strict";
import { test } from "node:test";
import { addressFault, networkFault, networksFault } from "./address-fault.ts";

test("a network is an unambiguous address and a length", () => {
  for (const network of ["10.0.0.0/8", "192.0.2.7/32", "0.0.0.0/0", "2001:db8::/32", "::1/128", "fd00::/8", "::/0"]) {
    assert.equal(networkFault(network), undefined, network);
  }
  // 10/8 is 0.0.0.10/8 to one reader and 10.0.0.0/8 to another; 010 is 8 or 10.
  for (const network of [
    ...["10/8", "192.168/16", "10.0/8", "010.0.0.0/8", "0x0a.0.0.0/8", "167772160/8", "10.0.0.0", "10.0.0.0/33"],
    ...[
      "10.0.0.0/",
      "10.0.0.0/8/8",
      "10.0.0.0/255.0.0.0",
      " 10.0.0.0/8",
      "fe80::%eth0/64",
      "::/129",
      "a.example/8",
      "",
    ],
  ]) {
    assert.match(networkFault(network) ?? "", /not a network.*such as 10\.0\.0\.0\/8/, network);
  }
});

test("IPv4 in the form of IPv6 is not a network: it would be every IPv4 client", () => {
  for (const network of [
    "::ffff:0:0/96",
    "::ffff:10.0.0.0/104",
    "::ffff:a00:1/128",
    "::ffff:0:0/90",
    "::/64",
    "::/8",
  ]) {
    assert.match(networkFault(network) ?? "", /Use the IPv4 network/, network);
  }
});

test("a list of trusted networks holds no strangers, not even in parts", () => {
  for (const list of [
    ...[["0.0.0.0/0"], ["::/0"], ["0.0.0.0/1", "128.0.0.0/1"], ["10.0.0.0/8", "2000::/3"], ["::ffff:0:0/96"]],
    ...[["10/8"], ["10.0.0.0/8", "8.0.0.0/7"]],
  ]) {
    assert.notEqual(networksFault(list), undefined, list.join(" "));
  }
  for (const list of [[], ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"], ["127.0.0.1/32", "::1/128"]]) {
    assert.equal(networksFault(list), undefined, list.join(" "));
  }
  // Every entry that is wrong is named.
  assert.match(networksFault(["10/8", "11.0.0.0/8", "0.0.0.0/1"]) ?? "", /^has "10\/8", .*; it has "0\.0\.0\.0\/1", /);
});

test("an address that is called is https, or on this machine", () => {
  for (const text of [
    "https://id.example/x",
    "https://id.example?a=b",
    "http://127.0.0.1:1/x",
    "http://[::1]/",
    "http://localhost",
  ]) {
    assert.equal(addressFault(text), undefined, text);
  }
  for (const text of [
    "",
    "id.example",
    "ftp://id.example/",
    "https://",
    "http://id.example/",
    "https://id.example/#top",
  ]) {
    assert.notEqual(addressFault(text), undefined, text);
  }
});

test("an address with a user name or a password in it is refused, and the password is not repeated", () => {
  for (const text of [
    ...[
      "https://u:s3cret@id.example/",
      "http://u:s3cret@127.0.0.1/",
      "https://:s3cret@id.example/",
      "https://s3cret@id.example/",
    ],
    // Other faults do not repeat it either.
    ...[
      "ftp://u:s3cret@id.example/",
      "u:s3cret@id.example",
      "https://u:s3cret@",
      "https://u:s3cret@id.example/#s3cret",
    ],
  ]) {
    const fault = addressFault(text);
    assert.notEqual(fault, undefined, text);
    assert.doesNotMatch(fault ?? "", /s3cret/, text);
  }
});
