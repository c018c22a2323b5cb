import assert from "node:assert/strict";
import { test } from "node:test";
import { hasHeaderPrefix, headerCount, headerFields, headerValue } from "./raw-headers.ts";

const rawHeaders = [
  "Host",
  "assay.example",
  "Authorization",
  " Bearer a ",
  "AUTHORIZATION",
  "Bearer b",
  "X-Key",
  "host",
];

test("a header is found whatever its case, the first one wins, and its value is as it was sent", () => {
  assert.equal(headerValue(rawHeaders, "authorization"), " Bearer a ");
  assert.equal(headerValue(rawHeaders, "x-missing"), undefined);
  assert.equal(headerValue([], "host"), undefined);
});

test("a header that was sent twice counts twice, and a value is never taken for a name", () => {
  assert.equal(headerCount(rawHeaders, "authorization"), 2);
  assert.equal(headerCount(rawHeaders, "host"), 1);
  assert.equal(headerCount(rawHeaders), 4);
  assert.equal(hasHeaderPrefix(rawHeaders, "x-"), true);
  assert.equal(hasHeaderPrefix(["Accept", "x-adt-proxy-issuer"], "x-adt-proxy-"), false);
});

test("fields have names in lower case and values without surrounding whitespace", () => {
  assert.deepEqual(headerFields(rawHeaders).slice(1, 3), [
    { name: "authorization", value: "Bearer a" },
    { name: "authorization", value: "Bearer b" },
  ]);
});
