import { parseDecimal } from "../json/number-literal.ts";
import type { SpendSteps } from "../meter.ts";

const stepsPerDivision = 24;

/** Creates the test for multiples of a step. Division is exact: it uses the decimals that the numbers print as. */
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

// The digits of a double form a number below 2^60, so zeros beyond the 60th never change whether it is a multiple.
function powerOfTen(power: number): bigint {
  return 10n ** BigInt(Math.max(0, Math.min(power, 60)));
}
