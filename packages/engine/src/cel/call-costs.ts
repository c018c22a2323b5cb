import { type CelValue, isCelList, isCelMap } from "@bufbuild/cel";
import type { SpendSteps } from "../meter.ts";
import { estimateCountCost } from "../text/characters.ts";
import { countOccurrences } from "./search-string.ts";
import { countJoinSteps, spendForValue, stepsPerMessage } from "./values.ts";

type Operand = CelValue | undefined;

/** Spends the steps for one call before it runs. For a method, the first operand is its target. */
type SpendForCall = (spendSteps: SpendSteps, first: Operand, second: Operand, third: Operand) => void;

/** Finds the cost function of a CEL function. The default depends only on the sizes of the first two operands. */
export function findCallCost(name: string): SpendForCall {
  return costs.get(name) ?? spendForOperands;
}

// The numbers below were measured: `metered-cel.deep.test.ts` compares the steps of rules with the time they take.
const costs: ReadonlyMap<string, SpendForCall> = new Map(
  Object.entries<SpendForCall>({
    "_+_": spendForAddition,
    "@in": spendForMembership,
    "_==_": spendForEquality,
    "_!=_": spendForEquality,
    "_<_": spendForOrder,
    "_<=_": spendForOrder,
    "_>_": spendForOrder,
    "_>=_": spendForOrder,
    bool: spendForConversion,
    double: spendForConversion,
    timestamp: spendForConversion,
    int: spendForIntegerConversion,
    uint: spendForIntegerConversion,
    duration: spendForDurationConversion,
    // The run spends its own steps.
    matches: () => {},
    contains: spendForStringSearch,
    split: spendForReplacement,
    replace: spendForReplacement,
    lowerAscii: (spendSteps, text) => spendSteps(typeof text === "string" ? 1.5 * text.length : 0),
    size: spendForSize,
    // Each step of the search in a registry compares an id with the text.
    registered: (spendSteps, id) => spendSteps(typeof id === "string" ? 128 + 4 * Math.min(id.length, 256) : 0),
  }),
);

const stepsPerListItem = 4;

// The default. It ignores the third operand, which is expensive only in `replace`.
function spendForOperands(spendSteps: SpendSteps, first: Operand, second: Operand): void {
  spendSteps(countOperandSteps(first) + countOperandSteps(second));
}

function countOperandSteps(value: Operand): number {
  if (!isObject(value) || value instanceof Uint8Array) return countStringSteps(value);
  // The library recomputes the type of a list or map for each overload that it tries.
  return isCelList(value) || isCelMap(value) ? 10 : stepsPerMessage;
}

function countStringSteps(value: Operand): number {
  if (typeof value === "string") return value.length / 16;
  return value instanceof Uint8Array ? value.length / 8 : 0;
}

function isObject(value: Operand): value is CelValue & object {
  return typeof value === "object" && value !== null;
}

function spendForAddition(spendSteps: SpendSteps, left: Operand, right: Operand): void {
  if (isCelList(left) && isCelList(right)) spendSteps(24 + stepsPerListItem * countJoinSteps(left, right));
  else spendForOperands(spendSteps, left, right);
}

// The value is compared with each item of a list. Its size limits the cost of each comparison, so it is measured once.
function spendForMembership(spendSteps: SpendSteps, value: Operand, list: Operand): void {
  if (!isCelList(list)) spendForOperands(spendSteps, value, list);
  else if (!isObject(value)) spendSteps(list.size * (stepsPerListItem + countStringSteps(value)));
  else {
    let stepsPerComparison = stepsPerListItem;
    spendForValue(value, (steps) => {
      stepsPerComparison += steps;
      spendSteps(steps);
    });
    spendSteps(list.size * stepsPerComparison);
  }
}

function spendForEquality(spendSteps: SpendSteps, left: Operand, right: Operand): void {
  if (isObject(left) && isObject(right)) spendForValue(left, spendSteps);
  else spendForOperands(spendSteps, left, right);
}

function spendForOrder(spendSteps: SpendSteps, left: Operand, right: Operand): void {
  spendForOperands(spendSteps, left, right);
  if (typeof left === "string") spendSteps(countStringSteps(left) + countStringSteps(right));
}

// Many strings cannot be converted, and creating the error is expensive.
function spendForConversion(spendSteps: SpendSteps, value: Operand): void {
  if (typeof value === "string") spendSteps(80 + countStringSteps(value));
}

// The library parses any number of digits before it notices that the integer is too large.
function spendForIntegerConversion(spendSteps: SpendSteps, value: Operand): void {
  spendForConversion(spendSteps, value);
  if (typeof value === "string") spendSteps(value.length ** 2 / 2 ** 14);
}

// The library parses at most 128 characters.
function spendForDurationConversion(spendSteps: SpendSteps, value: Operand): void {
  spendForConversion(spendSteps, value);
  if (typeof value === "string") spendSteps(12 * Math.min(value.length, 128));
}

// `search-string.ts` loops over characters, which takes six times as long as a built-in function.
function spendForStringSearch(spendSteps: SpendSteps, text: Operand, part: Operand): void {
  spendSteps(8 * (countStringSteps(text) + countStringSteps(part)));
}

// Counts the parts before they are created, because the result might not fit into memory. The text is searched twice.
function spendForReplacement(...[spendSteps, text, part, replacement]: Parameters<SpendForCall>): void {
  if (typeof text !== "string" || typeof part !== "string") return;
  spendForStringSearch(spendSteps, text, part);
  spendForStringSearch(spendSteps, text, part);
  const parts = countOccurrences(text, part);
  const addedLength = typeof replacement === "string" ? parts * replacement.length : 0;
  spendSteps(4 * (1 + parts) + (text.length + addedLength) / 16);
}

function spendForSize(spendSteps: SpendSteps, value: Operand, other: Operand): void {
  if (typeof value === "string") spendSteps(estimateCountCost(value));
  else spendForOperands(spendSteps, value, other);
}
