import { type CelInput, type CelValue, isCelList, isCelMap } from "@bufbuild/cel";
import type { SpendSteps } from "../meter.ts";
import { estimateCountCost } from "../text/characters.ts";
import { countOccurrences } from "./search-string.ts";
import { countJoinSteps, perMessage, spendForValue } from "./values.ts";

// Each overload that the library tries asks for the type of each operand, and computes that of a list or map anew.
const perComposite = 10;
const perItem = 4;
const perJoin = 24;
// Starting a regular expression takes longer than running it over a short string.
const perMatch = 48;
// Most strings that are converted are not numbers, and an error is expensive.
const perConversion = 80;
const perDurationCharacter = 12;
const maxDuration = 128;
// A loop over characters takes this much longer than a function of the platform.
const perSearched = 6;
const perPart = 4;

/** Takes the steps for what a function does with its operands. */
export type SpendForOperands = (
  first: CelValue | undefined,
  second: CelValue | undefined,
  spendSteps: SpendSteps,
  third?: CelValue | undefined,
) => void;

// The cost of most functions grows with the length of their operands; of those with three, only `replace` is expensive.
export const spendForEach: SpendForOperands = (first, second, spendSteps) =>
  spendSteps(countOperandSteps(first) + countOperandSteps(second));

const spendForOrder: SpendForOperands = (first, second, spendSteps) => {
  spendForEach(first, second, spendSteps);
  if (typeof first === "string") spendSteps(countStringSteps(first) + countStringSteps(second));
};

const spendForComparison: SpendForOperands = (first, second, spendSteps) => {
  if (isComposite(first) && isComposite(second)) spendForValue(first, spendSteps);
  else spendForEach(first, second, spendSteps);
};

const spendForConversion: SpendForOperands = (first, _, spendSteps) => {
  if (typeof first === "string") spendSteps(perConversion + countStringSteps(first));
};

const spendForDuration: SpendForOperands = (first, second, spendSteps) => {
  spendForConversion(first, second, spendSteps);
  // The library parses no more characters.
  if (typeof first === "string") spendSteps(perDurationCharacter * Math.min(first.length, maxDuration));
};

// The library reads any number of digits into an integer before it finds that it is too large.
const spendForDigits: SpendForOperands = (first, second, spendSteps) => {
  spendForConversion(first, second, spendSteps);
  if (typeof first === "string") spendSteps(first.length ** 2 / 2 ** 14);
};

const spendForContains: SpendForOperands = (first, second, spendSteps) =>
  spendSteps(perSearched * (countStringSteps(first) + countStringSteps(second)));

// Counted before anything is made of them: a candidate may ask for more than fits into memory.
const spendForParts: SpendForOperands = (first, second, spendSteps, third) => {
  if (typeof first !== "string" || typeof second !== "string") return;
  spendForContains(first, second, spendSteps);
  spendForContains(first, second, spendSteps);
  const parts = countOccurrences(first, second);
  const added = typeof third === "string" ? parts * third.length : 0;
  spendSteps(perPart * (1 + parts) + (first.length + added) / 16);
};

/** The functions whose cost is not that of `spendForEach`. */
export const operandCosts: ReadonlyMap<string, SpendForOperands> = new Map([
  [
    "_+_",
    (first, second, spendSteps) => {
      if (isCelList(first) && isCelList(second)) spendSteps(perJoin + perItem * countJoinSteps(first, second));
      else spendForEach(first, second, spendSteps);
    },
  ],
  [
    "@in",
    (first, second, spendSteps) => {
      if (isCelList(second)) spendForSearch(first as CelValue, second.size, spendSteps);
      else spendForEach(first, second, spendSteps);
    },
  ],
  ...["_<_", "_<=_", "_>_", "_>=_"].map((name) => [name, spendForOrder] as const),
  ["_==_", spendForComparison],
  ["_!=_", spendForComparison],
  ["matches", (_, __, spendSteps) => spendSteps(perMatch)],
  ["int", spendForDigits],
  ["uint", spendForDigits],
  ["double", spendForConversion],
  ["bool", spendForConversion],
  ["timestamp", spendForConversion],
  ["duration", spendForDuration],
  ["contains", spendForContains],
  ["split", spendForParts],
  ["replace", spendForParts],
  ["lowerAscii", (first, _, spendSteps) => spendSteps(typeof first === "string" ? first.length / 2 : 0)],
  [
    "size",
    (first, second, spendSteps) =>
      typeof first === "string" ? spendSteps(estimateCountCost(first)) : spendForEach(first, second, spendSteps),
  ],
] satisfies (readonly [string, SpendForOperands])[]);

function isComposite(value: CelValue | undefined): value is CelValue & object {
  return typeof value === "object" && value !== null;
}

function countOperandSteps(value: CelValue | undefined): number {
  if (!isComposite(value) || value instanceof Uint8Array) return countStringSteps(value);
  return isCelList(value) || isCelMap(value) ? perComposite : perMessage;
}

function spendForSearch(value: CelValue, items: number, spendSteps: SpendSteps): void {
  if (!isComposite(value)) {
    spendSteps(items * (perItem + countStringSteps(value)));
    return;
  }
  let once = perItem;
  spendForValue(value, (steps) => {
    once += steps;
    spendSteps(steps);
  });
  spendSteps(items * once);
}

function countStringSteps(value: CelInput | undefined): number {
  if (typeof value === "string") return value.length / 16;
  return value instanceof Uint8Array ? value.length / 8 : 0;
}
