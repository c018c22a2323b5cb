/** What is measured: one run of it, from input to answer. */
export type Arm = () => unknown;

/** How many rounds there are, and how long a batch of runs of one arm should take. */
export interface Plan {
  readonly rounds: number;
  readonly batchMs: number;
}

/**
 * The median of each arm's ratios to the floor. Every round runs every arm for a moment and compares it with the floor
 * of the same round, so that a machine that is busy for a while slows both.
 */
export function measureRatios<Name extends string>(
  arms: { readonly [name in Name | "floor"]: Arm },
  { rounds, batchMs }: Plan,
): { readonly [name in Name | "floor"]: number } {
  const names = Object.keys(arms) as (Name | "floor")[];
  const batches = new Map(names.map((name) => [name, findBatchSize(arms[name], batchMs)]));
  const seen = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    const times = new Map<string, number>();
    // Each arm comes after another one in turn.
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round) % names.length] as Name;
      times.set(name, measureBest(3, arms[name], batches.get(name) ?? 1));
    }
    for (const name of names) seen.get(name)?.push((times.get(name) ?? 0) / (times.get("floor") ?? 1));
  }
  return Object.fromEntries(names.map((name) => [name, median(seen.get(name) ?? [])])) as never;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

// Long enough for the compiler, which works beside it and may have to wait for its turn.
const warmUpMs = 500;

function findBatchSize(arm: Arm, batchMs: number): number {
  let times = 0;
  for (const begin = performance.now(); performance.now() - begin < warmUpMs; times += 1) arm();
  return Math.max(1, Math.round((batchMs * times) / warmUpMs));
}

// Of a few batches the one that was not interrupted.
function measureBest(batches: number, arm: Arm, times: number): number {
  return Math.min(...Array.from({ length: batches }, () => measureTime(arm, times)));
}

function measureTime(arm: Arm, times: number): number {
  const begin = performance.now();
  for (let i = 0; i < times; i += 1) arm();
  return (performance.now() - begin) / times;
}
