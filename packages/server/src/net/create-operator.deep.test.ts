import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { createOperator } from "./create-operator.ts";

const operator = createOperator({
  host: "operator.internal",
  isReady: () => true,
  listIssues: () => [],
  metrics: () => "",
});
before(() => once(operator.listen(0, "127.0.0.1"), "listening"));
after(() => operator.close());

/** Returns the status of the answer to a request with this Host header. */
async function fetchStatus(host: string, path = "/metrics"): Promise<number | undefined> {
  const { port } = operator.address() as AddressInfo;
  const pending = request({ port, path, headers: { host }, agent: false }).end();
  const [answer] = await once(pending, "response");
  answer.resume();
  return answer.statusCode;
}

test("answers on the operator port under its configured name, localhost and any IP address", async () => {
  for (const host of ["localhost:9090", "operator.internal", "10.1.2.3:9090", "[::1]:9090"]) {
    assert.equal(await fetchStatus(host), 200, host);
  }
  assert.equal(await fetchStatus("localhost", "/nothing"), 404);
});

test("refuses any other name that resolves to the operator port, so that web pages cannot read it", async () => {
  for (const host of ["evil.example", "localhost.evil.example:9090", "operator.internal.evil.example"]) {
    assert.equal(await fetchStatus(host), 421, host);
  }
});
