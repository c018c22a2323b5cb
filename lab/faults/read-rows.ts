import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The test that detects a planted fault, from the second line of its patch. */
export interface Row {
  /** The step of .ci/run that runs the test. */
  readonly step: string;
  readonly file: string;
  readonly title: string;
}

/** Reads which test detects each fault. The keys are the numbers of the faults. */
export function readRows(): ReadonlyMap<string, Row> {
  const patches = globSync("*.patch", { cwd: import.meta.dirname });
  return new Map(
    patches.flatMap((patch) => {
      const text = readFileSync(join(import.meta.dirname, patch), "utf8");
      const [, step, file, title] = /^Noticed by ([a-z]+): (\S+): (.+)$/m.exec(text) ?? [];
      if (step === undefined || file === undefined || title === undefined) return [];
      return [[patch.slice(0, 2), { step, file, title }] as const];
    }),
  );
}
