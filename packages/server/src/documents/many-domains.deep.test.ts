import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { specFile } from "@assay/testing/cases/golden-cases";
import { printFigure } from "@assay/testing/print-figure";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { createEvents } from "../telemetry/events.ts";
import { createLog } from "../telemetry/log.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createDocumentChecker } from "./document-checker.ts";
import { DomainSource } from "./domain-source.ts";
import { createFetchers } from "./fetchers.ts";

const domainCount = 12;

for (const sendsTags of [true, false]) {
  const product = sendsTags ? "a product that answers 304" : "a product without entity tags";
  test(`does not check or compile unchanged documents of ${product} again`, async () => {
    await using setup = await setUp(sendsTags);
    await setup.refreshAll();
    assert.deepEqual(
      setup.statuses(),
      Array.from({ length: domainCount }, () => "ready"),
    );
    const initial = { checked: setup.checked(), specs: setup.specs(), ...setup.product.countAnswers() };
    assert.equal(initial.checked, 2 * domainCount);

    await setup.refreshAll();
    const { full, notModified } = setup.product.countAnswers();
    const checked = setup.checked() - initial.checked;
    printFigure(`documents checked for ${domainCount} unchanged domains of ${product}`, checked, 0);
    assert.equal(checked, 0);
    assert.ok(setup.specs().every((spec, index) => spec === initial.specs[index]));
    assert.deepEqual([full - initial.full, notModified], sendsTags ? [0, 2 * domainCount] : [2 * domainCount, 0]);
  });
}

async function setUp(sendsTags: boolean) {
  await using starting = new AsyncDisposableStack();
  const product = starting.use(await startProduct(sendsTags));
  const documentChecker = starting.adopt(createDocumentChecker(), (created) => created.close());
  const fetchers = starting.adopt(
    createFetchers({ timeoutMs: longTimeouts.fetchTimeoutMs, observe: createObserve(createMetrics()) }),
    (created) => created.close(),
  );
  let checked = 0;
  const countingChecker: typeof documentChecker = {
    ...documentChecker,
    openSpecPackage(...args) {
      checked += 1;
      return documentChecker.openSpecPackage(...args);
    },
    openRegistry(...args) {
      checked += 1;
      return documentChecker.openRegistry(...args);
    },
  };
  const events = createEvents(createLog(), createMetrics());
  const sources = Array.from({ length: domainCount }, (_, index) => {
    const config = product.createConfig(index);
    return new DomainSource({
      config,
      events,
      documentChecker: countingChecker,
      fetcher: fetchers.find(config),
      onChange() {},
      now: () => new Date(),
      elapsedMs: () => performance.now(),
    });
  });
  const resources = starting.move();
  return {
    product,
    checked: () => checked,
    statuses: () => sources.map(({ status }) => status),
    /** The compiled packages. Compiling a package again would create a different object. */
    specs: () => sources.map(({ specPackage }) => specPackage?.value),
    refreshAll: () => Promise.all(sources.map((source) => source.refresh())),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Starts a product with many domains. If it sends entity tags, it answers 304 while a document is unchanged. */
async function startProduct(sendsTags: boolean) {
  let [full, notModified] = [0, 0];
  const spec = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0")));
  const server = createServer((request, response) => {
    const [, domainId, document] = (request.url ?? "").split("/");
    const registry = { format: "generator-registry/v1", revision: "1", complete: true, entries: [], pending: [] };
    const content = document === "registry" ? registry : { ...spec, domainId };
    const body = JSON.stringify({ ...content, targetProduct: "many", next: undefined });
    const etag = `"${hash("sha256", body)}"`;
    if (request.headers["if-none-match"] === etag) {
      notModified += 1;
      response.writeHead(304, { etag }).end();
      return;
    }
    full += 1;
    response.writeHead(200, { "content-type": "application/json", ...(sendsTags && { etag }) }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    countAnswers: () => ({ full, notModified }),
    createConfig: (index: number) => ({
      ...{ targetProduct: "many", domainId: `option-${index}`, submissionUrl: `${origin}/proposals` },
      specPackageUrl: `${origin}/option-${index}/spec-package`,
      registry: { url: `${origin}/option-${index}/registry` },
      refreshSeconds: 30,
      maxStaleSeconds: { specPackage: 3_600, registry: 300 },
    }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
