import { CompiledSpec, partsOf } from "../../packages/engine/src/spec/compiled-spec.ts";
import { type Arm, median } from "./measure.ts";

/**
 * Where the time of a verdict goes: the median of each stage's ratio to the floor. A compiled spec is a record of
 * functions; around each of them a mark is set, and what lies between two marks is a stage. `judge` sets the outer ones:
 * the first mark is where it all begins.
 */
export function stageRatios(
  spec: CompiledSpec,
  floor: Arm,
  judge: (spec: CompiledSpec, mark: (stage: string) => void) => void,
  rounds: number,
): ReadonlyMap<string, number> {
  const marks: Mark[] = [];
  const mark = (stage: string) => void marks.push([stage, performance.now()]);
  const marked = withMarks(spec, mark);
  const seen = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    floor();
    const floorMs = performance.now() - begin;
    marks.length = 0;
    judge(marked, mark);
    for (const [stage, ms] of timesOf(marks)) {
      const ratios = seen.get(stage) ?? [];
      seen.set(stage, ratios);
      // The first rounds run before anything is compiled.
      if (round > rounds / 4) ratios.push(ms / floorMs);
    }
  }
  return new Map([...seen].map(([stage, ratios]) => [stage, median(ratios)]));
}

/** A stage, and when it ended. */
type Mark = readonly [stage: string, at: number];

function withMarks(spec: CompiledSpec, mark: (stage: string) => void): CompiledSpec {
  const around = <Args extends readonly unknown[], Result>(
    [before, stage]: readonly [string, string],
    run: (...args: Args) => Result,
  ) => {
    return (...args: Args): Result => {
      mark(before);
      const result = run(...args);
      mark(stage);
      return result;
    };
  };
  const parts = partsOf(spec);
  return new CompiledSpec({
    ...parts,
    normalizer: {
      strings: around(["JSON check", "normalization of texts"], parts.normalizer.strings),
      sort: around(["in between", "normalization of order"], parts.normalizer.sort),
    },
    sizeGate: around(["in between", "size gate"], parts.sizeGate),
    findSchemaErrors: around(["in between", "schema"], parts.findSchemaErrors),
    rules: parts.rules.map((rule, index) => ({
      ...rule,
      run: around([index === 0 ? "owner and registry" : "in between", `rule ${rule.origin.id}`], rule.run),
    })),
  });
}

function timesOf([first, ...marks]: readonly Mark[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  let before = first?.[1] ?? 0;
  for (const [stage, at] of marks) {
    times.set(stage, (times.get(stage) ?? 0) + at - before);
    before = at;
  }
  return times;
}
