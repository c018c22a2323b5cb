/** What becomes of a number literal when it is read as a double. */
export type NumberExactness = "exact" | "inexact" | "out-of-range";

/** Whether a text is a number literal of JSON (RFC 8259, section 6). */
export function isNumberLiteral(text: string): boolean {
  return /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(text);
}

/**
 * Whether the double read from a literal, printed again by JavaScript or with the seventeen digits that other languages
 * use, is the same decimal number.
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

// Short enough to have at most 15 significant digits, which every double above the subnormal ones gives back.
const ALWAYS_EXACT = 15;
const SUBNORMAL = 1e-300;

/** A number without its sign: significant digits without zeros at either end, and the power of ten to multiply them by. */
interface Decimal {
  readonly digits: string;
  readonly power: number;
}

/** The decimal number that a literal, or a number that JavaScript printed, is written as. */
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
  // An exponent too large for exact arithmetic here has already overflowed or vanished as a double.
  return { digits: digits.slice(start, end), power: Number(power) - fraction.length + digits.length - end };
}
