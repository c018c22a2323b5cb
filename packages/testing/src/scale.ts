/** How much a test run does: `quick` at a desk, `ci` on every change, `full` for the counts that are promised. */
export type Scale = "quick" | "ci" | "full";

const defaultSeed = 20_260_731;

/** The scale of this run: `ASSAY_SCALE`, or `quick`. */
export const scale: Scale = readScale(process.env.ASSAY_SCALE);

/** How often a property is tried. */
export const runs: number = pickForScale({ quick: 20, ci: 200, full: 10_000 });

/** Where every random choice begins: `ASSAY_SEED`, or always the same. */
export const seed: number = Number(process.env.ASSAY_SEED ?? defaultSeed);

/** Whether shares of the runs are asserted on: twenty runs say little about them. */
export const hasEnoughRuns: boolean = scale !== "quick";

/** Whether times are asserted on: a machine that also does other work is slow without a fault. */
export const isFullScale: boolean = scale === "full";

/** The `skip` option of a test that is only for full scale: it takes long, or asserts on times. */
export const onlyAtFullScale: string | false = !isFullScale && "only with ASSAY_SCALE=full";

/** Picks the count for this run; `quick` is the same as `ci` unless given. */
export function pickForScale<Counts>(counts: {
  readonly quick?: Counts;
  readonly ci: Counts;
  readonly full: Counts;
}): Counts {
  return counts[scale] ?? counts.ci;
}

/** The settings of a property; above quick scale, `share` gives costly ones fewer runs and cheap ones more. */
export function propertyRuns(share = 1): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: scale === "quick" ? runs : Math.ceil(runs * share), seed };
}

function readScale(value: string | undefined): Scale {
  if (value === undefined || value === "") return "quick";
  if (value === "ci" || value === "full") return value;
  throw new Error(`ASSAY_SCALE is "${value}". Set it to "ci" or "full", or leave it unset for a quick run.`);
}
