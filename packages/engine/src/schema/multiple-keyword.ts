import { _, type CodeKeywordDefinition } from "ajv/dist/2020.js";

/**
 * `multipleOf` as Ajv has it, save that Ajv divides doubles, by which 19.99 is no multiple of 0.01.
 * `pay` is told the steps of a division of decimals.
 */
export function multipleKeyword(
  pay: (steps: number) => void,
): CodeKeywordDefinition & { readonly keyword: "multipleOf" } {
  return {
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    error: { message: "", params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
    code(cxt) {
      const isMultiple = cxt.gen.scopeValue("func", { ref: multiplesOf(cxt.schema as number, pay) });
      cxt.fail(_`!${isMultiple}(${cxt.data})`);
    },
  };
}

const stepsPerDivision = 24;

/** Tells the multiples of a step from other numbers, each taken as the decimal number that it is written as. */
export function multiplesOf(step: number, pay: (steps: number) => void): (value: number) => boolean {
  const divisor = decimalOf(step);
  return (value) => {
    if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
    pay(stepsPerDivision);
    const { digits, power } = decimalOf(value);
    const shift = power - divisor.power;
    return shift < 0
      ? digits % (divisor.digits * tenTo(-shift)) === 0n
      : (digits * tenTo(shift)) % divisor.digits === 0n;
  };
}

// The shortest digits that are read as this double: the reader refuses numbers that were written with others.
function decimalOf(value: number): { readonly digits: bigint; readonly power: number } {
  const [mantissa = "", exponent] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  return { digits: BigInt(digits), power: Number(exponent) - digits.length + 1 };
}

// Digits of a double are fewer than 18, so below 2^60: no further zero decides whether one number divides another.
function tenTo(power: number): bigint {
  return 10n ** BigInt(Math.min(power, 60));
}
