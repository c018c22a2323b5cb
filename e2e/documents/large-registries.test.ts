import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { JsonObject, Registry } from "@assay/contract";
import { checkTiming } from "@assay/testing/check-timing";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale } from "@assay/testing/scale";
import { waitUntil } from "@assay/testing/wait-until";
import { createCandidate } from "../http/create-envelope.ts";
import type { Caller } from "./create-caller.ts";
import { createDomainSettings } from "./create-domain-settings.ts";
import { startServiceProcess } from "./start-service-process.ts";
import { startUnreliableProduct } from "./unreliable-product.ts";

const largeSize = 200_000;
const rounds = pickForScale({ ci: 50, full: 2_000 });
/** How many times each size is measured. Times are asserted only at full scale. */
const pairs = pickForScale({ ci: 1, full: 3 });

function writeRegistry(size: number, revision: string): string {
  const registry: Registry = {
    format: "generator-registry/v1",
    targetProduct: "datamint",
    revision,
    complete: true,
    entries: Array.from({ length: size }, (_, index) => ({ id: `generator-number-${index}`, state: "active" })),
    pending: [],
  };
  return JSON.stringify(registry);
}

async function measureMsPerCall(caller: Caller, candidate: (round: number) => JsonObject): Promise<number> {
  const startedAt = performance.now();
  for (let round = 0; round < rounds; round += 1) assert.equal((await caller.validate(candidate(round))).status, 200);
  return (performance.now() - startedAt) / rounds;
}

const toMebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);
const toHundredths = (value: number) => Math.round(100 * value) / 100;

test("a registry of 200,000 ids is read on another thread, and a lookup takes about as long as in a registry of ten", async () => {
  await using product = await startUnreliableProduct();
  await using smallProduct = await startUnreliableProduct();
  smallProduct.setFault("registry", { kind: "replaced", body: writeRegistry(10, "1") });
  product.setFault("registry", { kind: "replaced", body: writeRegistry(10, "1") });
  await using service = await startServiceProcess({
    domains: [createDomainSettings(product, { refreshSeconds: 0.2 })],
  });
  await using smallService = await startServiceProcess({
    domains: [createDomainSettings(smallProduct, { refreshSeconds: 0.2 })],
  });
  const { caller } = service;
  const createNumbered = (index: number) => createCandidate({ generatorId: `generator-number-${index % largeSize}` });
  await measureMsPerCall(caller, createNumbered);
  await measureMsPerCall(smallService.caller, createNumbered);
  const before = await service.vitalsAfterGc();
  await setTimeout(2_000);
  const quiet = await service.vitals();

  const body = writeRegistry(largeSize, "2");
  product.setFault("registry", { kind: "replaced", body });
  const fetchRevision = async () => (await caller.validate(createNumbered(0))).body.registry.revision;
  await waitUntil("the registry of 200,000 ids is in force", fetchRevision, {
    isDone: (revision) => revision === "2",
    pauseMs: 10,
  });
  const during = await service.vitals();
  await setTimeout(500);
  const after = await service.vitalsAfterGc();

  for (const index of [0, 1, 77_777, largeSize - 1]) {
    assert.equal((await caller.validate(createNumbered(index))).body.diagnostics[0]?.code, "registry.id-taken");
  }
  assert.equal((await caller.validate(createCandidate({ generatorId: "generator-number-200000" }))).body.valid, true);

  const [largeMs, smallMs] = [[] as number[], [] as number[]];
  for (let pair = 0; pair < pairs; pair += 1) {
    smallMs.push(await measureMsPerCall(smallService.caller, createNumbered));
    largeMs.push(await measureMsPerCall(caller, (round) => createNumbered(round * 7_919)));
  }
  const costRatio = Math.min(...largeMs) / Math.min(...smallMs);
  const heapGrowth = after.heapBytes - before.heapBytes;
  printFigure("size of a registry of 200,000 ids, MiB", toMebibytes(body.length), 16);
  printFigure("heap growth after garbage collection, MiB", toMebibytes(heapGrowth), 64);
  printFigure("growth of the whole process, MiB", toMebibytes(after.rssBytes - before.rssBytes), "none");
  printFigure("longest event loop delay in 2 s without load, ms", toHundredths(quiet.longestLoopDelayMs), 50);
  printFigure("longest event loop delay while the registry was read, ms", toHundredths(during.longestLoopDelayMs), 50);
  assert.ok(heapGrowth < 128 * 2 ** 20, `${heapGrowth} bytes`);
  checkTiming("cost per check, compared with a registry of ten ids", costRatio, 1.5);
});
