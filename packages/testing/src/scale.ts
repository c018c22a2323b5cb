/** How much a test run does: `quick` on a developer's machine, `ci` on every change, `full` for the promised counts. */
export type Scale = "quick" | "ci" | "full";

const defaultSeed = 20_260_731;

/** The scale of this run, from `ASSAY_SCALE`. Default: `quick`. */
export const scale: Scale = readScale(process.env.ASSAY_SCALE);

/** The number of cases that a property-based test tries. */
export const runs: number = pickForScale({ quick: 20, ci: 200, full: 10_000 });

/** The seed of all random choices, from `ASSAY_SEED`. Default: a fixed seed. */
export const seed: number = Number(process.env.ASSAY_SEED ?? defaultSeed);

/** Whether to assert on proportions of the runs: twenty runs are too few for this. */
export const hasEnoughRuns: boolean = scale !== "quick";

/** Whether to assert on times: a busy machine is slow even if the code is not. */
export const isFullScale: boolean = scale === "full";

/** The `skip` option of a test that runs only at full scale, because it takes long or asserts on times. */
export const onlyAtFullScale: string | false = !isFullScale && "only with ASSAY_SCALE=full";

/** Picks the counts for the scale of this run. `quick` defaults to `ci`. */
export function pickForScale<Counts>(counts: {
  readonly quick?: Counts;
  readonly ci: Counts;
  readonly full: Counts;
}): Counts {
  return counts[scale] ?? counts.ci;
}

/** The fast-check settings of a property. `share` scales the runs, except at quick scale. Slow properties pass a fraction. */
export function propertyRuns(share = 1): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: scale === "quick" ? runs : Math.ceil(runs * share), seed };
}

function readScale(value: string | undefined): Scale {
  if (value === undefined || value === "") return "quick";
  if (value === "ci" || value === "full") return value;
  throw new Error(`ASSAY_SCALE is "${value}". Set it to "ci" or "full", or leave it unset for a quick run.`);
}
