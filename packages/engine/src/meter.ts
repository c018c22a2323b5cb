/** The work a verdict may still spend. Steps, never time: the same input ends at the same place on every machine. */
export interface Meter {
  left: number;
}

/** Thrown by `spend` and caught by `runWithinBudget`; no other exception is ever part of a verdict. */
export const overBudget: unique symbol = Symbol("over budget");

/** The cost of walking the members of an object: V8 keeps a wide one as a hash table, which is slower. */
export function countMemberSteps(members: number): number {
  return members > 128 ? 4 * members : members / 8;
}

/** Takes steps from the meter of the running call, for code that is made once and runs on many meters. */
export type SpendSteps = (steps: number) => void;

export function createMeter(steps: number): Meter {
  return { left: steps };
}

/** Takes steps from a meter before the work is done; if too few are left, the work is not done and everything ends. */
export function spend(meter: Meter, steps: number): void {
  if (meter.left < steps) {
    meter.left = 0;
    throw overBudget;
  }
  meter.left -= steps;
}

/** Runs metered work, or gives what `otherwise` does when the meter runs out; what was done until then stays done. */
export function runWithinBudget<Result>(run: () => Result, otherwise: () => Result): Result {
  try {
    return run();
  } catch (reason) {
    if (reason !== overBudget) throw reason;
    return otherwise();
  }
}
