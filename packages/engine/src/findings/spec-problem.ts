import type { SpecProblem, SpecProblemCode } from "@assay/contract";
import { shownPointer } from "../json/shown-pointer.ts";

/** A fault of a spec package at the place that these path lead to. */
export function specProblem(
  code: SpecProblemCode,
  path: readonly string[],
  message: string,
  advice: string,
): SpecProblem {
  return { code, at: shownPointer(path), message, advice };
}
