/** The steps that a verdict can still spend. They do not depend on time, so every machine stops at the same place. */
export interface Meter {
  left: number;
  /** How many of the steps each rule and each pattern has taken. */
  readonly shares: Map<Payer, number>;
}

/** A rule, or a pattern of the candidate schema. */
export interface Payer {
  /** The pointer to it in the spec package. */
  readonly at: string;
  /** The id of the rule. */
  readonly rule?: string;
  /** Whether it is a pattern without an automaton. */
  readonly isSlow?: boolean;
}

/** Thrown by `spend` and caught by `runWithinBudget`. Any other exception is a bug. */
export const overBudget: unique symbol = Symbol("over budget");

/** The cost of visiting all members of an object. V8 stores many members in a hash table, which is slower. */
export function countMemberSteps(members: number): number {
  return members > 128 ? 8 * members : members / 4;
}

/** Spends steps from the meter of the current call, for functions that are created once and run with many meters. */
export type SpendSteps = (steps: number) => void;

/** Creates a meter; `shares` continues the account of another one. */
export function createMeter(steps: number, shares: Meter["shares"] = new Map()): Meter {
  return { left: steps, shares };
}

/** Adds steps that were spent to the share of a rule or pattern. */
export function addShare({ left, shares }: Meter, payer: Payer, steps: number): void {
  // A meter without a limit keeps no account, because it can outlive the package.
  if (left < Number.POSITIVE_INFINITY) shares.set(payer, (shares.get(payer) ?? 0) + steps);
}

/** The rule or pattern with the largest share; undefined if it is less than `minSteps`. */
export function findDearest({ shares }: Meter, minSteps: number): Payer | undefined {
  let [dearest, most]: [Payer | undefined, number] = [undefined, minSteps];
  for (const [payer, steps] of shares) if (steps >= most) [dearest, most] = [payer, steps];
  return dearest;
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
