import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import { chooseRequestId, readTraceId } from "./request-ids.ts";

const id = "3f0c8b1e-6a57-4b41-9c55-0d6f0d1f7a53";
const isProxy = (address: string) => address === "10.0.0.1";

test("takes the id of a request from a trusted proxy alone, and only if it is exactly one UUID", () => {
  const choose = (remoteAddress: string, header?: string) => {
    const request = { socket: { remoteAddress }, headers: { "x-request-id": header } };
    return chooseRequestId(request as unknown as IncomingMessage, isProxy);
  };
  assert.equal(choose("10.0.0.1", id), id);
  // Node joins the values of a header that was sent twice.
  for (const value of [`${id}, ${id}`, "1", "", undefined]) assert.notEqual(choose("10.0.0.1", value), value);
  assert.notEqual(choose("192.0.2.1", id), id);
});

test("reads a trace id of 32 hexadecimal digits, and nothing else", () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const header = `00-${trace}-00f067aa0ba902b7-01`;
  assert.equal(readTraceId(["Traceparent", header]), trace);
  for (const value of ["", "00-candidate-00f067aa0ba902b7-01", trace, `x${header}`]) {
    assert.equal(readTraceId(["traceparent", value]), undefined, value);
  }
});
