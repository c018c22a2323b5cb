import { _, type CodeKeywordDefinition } from "ajv/dist/2020.js";
import type { SpendSteps } from "../meter.ts";

/**
 * `multipleOf` on decimals. Ajv divides doubles, so that 19.99 is not a multiple of 0.01. A division of decimals costs
 * steps.
 */
export function multipleKeyword(spendSteps: SpendSteps): CodeKeywordDefinition & { readonly keyword: "multipleOf" } {
  return {
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    error: { message: "", params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
    code(cxt) {
      const isMultiple = cxt.gen.scopeValue("func", { ref: multiplesOf(cxt.schema as number, spendSteps) });
      cxt.fail(_`!${isMultiple}(${cxt.data})`);
    },
  };
}

const stepsPerDivision = 24;

/** Tells the multiples of a step from other numbers, each taken as the decimal number that it is written as. */
export function multiplesOf(step: number, spendSteps: SpendSteps): (value: number) => boolean {
  const divisor = decimalOf(step);
  return (value) => {
    if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
    spendSteps(stepsPerDivision);
    const { digits, power } = decimalOf(value);
    const shift = power - divisor.power;
    return shift < 0
      ? digits % (divisor.digits * tenTo(-shift)) === 0n
      : (digits * tenTo(shift)) % divisor.digits === 0n;
  };
}

// The shortest digits that are read as this double: the reader refuses numbers with more digits than a double holds.
function decimalOf(value: number): { readonly digits: bigint; readonly power: number } {
  const [mantissa = "", exponent] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  return { digits: BigInt(digits), power: Number(exponent) - digits.length + 1 };
}

// A double has fewer than 18 digits, so it is below 2^60: more than 60 zeros never decide whether one number divides another.
function tenTo(power: number): bigint {
  return 10n ** BigInt(Math.min(power, 60));
}
