/** The work a verdict may still spend. Steps, never time: the same input ends at the same place on every machine. */
export interface Meter {
  left: number;
}

/** Thrown by `spend`, caught once where the stages are run; no other exception is ever part of a verdict. */
export const overBudget: unique symbol = Symbol("over budget");

/** What it takes to walk the members of an object: a wide one is kept as a hash table, and that is slower. */
export function memberSteps(members: number): number {
  return members > 128 ? 4 * members : members / 8;
}

export function createMeter(steps: number): Meter {
  return { left: steps };
}

/** Takes steps from a meter before the work is done; what it cannot pay for is not done, and ends everything. */
export function spend(meter: Meter, steps: number): void {
  if (meter.left < steps) {
    meter.left = 0;
    throw overBudget;
  }
  meter.left -= steps;
}
