export type { Change, Effect } from "./change.ts";
export type { Compared, Entry, Evidence, Flip } from "./compare-verdicts.ts";
export {
  describeBump,
  describeChange,
  describeEvidence,
  describeFlip,
  describeRefusals,
  describeVerdict,
} from "./describe-diff.ts";
export { diffSpecs, type SpecDiff } from "./diff-specs.ts";
export type { Judged } from "./judge-bump.ts";
