/** Code to measure. A call runs it once, from input to result. */
export type Arm = () => unknown;

export interface Plan {
  readonly rounds: number;
  /** The approximate duration of a batch, in which one arm runs repeatedly. */
  readonly batchMs: number;
}

/**
 * Returns the median of each arm's ratios to the floor. Each round runs every arm briefly and compares it with the
 * floor in the same round, so that a temporarily busy machine slows both.
 */
export function measureRatios<Name extends string>(
  arms: { readonly [name in Name | "floor"]: Arm },
  { rounds, batchMs }: Plan,
): { readonly [name in Name | "floor"]: number } {
  const names = Object.keys(arms) as (Name | "floor")[];
  const batchSizes = new Map(names.map((name) => [name, findBatchSize(arms[name], batchMs)]));
  const ratios = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    const times = new Map<string, number>();
    // Every arm goes first in some rounds.
    for (let position = 0; position < names.length; position += 1) {
      const name = names[(position + round) % names.length] as Name;
      times.set(name, measureBest(3, arms[name], batchSizes.get(name) ?? 1));
    }
    for (const name of names) ratios.get(name)?.push((times.get(name) ?? 0) / (times.get("floor") ?? 1));
  }
  return Object.fromEntries(names.map((name) => [name, median(ratios.get(name) ?? [])])) as never;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

// Long enough for the compiler to finish. It runs in a separate thread, which sometimes has to wait for a processor.
const warmUpMs = 500;

function findBatchSize(arm: Arm, batchMs: number): number {
  let runs = 0;
  for (const startedAt = performance.now(); performance.now() - startedAt < warmUpMs; runs += 1) arm();
  return Math.max(1, Math.round((batchMs * runs) / warmUpMs));
}

// Takes the fastest batch, because other programs have disturbed it least.
function measureBest(batches: number, arm: Arm, batchSize: number): number {
  return Math.min(...Array.from({ length: batches }, () => measureBatch(arm, batchSize)));
}

/** Measures the average duration of a run, in milliseconds. */
function measureBatch(arm: Arm, batchSize: number): number {
  const startedAt = performance.now();
  for (let run = 0; run < batchSize; run += 1) arm();
  return (performance.now() - startedAt) / batchSize;
}
