import assert from "node:assert/strict";
import { printFigure } from "./print-figure.ts";
import { isFullScale } from "./scale.ts";

/**
 * Prints a time or a ratio of times, and its maximum. With `ASSAY_SCALE=full`, also asserts that it is at most twice
 * the maximum: a busy machine is slow even if the code is not.
 */
export function checkTiming(name: string, value: number, maximum: number): void {
  printFigure(name, Math.round(100 * value) / 100, maximum);
  if (isFullScale) assert.ok(value <= 2 * maximum, `${name}: ${value}, more than twice ${maximum}`);
}
