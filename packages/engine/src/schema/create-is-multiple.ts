import { parseDecimal } from "../json/number-literal.ts";
import type { SpendSteps } from "../meter.ts";

const stepsPerDivision = 24;

/** The test for multiples of a step. Each number is taken as the decimal number that it is written as. */
export function createIsMultiple(step: number, spendSteps: SpendSteps): (value: number) => boolean {
  const divisor = parseDecimal(String(step));
  return (value) => {
    if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
    spendSteps(stepsPerDivision);
    const { digits, power } = parseDecimal(String(value));
    const shift = power - divisor.power;
    return (BigInt(digits) * powerOfTen(shift)) % (BigInt(divisor.digits) * powerOfTen(-shift)) === 0n;
  };
}

// A double has fewer than 18 digits, so it is below 2^60: more than 60 zeros never decide whether one number divides another.
function powerOfTen(power: number): bigint {
  return 10n ** BigInt(Math.max(0, Math.min(power, 60)));
}
