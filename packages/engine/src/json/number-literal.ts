/** Whether a number literal keeps its value when it is read as a double. */
export type NumberExactness = "exact" | "inexact" | "out-of-range";

/** Whether a string is a JSON number literal (RFC 8259, section 6). */
export function isNumberLiteral(text: string): boolean {
  return /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(text);
}

/**
 * Compares a literal with the double read from it. The literal is exact if JavaScript, or another language that prints
 * seventeen digits, prints the double as the same decimal number.
 */
export function classifyNumber(literal: string): NumberExactness {
  const double = Number(literal);
  if (!Number.isFinite(double)) return "out-of-range";
  if (literal.length <= ALWAYS_EXACT && Math.abs(double) > SUBNORMAL) return "exact";
  const printed = String(double);
  if (printed === literal) return "exact";
  const { digits, power } = parseDecimal(literal);
  const isSame = (other: Decimal) => other.digits === digits && other.power === power;
  return isSame(parseDecimal(printed)) || isSame(parseDecimal(double.toPrecision(17))) ? "exact" : "inexact";
}

// A literal this short has at most 15 significant digits, which a double preserves unless it is subnormal.
const ALWAYS_EXACT = 15;
const SUBNORMAL = 1e-300;

/** A number without its sign: its significant digits, without zeros at either end, times a power of ten. */
interface Decimal {
  readonly digits: string;
  readonly power: number;
}

/** Parses a literal, or a number printed by JavaScript, as an exact decimal number without its sign. */
export function parseDecimal(literal: string): Decimal {
  const unsigned = literal.startsWith("-") ? literal.slice(1) : literal;
  const [mantissa = "", power = "0"] = unsigned.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = whole + fraction;
  let start = 0;
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end--;
  while (start < end && digits[start] === "0") start++;
  if (start === end) return { digits: "0", power: 0 };
  // If the exponent is too large for exact arithmetic here, the double has already overflowed or become zero.
  return { digits: digits.slice(start, end), power: Number(power) - fraction.length + digits.length - end };
}
