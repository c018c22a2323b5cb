import { parseDecimal } from "../json/number-literal.ts";
import { type Meter, spend } from "../meter.ts";

const stepsPerDivision = 24;

/** Creates a function that tests for multiples of `step`. Numbers are divided exactly, as JavaScript prints them. */
export function createIsMultiple(step: number): (value: number, meter: Meter) => boolean {
  const divisor = parseDecimal(String(step));
  return (value, meter) => {
    if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
    spend(meter, stepsPerDivision);
    const { digits, power } = parseDecimal(String(value));
    const shift = power - divisor.power;
    return (BigInt(digits) * powerOfTen(shift)) % (BigInt(divisor.digits) * powerOfTen(-shift)) === 0n;
  };
}

// The significant digits of a double form an integer below 2^60, so a power above 60 gives the same result as 60.
function powerOfTen(power: number): bigint {
  return 10n ** BigInt(Math.max(0, Math.min(power, 60)));
}
