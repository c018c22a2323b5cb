import type { SpecProblem, SpecProblemCode } from "@assay/contract";
import { shownPointer } from "../json/pointer.ts";

/** A problem of a spec package at a path in it. */
export function specProblem(
  code: SpecProblemCode,
  path: readonly string[],
  message: string,
  advice: string,
): SpecProblem {
  return { code, at: shownPointer(path), message, advice };
}
