import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { timingFigure } from "@assay/testing/timing-figure";
import { envelope, post } from "./raw/raw-case.ts";
import { anEnvelope, startService } from "./service.ts";

for (const operation of ["validateProposal", "buildProposal"] as const) {
  test(`${operation} gives a registry that never answers up in time, and leaves it alone`, async () => {
    await using registry = await startStuckRegistry();
    const timeoutMs = 1_000;
    await using service = await startService({ timeoutMs, domain: () => registry.asDomain });
    const begun = performance.now();
    const { status, json } = await service.call(operation, { body: anEnvelope() });
    const tookMs = Math.round(performance.now() - begun);
    assert.equal(status, 503);
    assert.equal(json.code, "registry-unavailable");
    assert.ok(tookMs >= timeoutMs - 5 && tookMs < 60_000);
    timingFigure(`${operation}: 503 by a stuck registry, limit 1,000 ms, after (ms)`, tookMs, timeoutMs * 1.1);
    await registry.abandoned();
    assert.equal(registry.asked, 1);
    const again = await service.call("listDomains");
    assert.equal(again.json.domains[0].status, "ready");
  });
}

test("when the caller goes away, nothing more is fetched for them", async () => {
  await using registry = await startStuckRegistry();
  await using service = await startService({ domain: () => registry.asDomain });
  const { hostname, port } = new URL(service.url);
  const client = connect(Number(port), hostname);
  client.write(post(envelope));
  await registry.reached();
  client.destroy();
  const gone = performance.now();
  await registry.abandoned();
  const tookMs = performance.now() - gone;
  // Half of the time after which it is given up in any case.
  assert.ok(tookMs < longTimeouts.timeoutMs / 2);
  timingFigure("a caller's leaving reaches the registry after (ms)", tookMs, 50);
});

// Takes every request and answers none.
async function startStuckRegistry() {
  const reached = Promise.withResolvers<void>();
  const abandoned = Promise.withResolvers<void>();
  let asked = 0;
  const server = createServer((request, response) => {
    // What a refresh asks for, to see whether the registry is there.
    if (request.url?.endsWith("/00000")) {
      const empty = { format: "generator-registry/v1", targetProduct: "datamint", revision: "1", range: "00000" };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ...empty, complete: true, entries: [], pending: [] }));
      return;
    }
    asked += 1;
    request.socket.once("close", () => abandoned.resolve());
    reached.resolve();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    asDomain: { registry: { mode: "ranges", url } } as const,
    get asked() {
      return asked;
    },
    reached: () => reached.promise,
    abandoned: () => abandoned.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
