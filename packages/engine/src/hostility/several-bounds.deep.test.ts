import assert from "node:assert/strict";
import { hash } from "node:crypto";
import test from "node:test";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { limits } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { packagesNearTheWeight } from "@assay/testing/corpora/near-the-weight";
import { packagesAtSeveralBounds } from "@assay/testing/corpora/packages-at-several-bounds";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import { timingFigure } from "@assay/testing/timing-figure";
import { cel } from "../cel/index.ts";
import { createEngine } from "../index.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const engine = createEngine({ sha256: (text) => hash("sha256", text), cel });
// Compiled nowhere else in this process, or its patterns would be shared and cost nothing.
const datamintBytes = specFile("datamint/generator-option/1.0.0");
const count = scaled({ ci: 6, full: 500 });
const rounds = scaled({ quick: 1, ci: 1, full: 3 });

/** What one publication costs the main thread. */
interface Cost {
  readonly heapBytes: number;
  readonly processorMs: number;
}

test("a package that goes to several bounds at once is refused as too large, or weighs no more than the limit", () => {
  let refused = 0;
  for (const make of packagesAtSeveralBounds(count, seed)) {
    const { name, bytes } = make(1);
    const answer = engine.compileSpec(bytes);
    if (answer.kind === "ok") assert.ok(answer.weight <= limits.specPackage.weight, name);
    else assert.deepEqual(new Set(answer.problems.map(({ code }) => code)), new Set(["spec.too-large"]), name);
    if (answer.kind === "broken") refused += 1;
  }
  figure("packages that go to several bounds at once", count, "500 at full scale");
  figure("of them refused as too large", refused, "at least half");
  assert.ok(refused >= count / 2);
});

test("what such packages keep and take is a bounded multiple of Datamint's", async () => {
  const packages = packagesNearTheWeight(count, seed, engine.compileSpec);
  const datamints: Cost[] = [];
  const costs: (Cost & { readonly name: string; readonly weight: number })[] = [];
  // The first rounds are for the compiler.
  for (let round = 0; round < 4; round += 1) await costOf(datamintBytes);
  for (const { name, bytes, weight } of packages) {
    const measured: Cost[] = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await costOf(bytes));
    costs.push({ name, weight, ...leastOf(measured) });
    datamints.push(await costOf(datamintBytes));
  }
  const control = medianOf(datamints);
  const heaviest = Math.max(...costs.map(({ weight }) => weight));
  figure("heaviest of them, times Datamint's weight", (heaviest / weightOf(datamintBytes)).toFixed(1), 16);
  assert.ok(heaviest <= 16 * weightOf(datamintBytes));
  const worst = (by: keyof Cost) => costs.toSorted((a, b) => b[by] - a[by])[0] as (typeof costs)[number];
  const heap = worst("heapBytes");
  const ratio = heap.heapBytes / control.heapBytes;
  figure(`heap kept, times Datamint's (${heap.name})`, ratio.toFixed(1), 16);
  figure("heap kept for Datamint's package, KB", Math.round(control.heapBytes / 1_024), "none");
  const most = Math.max(...costs.map(({ heapBytes, weight }) => heapBytes / weight));
  figure("heap kept, times the weight, at most", most.toFixed(2), 2);
  timingFigure("heap kept, times Datamint's", ratio, 16);
  assert.ok(most <= 2, "the weight is about what a package keeps");
  const { name, processorMs } = worst("processorMs");
  // A service compiles an accepted package in one turn of its loop.
  figure(
    `processor time of a publication, ms: Datamint's, ${name}`,
    `${control.processorMs.toFixed(1)}, ${processorMs.toFixed(1)}`,
    "at most 50",
  );
  timingFigure("processor time of a publication, times Datamint's", processorMs / control.processorMs, 20);
});

async function costOf(bytes: Uint8Array): Promise<Cost> {
  const before = await heapBytes();
  const begun = process.threadCpuUsage();
  const kept = engine.compileAccepted(bytes);
  const { user, system } = process.threadCpuUsage(begun);
  const after = await heapBytes();
  // Used after the measurement, so that it is still there during it.
  assert.ok(kept.digest);
  return { heapBytes: after - before, processorMs: (user + system) / 1_000 };
}

// What was compiled before is gone after a collection: a pattern that is still there would cost nothing.
async function heapBytes(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    collect();
    await setTimeout(5);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function weightOf(bytes: Uint8Array): number {
  const compiled = engine.compileSpec(bytes);
  return compiled.kind === "ok" ? compiled.weight : Number.NaN;
}

function leastOf(costs: readonly Cost[]): Cost {
  const least = (by: keyof Cost) => Math.min(...costs.map((cost) => cost[by]));
  return { heapBytes: least("heapBytes"), processorMs: least("processorMs") };
}

function medianOf(costs: readonly Cost[]): Cost {
  const median = (by: keyof Cost) =>
    costs.map((cost) => cost[by]).toSorted((a, b) => a - b)[Math.floor(costs.length / 2)] ?? Number.NaN;
  return { heapBytes: median("heapBytes"), processorMs: median("processorMs") };
}
