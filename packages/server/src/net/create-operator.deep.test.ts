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

/** The status of the answer to a request with this Host. */
async function fetchStatus(host: string, path = "/metrics"): Promise<number | undefined> {
  const { port } = operator.address() as AddressInfo;
  const asked = request({ port, path, headers: { host }, agent: false }).end();
  const [answer] = await once(asked, "response");
  answer.resume();
  return answer.statusCode;
}

test("the operator port answers under its own names and any IP address", async () => {
  for (const host of ["localhost:9090", "operator.internal", "10.1.2.3:9090", "[::1]:9090"]) {
    assert.equal(await fetchStatus(host), 200, host);
  }
  assert.equal(await fetchStatus("localhost", "/nothing"), 404);
});

test("a page in a browser cannot read the operator port under a name that resolves to it", async () => {
  for (const host of ["evil.example", "localhost.evil.example:9090", "operator.internal.evil.example"]) {
    assert.equal(await fetchStatus(host), 421, host);
  }
});
