import { readFileSync } from "node:fs";
import { join } from "node:path";

/** How a planted fault is noticed: a row of README.md. */
export interface Row {
  /** The step of .ci/run that has to turn red. */
  readonly step: string;
  /** The one test of that step that notices a fault of wiring. */
  readonly test?: { readonly file: string; readonly title: string };
}

/** Reads the rows of README.md, by the number of the fault. */
export function readRows(): ReadonlyMap<string, Row> {
  const page = readFileSync(join(import.meta.dirname, "README.md"), "utf8");
  const rows = page.matchAll(/^\| (\d\d) \|.*?\| ([a-z]+) \|(?: `([^`]+)`: (.+) \|)?$/gm);
  return new Map(
    [...rows].map(([, number = "", step = "", file, title]) => [
      number,
      { step, ...(file !== undefined && title !== undefined && { test: { file, title } }) },
    ]),
  );
}
