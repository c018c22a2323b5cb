import assert from "node:assert/strict";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { startGeneratedProduct } from "@assay/testing/services/generated-product";
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
    const loaded = { trials: scene.trials(), specs: scene.specs(), ...scene.product.answered() };
    assert.equal(loaded.trials, 2 * many);

    await scene.refreshAll();
    const { full, same } = scene.product.answered();
    figure(`trials of ${many} unchanged domains of ${product}`, scene.trials() - loaded.trials, 0);
    assert.equal(scene.trials(), loaded.trials);
    assert.ok(scene.specs().every((spec, index) => spec === loaded.specs[index]));
    assert.deepEqual([full - loaded.full, same], withTags ? [0, 2 * many] : [2 * many, 0]);
  });
}

async function startScene(withTags: boolean) {
  await using started = new AsyncDisposableStack();
  const product = started.use(await startGeneratedProduct({ withTags }));
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
    const config = product.domain(index);
    return new DomainSource({
      config,
      events,
      trials: counting,
      fetcher: fetchers.of(config),
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
