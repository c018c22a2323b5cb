const defaultRuns = 200;
const defaultSeed = 20_260_731;

/** How many runs a property gets in this test run: `ASSAY_RUNS`, or 200. */
export const runs: number = Number(process.env.ASSAY_RUNS ?? defaultRuns);

/** Where every random choice begins: `ASSAY_SEED`, or always the same. */
export const seed: number = Number(process.env.ASSAY_SEED ?? defaultSeed);

/** The settings of a property; `share` is for those that cost much more, or much less, than the others. */
export function propertyRuns(share = 1): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: Math.max(1, Math.ceil(runs * share)), seed };
}

/** Why a test that takes long, or measures time, is not run now; false in full runs. */
export const onlyInFullRuns: string | false = runs < 1000 && "only in full runs: ASSAY_RUNS=1000 npm test";
