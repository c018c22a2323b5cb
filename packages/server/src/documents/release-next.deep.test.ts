import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import test from "node:test";
import { specFile } from "@assay/testing/cases/golden-cases";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { createEvents } from "../telemetry/events.ts";
import { createLog } from "../telemetry/log.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { DomainSource } from "./domain-source.ts";
import { createFetchers } from "./fetchers.ts";
import { createVetting } from "./vetting/create-vetting.ts";

const document = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0")));

test("the announced package is released before the one that replaces it is compiled, and stays if that one is refused", async () => {
  let [version, isBroken] = [2, false];
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/next.json`;
    const next = { version: "9.0.0", url, effectiveFrom: "2099-01-01T00:00:00Z" };
    const announced = { ...document, next: undefined, version: `${version}.0.0`, ...(isBroken && { title: 5 }) };
    const body = request.url === "/next.json" ? announced : { ...document, next };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const vetting = createVetting();
  const fetchers = createFetchers({
    timeoutMs: longTimeouts.fetchTimeoutMs,
    observe: createObserve(createMetrics()),
  });
  try {
    const during: unknown[] = [];
    const config = {
      targetProduct: "datamint",
      domainId: "generator-option",
      specPackageUrl: `${origin}/current.json`,
      submissionUrl: `${origin}/proposals`,
      registry: { mode: "snapshot" as const, url: `${origin}/registry.json` },
      refreshSeconds: 30,
      maxStaleSeconds: { specPackage: 3_600, registry: 300 },
    };
    const source = new DomainSource({
      config,
      events: createEvents(createLog(), createMetrics()),
      vetting: {
        ...vetting,
        compileSpecPackage(...given) {
          during.push(source.next?.spec.document.version);
          return vetting.compileSpecPackage(...given);
        },
      },
      fetcher: fetchers.of(config),
      now: () => new Date(),
      elapsedMs: () => performance.now(),
    });
    await source.refresh();
    assert.equal(source.next?.spec.document.version, "2.0.0");
    version = 3;
    await source.refresh();
    assert.equal(source.next?.spec.document.version, "3.0.0");
    assert.deepEqual(
      during,
      [undefined, undefined, undefined],
      "none of the three was compiled beside an announced one",
    );
    [version, isBroken] = [4, true];
    await source.refresh();
    assert.equal(source.next?.spec.document.version, "3.0.0");
  } finally {
    vetting.close();
    await fetchers.close();
    server.closeAllConnections();
    server.close();
  }
});
