/** The work a verdict may still spend. Steps, never time: the same input ends at the same place on every machine. */
export interface Meter {
  left: number;
}

/** Thrown by `spend`, caught once where the stages are run; no other exception is ever part of a verdict. */
export const overBudget: unique symbol = Symbol("over budget");

export function createMeter(steps: number): Meter {
  return { left: steps };
}

export function spend(meter: Meter, steps: number): void {
  meter.left -= steps;
  if (meter.left < 0) throw overBudget;
}
