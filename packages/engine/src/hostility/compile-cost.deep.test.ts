import assert from "node:assert/strict";
import { hash } from "node:crypto";
import test from "node:test";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { specFile } from "@assay/testing/cases/golden-cases";
import { checkTiming } from "@assay/testing/check-timing";
import { packagesNearTheLimit } from "@assay/testing/corpora/near-the-limit";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale, seed } from "@assay/testing/scale";
import { cel } from "../cel/index.ts";
import { createEngine } from "../index.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const engine = createEngine({ sha256: (text) => hash("sha256", text), cel });
// This package must not be compiled elsewhere in this process: its patterns would then be shared and cost nothing.
const datamintBytes = specFile("datamint/generator-option/1.0.0");
const count = pickForScale({ ci: 6, full: 500 });
const rounds = pickForScale({ quick: 1, ci: 1, full: 3 });

/** What compiling one published package costs the main thread. */
interface Cost {
  readonly heapBytes: number;
  readonly processorMs: number;
}

const isAccepted = (bytes: Uint8Array) => engine.compileSpec(bytes).kind === "ok";

test("a package near several limits takes a bounded multiple of the memory and time of Datamint's package", async () => {
  const packages = packagesNearTheLimit(count, seed, isAccepted);
  const datamintCosts: Cost[] = [];
  const costs: (Cost & { readonly name: string })[] = [];
  // Warm-up rounds let V8 optimize the code before anything is recorded.
  for (let round = 0; round < 4; round += 1) await measureCost(datamintBytes);
  for (const { name, bytes } of packages) {
    const measured: Cost[] = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await measureCost(bytes));
    costs.push({ name, ...findMinCosts(measured) });
    datamintCosts.push(await measureCost(datamintBytes));
  }
  const baseline = findMedianCosts(datamintCosts);
  const findWorst = (by: keyof Cost) => costs.toSorted((a, b) => b[by] - a[by])[0] as (typeof costs)[number];
  const heap = findWorst("heapBytes");
  printFigure(`package that keeps the most memory`, heap.name, "printed only");
  checkTiming("heap kept, times Datamint's", heap.heapBytes / baseline.heapBytes, 16);
  const { name, processorMs } = findWorst("processorMs");
  // A service cannot do anything else while it compiles an accepted package.
  printFigure(
    `processor time of a publication, ms: Datamint's, ${name}`,
    `${baseline.processorMs.toFixed(1)}, ${processorMs.toFixed(1)}`,
    "at most 50",
  );
  checkTiming("processor time of a publication, times Datamint's", processorMs / baseline.processorMs, 20);
});

async function measureCost(bytes: Uint8Array): Promise<Cost> {
  const before = await measureHeap();
  const startUsage = process.threadCpuUsage();
  const compiled = engine.compileAccepted(bytes);
  const { user, system } = process.threadCpuUsage(startUsage);
  const after = await measureHeap();
  // Reading the digest here keeps the compiled package in memory until the heap has been measured.
  assert.ok(compiled.digest);
  return { heapBytes: after - before, processorMs: (user + system) / 1_000 };
}

// Collects garbage first, because a pattern from an earlier package that is still in memory would cost nothing.
async function measureHeap(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    collectGarbage();
    await setTimeout(5);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function findMinCosts(costs: readonly Cost[]): Cost {
  const findMin = (by: keyof Cost) => Math.min(...costs.map((cost) => cost[by]));
  return { heapBytes: findMin("heapBytes"), processorMs: findMin("processorMs") };
}

function findMedianCosts(costs: readonly Cost[]): Cost {
  const median = (by: keyof Cost) =>
    costs.map((cost) => cost[by]).toSorted((a, b) => a - b)[Math.floor(costs.length / 2)] ?? Number.NaN;
  return { heapBytes: median("heapBytes"), processorMs: median("processorMs") };
}
