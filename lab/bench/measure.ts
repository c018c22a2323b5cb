import { createRandom } from "@assay/testing/seeded-random";

/** Code to measure. A call runs it once, from input to result. */
export type Arm = () => unknown;

// How long a batch takes, in which one arm runs repeatedly.
const batchMs = 4;
const rounds = 100;

/**
 * Returns the median of each arm's ratios to the floor, in processor time. The arms alternate: each round runs a batch of
 * every arm, so that whatever slows the machine slows all of them.
 */
export function measureRatios<Name extends string>(
  arms: { readonly [name in Name | "floor"]: Arm },
): { readonly [name in Name | "floor"]: number } {
  const names = Object.keys(arms) as (Name | "floor")[];
  const batchSizes = new Map(names.map((name) => [name, Math.max(1, Math.round(batchMs / warmUp(arms[name])))]));
  const random = createRandom(1);
  const ratios = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    const times = new Map<string, number>();
    // An arm pays for the garbage of the arm before it, so that must not always be the same one.
    const order = new Map(names.map((name) => [name, random.below(1_000_000)]));
    for (const name of names.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)))
      times.set(name, measureBatch(arms[name], batchSizes.get(name) ?? 1));
    for (const name of names) ratios.get(name)?.push((times.get(name) ?? 0) / (times.get("floor") ?? 1));
  }
  return Object.fromEntries(names.map((name) => [name, median(ratios.get(name) ?? [])])) as never;
}

export function printRow(name: string, ratio: number): void {
  console.log(`${name.padEnd(48)}${ratio.toFixed(2).padStart(7)}`);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

// By processor time, so that a busy machine does not begin to measure before the compiler has finished.
const warmUpMs = 1_000;

/** Runs an arm until it is compiled, and returns the milliseconds of a run. */
function warmUp(arm: Arm): number {
  let [runs, usedMs] = [0, 0];
  for (; usedMs < warmUpMs; runs += 10) usedMs += 10 * measureBatch(arm, 10);
  return usedMs / runs;
}

/** Measures the average processor time of a run in milliseconds, with that of the threads that collect garbage and compile. */
function measureBatch(arm: Arm, batchSize: number): number {
  const before = process.cpuUsage();
  for (let run = 0; run < batchSize; run += 1) arm();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / batchSize;
}
