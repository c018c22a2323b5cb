import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { specFile } from "@assay/testing/cases/golden-cases";
import { figure } from "@assay/testing/figure";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { createEvents } from "../telemetry/events.ts";
import { createLog } from "../telemetry/log.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { DomainSource } from "./domain-source.ts";
import { createFetchers } from "./fetchers.ts";
import { createTrials } from "./trials.ts";

const many = 12;

for (const withTags of [true, false]) {
  const product = withTags ? "a product that answers 304" : "a product without entity tags";
  test(`domains of ${product} that do not change are neither tried nor compiled again`, async () => {
    await using scene = await startScene(withTags);
    await scene.refreshAll();
    assert.deepEqual(
      scene.statuses(),
      Array.from({ length: many }, () => "ready"),
    );
    const loaded = { trials: scene.trials(), specs: scene.specs(), ...scene.product.countAnswers() };
    assert.equal(loaded.trials, 2 * many);

    await scene.refreshAll();
    const { full, same } = scene.product.countAnswers();
    figure(`trials of ${many} unchanged domains of ${product}`, scene.trials() - loaded.trials, 0);
    assert.equal(scene.trials(), loaded.trials);
    assert.ok(scene.specs().every((spec, index) => spec === loaded.specs[index]));
    assert.deepEqual([full - loaded.full, same], withTags ? [0, 2 * many] : [2 * many, 0]);
  });
}

async function startScene(withTags: boolean) {
  await using started = new AsyncDisposableStack();
  const product = started.use(await startProduct(withTags));
  const own = started.adopt(createTrials(), (created) => created.close());
  const fetchers = started.adopt(
    createFetchers({ timeoutMs: longTimeouts.fetchTimeoutMs, observe: createObserve(createMetrics()) }),
    (created) => created.close(),
  );
  let trials = 0;
  const counting: typeof own = {
    ...own,
    openSpecPackage(...given) {
      trials += 1;
      return own.openSpecPackage(...given);
    },
    openRegistry(...given) {
      trials += 1;
      return own.openRegistry(...given);
    },
  };
  const events = createEvents(createLog(), createMetrics());
  const sources = Array.from({ length: many }, (_, index) => {
    const config = product.createConfig(index);
    return new DomainSource({
      config,
      events,
      trials: counting,
      fetcher: fetchers.find(config),
      now: () => new Date(),
      elapsedMs: () => performance.now(),
    });
  });
  const everything = started.move();
  return {
    product,
    trials: () => trials,
    statuses: () => sources.map(({ status }) => status),
    /** The compiled packages themselves: a package that is compiled again is another one. */
    specs: () => sources.map(({ specPackage }) => specPackage?.value),
    refreshAll: () => Promise.all(sources.map((source) => source.refresh())),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** A product of many domains. A request that names the current document gets 304, if documents have entity tags. */
async function startProduct(withTags: boolean) {
  let [full, same] = [0, 0];
  const spec = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0")));
  const server = createServer((request, response) => {
    const [, domainId, document] = (request.url ?? "").split("/");
    const registry = { format: "generator-registry/v1", revision: "1", complete: true, entries: [], pending: [] };
    const content = document === "registry" ? registry : { ...spec, domainId };
    const body = JSON.stringify({ ...content, targetProduct: "many", next: undefined });
    const etag = `"${hash("sha256", body)}"`;
    if (request.headers["if-none-match"] === etag) {
      same += 1;
      response.writeHead(304, { etag }).end();
      return;
    }
    full += 1;
    response.writeHead(200, { "content-type": "application/json", ...(withTags && { etag }) }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    countAnswers: () => ({ full, same }),
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
