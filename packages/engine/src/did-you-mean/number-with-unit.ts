import { convertUnit } from "./convert-unit.ts";
import { isSameUnit } from "./other-meaning.ts";
import { wordsOf } from "./part-of-name.ts";

/** A number and the unit after it, as in "2.7 mL". */
interface NumberWithUnit {
  readonly number: number;
  readonly unit: string;
}

/** Reads a number with a unit; undefined for anything else, and for a number that can be read in two ways. */
export function readNumberWithUnit(text: string): NumberWithUnit | undefined {
  if (text.length > maxCharacters) return undefined;
  const [, digits, unit] =
    /^\s*(-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?)\s*([%\p{L}µ°$€£][\p{L}\d/%²³]{0,15})\s*$/u.exec(text) ?? [];
  if (digits === undefined || unit === undefined || readingsOf(digits)) return undefined;
  return { number: Number(digits), unit };
}

/** The number in the unit that the name of its property ends in: 812 for "81.2 cm" in `heightMm`. */
export function numberFor(name: string, { number, unit }: NumberWithUnit): number | undefined {
  const words = wordsOf(name);
  const parts = unit.split("/");
  const last = words.slice(-parts.length);
  if (words.at(-parts.length - 1) === "per" || last.length !== parts.length) return undefined;
  const [[amount = "", ...per], [known = "", ...knownPer]] = [parts, last];
  if (!per.every((part, index) => isSameUnit(part, knownPer[index] ?? ""))) return undefined;
  if (isSameUnit(amount, known)) return number;
  const isOfCurrency = /^cents?$/.test(known) && isSameUnit(amount, words.at(-2) ?? "");
  return isOfCurrency ? Number((number * 100).toPrecision(12)) : convertUnit(number, amount, known);
}

/** The two numbers that a string can be read as: with a separator of thousands, or with a decimal sign. */
export function readingsOf(text: string): readonly [number, number] | undefined {
  const [, whole, rest] = /^\s*(-?[1-9]\d{0,2})[.,](\d{3})\s*$/.exec(text) ?? [];
  return whole === undefined || rest === undefined
    ? undefined
    : [Number(`${whole}.${rest}`), Number(`${whole}${rest}`)];
}

const maxCharacters = 40;
