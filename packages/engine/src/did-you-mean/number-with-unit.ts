import { convertUnit } from "./convert-unit.ts";
import { isSameUnit } from "./other-meaning.ts";
import { mayDifferByCase } from "./units-by-case.ts";

/** A number and the unit after it, as in "2.7 mL". */
interface NumberWithUnit {
  readonly number: number;
  readonly unit: string;
}

/** Reads a number with a unit; undefined for anything else, and for a number that can be read in two ways. */
export function readNumberWithUnit(text: string): NumberWithUnit | undefined {
  if (text.length > maxCharacters || otherNotation.test(text)) return undefined;
  const [, digits, unit] =
    /^\s*(-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?)\s*([%\p{L}µ°$€£][\p{L}\d/%²³]{0,15})\s*$/u.exec(text) ?? [];
  if (digits === undefined || unit === undefined || readingsOf(digits)) return undefined;
  return { number: Number(digits), unit };
}

/** The number in the unit that the name of its property ends in: 812 for "81.2 cm" in `heightMm`. */
export function numberFor(name: string, { number, unit }: NumberWithUnit): number | undefined {
  const words = wordsAsWritten(name);
  const parts = unit.split("/");
  const last = words.slice(-parts.length);
  if (words.at(-parts.length - 1)?.toLowerCase() === "per" || last.length !== parts.length) return undefined;
  const [[amount = "", ...per], [known = "", ...knownPer]] = [parts, last];
  // `powermW` is in milliwatts, and `delayMin` may be the shortest delay.
  const isGlued = (gluedSymbol.exec(name)?.[0].length ?? 0) > String(last.at(-1)).length;
  if (isGlued || (per.length === 0 && /^min$/i.test(known))) return undefined;
  if (!per.every((part, index) => isKnown(part, knownPer[index] ?? ""))) return undefined;
  if (isSameUnit(amount, known)) return mayDifferByCase(amount, known) ? undefined : number;
  const isOfCurrency = /^cents?$/.test(known) && isSameUnit(amount, words.at(-2) ?? "");
  return isOfCurrency ? Number((number * 100).toPrecision(15)) : convertUnit(number, amount, known);
}

function isKnown(unit: string, known: string): boolean {
  return isSameUnit(unit, known) && !mayDifferByCase(unit, known);
}

// In camelCase the case of "Mw" says nothing, nor does any in a name of capitals: they are in lower case here. After a separator,
// "kWh" and "kOhm" are one symbol.
function wordsAsWritten(name: string): readonly string[] {
  const inside = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u;
  if (/^[\p{L}\p{N}]+$/u.test(name))
    return name.split(inside).map((word) => (/^\p{Lu}[\p{Ll}\p{N}]*$/u.test(word) ? word.toLowerCase() : word));
  const pieces = (/\p{Ll}/u.test(name) ? name : name.toLowerCase()).split(/[^\p{L}\p{N}]+/u);
  return pieces.flatMap((piece) => (piece.length <= 4 ? [piece] : piece.split(inside)));
}

const gluedSymbol =
  /(?<!cloc|pea|tan|networ|lin|bloc|imu|bea|syste|strea)(?:[km](?:L|W|V|A|J|N|F|Hz|Pa|Wh|Ah|VA|Ohm|Bq|Gy|Sv|T)|[cdh]L|hPa|[npu]F|[nu]A)$/;

/** The two numbers that a string can be read as: with a separator of thousands, or with a decimal sign. */
export function readingsOf(text: string): readonly [number, number] | undefined {
  const [, whole, rest] = /^\s*(-?[1-9]\d{0,2})[.,](\d{3})\s*$/.exec(text) ?? [];
  return whole === undefined || rest === undefined
    ? undefined
    : [Number(`${whole}.${rest}`), Number(`${whole}${rest}`)];
}

const maxCharacters = 40;

// "1e5" and "0x1F" are numbers.
const otherNotation = /(?:\de\d+|^\s*-?0(?:x[\da-f]+|[bo][0-7]+))\s*$/i;
