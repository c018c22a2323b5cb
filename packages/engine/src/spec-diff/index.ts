export type { Change, Effect } from "./compare-packages.ts";
export { describeBump, describeChange, describeEffect, describeFlip } from "./describe-diff.ts";
export { diffSpecs, type SpecDiff } from "./diff-specs.ts";
export type { Flip } from "./find-flips.ts";
export type { Judged } from "./judge-bump.ts";
