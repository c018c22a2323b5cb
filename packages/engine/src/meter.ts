/** The steps that a verdict can still spend. They do not depend on time, so every machine stops at the same place. */
export interface Meter {
  left: number;
}

/** Thrown by `spend` and caught by `runWithinBudget`. Any other exception is a bug. */
export const overBudget: unique symbol = Symbol("over budget");

/** The cost of visiting all members of an object. V8 stores many members in a hash table, which is slower. */
export function countMemberSteps(members: number): number {
  return members > 128 ? 8 * members : members / 4;
}

/** Spends steps from the meter of the current call, for functions that are created once and run with many meters. */
export type SpendSteps = (steps: number) => void;

export function createMeter(steps: number): Meter {
  return { left: steps };
}

/** Spends steps from a meter before work is done. If too few are left, throws `overBudget` instead. */
export function spend(meter: Meter, steps: number): void {
  if (meter.left < steps) {
    meter.left = 0;
    throw overBudget;
  }
  meter.left -= steps;
}

/** Runs metered work, and then `fallback` if the meter runs out. Does not undo what `run` has already done. */
export function runWithinBudget<Result>(run: () => Result, fallback: () => Result): Result {
  try {
    return run();
  } catch (reason) {
    if (reason !== overBudget) throw reason;
    return fallback();
  }
}
