import type { SpecProblem, SpecProblemCode } from "@assay/contract";
import { toVisiblePointer } from "../json/pointer.ts";

/** A problem of a spec package at a path in it. */
export function createSpecProblem(
  code: SpecProblemCode,
  path: readonly string[],
  message: string,
  advice: string,
): SpecProblem {
  return { code, at: toVisiblePointer(path), message, advice };
}
