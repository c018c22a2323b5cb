import type { SpecProblem, SpecProblemCode } from "@assay/contract";
import { pathOf } from "../json/shown-pointer.ts";

/** A fault of a spec package at the place that these tokens lead to. */
export function specProblem(
  code: SpecProblemCode,
  tokens: readonly string[],
  message: string,
  advice: string,
): SpecProblem {
  return { code, at: pathOf(tokens), message, advice };
}
