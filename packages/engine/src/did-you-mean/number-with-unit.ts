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
    /^\s*(-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?)\s*([%\p{L}µ°$€£][\p{L}/%]{0,15})\s*$/u.exec(text) ?? [];
  if (digits === undefined || unit === undefined || readingsOf(digits)) return undefined;
  return { number: Number(digits), unit };
}

/** Whether the name of a property ends in a unit: then a number in it has that unit. */
export function endsInUnit(name: string, unit: string): boolean {
  const words = wordsOf(name);
  const parts = unit.split("/");
  const last = words.slice(-parts.length);
  return (
    words.at(-parts.length - 1) !== "per" &&
    last.length === parts.length &&
    parts.every((part, index) => isSameUnit(part, last[index] ?? ""))
  );
}

/** The two numbers that a string can be read as: with a separator of thousands, or with a decimal sign. */
export function readingsOf(text: string): readonly [number, number] | undefined {
  const [, whole, rest] = /^\s*(-?[1-9]\d{0,2})[.,](\d{3})\s*$/.exec(text) ?? [];
  return whole === undefined || rest === undefined
    ? undefined
    : [Number(`${whole}.${rest}`), Number(`${whole}${rest}`)];
}

const maxCharacters = 40;
