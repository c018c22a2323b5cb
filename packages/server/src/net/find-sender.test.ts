import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import { findSender, readForwardedAddress } from "./find-sender.ts";

const entries: { readonly [entry: string]: string | undefined } = {
  "203.0.113.7": "203.0.113.7",
  "203.0.113.7:5123": "203.0.113.7",
  "2001:db8::1": "2001:db8::1",
  "[2001:db8::1]": "2001:db8::1",
  "[2001:db8::1]:443": "2001:db8::1",
  "::ffff:203.0.113.7": "::ffff:203.0.113.7",
  "fe80::1%eth0": "fe80::1%eth0",
  "": undefined,
  unknown: undefined,
  _hidden: undefined,
  "203.0.113.7:": undefined,
  "203.0.113.7:port": undefined,
  "203.0.113.7:5123:1": undefined,
  "203.0.113.07": undefined,
  "203.0.113.7/32": undefined,
  "[2001:db8::1": undefined,
  "2001:db8::1]:443": undefined,
  "shop.example:443": undefined,
};

test("reads the address in an entry of X-Forwarded-For, with or without a port", () => {
  for (const [entry, address] of Object.entries(entries)) assert.equal(readForwardedAddress(entry), address, entry);
});

const isProxy = (address: string) => address.startsWith("10.");
const forwarded: readonly (readonly [
  remoteAddress: string,
  header: string | undefined,
  address: string,
  isClientUnknown: boolean,
])[] = [
  ["10.0.0.1", "203.0.113.7", "203.0.113.7", false],
  ["10.0.0.1", "198.51.100.1, 203.0.113.7", "203.0.113.7", false],
  ["10.0.0.1", "198.51.100.1, 203.0.113.7:5123 ,10.0.0.2", "203.0.113.7", false],
  ["10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3", false],
  ["10.0.0.1", "203.0.113.7,,\t, 10.0.0.2", "203.0.113.7", false],
  ["10.0.0.1", "203.0.113.7, unknown", "10.0.0.1", true],
  ["10.0.0.1", "203.0.113.7, unknown, 10.0.0.2", "10.0.0.1", true],
  ["10.0.0.1", " , ", "10.0.0.1", true],
  ["10.0.0.1", undefined, "10.0.0.1", true],
  ["192.0.2.1", "203.0.113.7", "192.0.2.1", false],
];

test("identifies the client by the last forwarded address that is not a trusted proxy", () => {
  for (const [remoteAddress, header, address, isClientUnknown] of forwarded) {
    const request = { socket: { remoteAddress }, headers: { "x-forwarded-for": header } };
    const expected = { address, isClientUnknown };
    assert.deepEqual(findSender(request as unknown as IncomingMessage, isProxy), expected, header);
    const untrusted = { address: remoteAddress, isClientUnknown: false };
    assert.deepEqual(findSender(request as unknown as IncomingMessage, undefined), untrusted, header);
  }
});
