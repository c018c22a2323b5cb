import assert from "node:assert/strict";
import { test } from "node:test";
import { addressIn } from "./address-of.ts";

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

test("an address is read from an entry of X-Forwarded-For with or without a port", () => {
  for (const [entry, address] of Object.entries(entries)) assert.equal(addressIn(entry), address, entry);
});
