import assert from "node:assert/strict";
import { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { createOperator } from "./create-operator.ts";

/** The status of an answer to a request with this Host, without a port. */
function statusFor(host: string | undefined, path = "/metrics"): number {
  const operator = createOperator({
    host: "operator.internal",
    isReady: () => true,
    domains: () => ({ all: 1, vetted: 1, outOfMemory: 0 }),
    metrics: () => "",
  });
  const request = new IncomingMessage(new PassThrough() as never);
  Object.assign(request, { url: path, method: "GET", headers: host === undefined ? {} : { host } });
  const response = new ServerResponse(request);
  operator.emit("request", request, response);
  return response.statusCode;
}

test("the operator port answers under its own names and any IP address", () => {
  for (const host of [undefined, "localhost:9090", "operator.internal", "10.1.2.3:9090", "[::1]:9090"]) {
    assert.equal(statusFor(host), 200, host);
  }
  assert.equal(statusFor("localhost", "/nothing"), 404);
});

test("a page in a browser cannot read the operator port under a name that resolves to it", () => {
  for (const host of ["evil.example", "localhost.evil.example:9090", "operator.internal.evil.example"]) {
    assert.equal(statusFor(host), 421, host);
  }
});
