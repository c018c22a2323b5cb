import type { SpecProblem, SpecProblemCode } from "@assay/contract";
import { toVisiblePointer } from "../json/pointer.ts";

/** Creates a problem at a path in a spec package. */
export function createSpecProblem(
  code: SpecProblemCode,
  path: readonly string[],
  message: string,
  advice: string,
): SpecProblem {
  return { code, at: toVisiblePointer(path), message, advice };
}
