import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { lookalikeKey } from "@assay/engine";
import { figure } from "@assay/testing/figure";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { waitUntil } from "@assay/testing/wait-until";
import { createEvents } from "../telemetry/events.ts";
import { createLog } from "../telemetry/log.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createObserve } from "../telemetry/observe.ts";
import { createFetchers } from "./fetchers.ts";
import { createRegistryRanges } from "./registry-ranges.ts";
import type { Vetting } from "./vetting/create-vetting.ts";
import { writeRange } from "./vetting/packed-ranges.ts";

const never = new AbortController().signal;

test("ranges that pages ask for take nothing from those that calls need, even if the product does not answer", async () => {
  await using scene = await startScene((range) => range.startsWith("f"));
  const leaving = new AbortController();
  const asked = nameRanges("f", 40).map((range) => scene.ranges.rangeFor(range, () => leaving.signal));
  await waitUntil("the product is asked", () => scene.asked() > 0);
  assert.deepEqual(await scene.ranges.refresh(), {});
  assert.equal(scene.ranges.state, "ready");
  leaving.abort();
  for (const range of await Promise.all(asked)) assert.equal(range, undefined);
  assert.equal(scene.ranges.state, "ready");
});

test("a range that a call had fetched is given to pages without another fetch", async () => {
  await using scene = await startScene(() => false);
  await scene.ranges.refresh();
  assert.equal(scene.asked(), 1);
  const range = await scene.ranges.rangeFor("00000", () => never);
  assert.equal(JSON.parse(Buffer.from(range ?? []).toString()).range, "00000");
  assert.equal(scene.asked(), 1);
});

test("pages cause 600 fetches at once and ten in a second after that, and calls are not held up", async () => {
  await using scene = await startScene(() => false);
  let given = 0;
  for (const range of nameRanges("f", 700)) if (await scene.ranges.rangeFor(range, () => never)) given += 1;
  figure("of 700 ranges that pages asked for at once, fetched", scene.asked(), 600);
  assert.deepEqual([given, scene.asked()], [600, 600]);
  assert.deepEqual(await scene.ranges.refresh(), {});
  assert.equal(scene.asked(), 601);
  scene.pass(30_000);
  for (const range of nameRanges("e", 400)) await scene.ranges.rangeFor(range, () => never);
  assert.equal(scene.asked(), 901);
});

test("a registry slower than calls wait for it is asked once, and its answer is used by the next call", async () => {
  let isSlow = false;
  await using scene = await startScene(() => isSlow);
  const checkedAt = async () =>
    (
      await scene.ranges.viewFor(
        () => [lookalikeKey("loyalty-card")],
        () => never,
      )
    )?.checkedAt;
  const first = await checkedAt();
  isSlow = true;
  scene.pass(31_000);
  for (const _ of [1, 2, 3]) assert.deepEqual(await checkedAt(), first);
  assert.equal(scene.asked(), 2);
  isSlow = false;
  scene.answerSlowly();
  const isDone = (seen: Date | undefined) => seen !== undefined && first !== undefined && seen > first;
  await waitUntil("the copy is renewed", checkedAt, { isDone });
  assert.equal(scene.asked(), 2);
});

test("a call that comes while the fetch of one that left ends has the range fetched again", async () => {
  await using scene = await startScene((_, asked) => asked === 1);
  const leaving = new AbortController();
  const keys = () => [lookalikeKey("loyalty-card")];
  const left = scene.ranges.viewFor(keys, () => leaving.signal);
  await waitUntil("the product is asked", () => scene.asked() > 0);
  leaving.abort();
  const came = Promise.withResolvers<unknown>();
  scene.abandoned().addEventListener("abort", () => came.resolve(scene.ranges.viewFor(keys, () => never)));
  assert.equal(await left, undefined);
  assert.notEqual(await came.promise, undefined);
  assert.equal(scene.asked(), 2);
});

for (const hours of [-1, 1]) {
  test(`a clock that is set by ${hours} h neither prolongs nor ends the use of a copy`, async () => {
    let isAway = false;
    await using scene = await startScene(() => isAway);
    const leaving = new AbortController();
    const view = () =>
      scene.ranges.viewFor(
        () => [lookalikeKey("loyalty-card")],
        () => leaving.signal,
      );
    await view();
    scene.setClock(hours * 3_600_000);
    scene.pass(29_000);
    assert.notEqual(await view(), undefined);
    assert.equal(scene.asked(), 1);
    isAway = true;
    leaving.abort();
    scene.pass(270_000);
    assert.notEqual(await view(), undefined);
    scene.pass(2_000);
    assert.equal(await view(), undefined);
  });
}

function nameRanges(first: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${first}${index.toString(16).padStart(4, "0")}`);
}

/** The ranges of a product that answers, but for those that are stuck: these it answers when it is told to. */
async function startScene(isStuck: (range: string, asked: number) => boolean) {
  let asked = 0;
  let elapsedMs = 1_000;
  let setMs = 0;
  const stuck: (() => void)[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked += 1;
    const range = url.slice(-5);
    const document = { format: "generator-registry/v1", targetProduct: "datamint", revision: "1", range } as const;
    response.setHeader("content-type", "application/json");
    const answer = () => void response.end(writeRange({ ...document, complete: true, entries: [], pending: [] }));
    if (isStuck(range, asked)) stuck.push(answer);
    else answer();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = {
    targetProduct: "datamint",
    domainId: "generator-option",
    specPackageUrl: `${url}/current.json`,
    submissionUrl: `${url}/proposals`,
    registry: { mode: "ranges", url, facts: "public" },
    refreshSeconds: 30,
    maxStaleSeconds: { specPackage: 3_600, registry: 300 },
  } as const;
  const metrics = createMetrics();
  const fetchers = createFetchers({ timeoutMs: longTimeouts.fetchTimeoutMs, observe: createObserve(metrics) });
  const fetcher = fetchers.of(config);
  let unwanted: AbortSignal | undefined;
  const ranges = createRegistryRanges({
    config,
    fetcher: {
      ...fetcher,
      fetch(options) {
        unwanted = options.unwanted;
        return fetcher.fetch(options);
      },
    },
    events: createEvents(createLog(), metrics),
    // Ranges are small, and read without a trial.
    vetting: undefined as unknown as Vetting,
    isClosed: () => false,
    now: () => new Date(elapsedMs + setMs),
    elapsedMs: () => elapsedMs,
  });
  return {
    ranges,
    asked: () => asked,
    /** Aborts when no call waits any more for what was fetched last. */
    abandoned: () => unwanted ?? never,
    answerSlowly() {
      for (const answer of stuck.splice(0)) answer();
    },
    pass(milliseconds: number) {
      elapsedMs += milliseconds;
    },
    setClock(milliseconds: number) {
      setMs += milliseconds;
    },
    async [Symbol.asyncDispose]() {
      await fetchers.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
