import {
  type CelFunc,
  type CelMap,
  CelScalar,
  celFunc,
  celList,
  celMethod,
  celUint,
  listType,
  mapType,
  objectType,
} from "@bufbuild/cel";
import { create } from "@bufbuild/protobuf";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import { countCharacters } from "../text/characters.ts";
import { containsString, replaceString, splitString } from "./search-string.ts";
import { stringConversions } from "./string-conversions.ts";
import { joinLists } from "./values.ts";

const { BOOL, BYTES, DOUBLE, INT, STRING, UINT, DYN } = CelScalar;
const LIST = listType(DYN);
const MAP = mapType(DYN, DYN);
const TIMESTAMP = objectType("google.protobuf.Timestamp");

const millisecondsPerDay = 86_400_000;
const decoder = new TextDecoder(undefined, { fatal: true });

/** Functions that replace or extend the library's functions. The comment above each gives the reason. */
export const replacedFunctions: readonly CelFunc[] = [
  ...stringConversions,
  // The library nests the two lists, and later walks every level for each item.
  celFunc("_+_", [LIST, LIST], LIST, (left, right) => joinLists(left, right)),
  // The library does not find members that are null.
  ...[STRING, DOUBLE, INT, BOOL, UINT].map((key) =>
    celFunc("@in", [key, MAP], BOOL, (name, map: CelMap) => map.get(name as string) !== undefined),
  ),
  // The library creates a list of all characters to count them.
  celFunc("size", [STRING], INT, (text) => BigInt(countCharacters(text))),
  celMethod("size", STRING, [], INT, function () {
    return BigInt(countCharacters(this as string));
  }),
  // The library's time grows with the product of both lengths.
  celMethod("contains", STRING, [STRING], BOOL, function (part) {
    return containsString(this as string, part);
  }),
  // The functions of CEL's string extension that rules need. `call-costs.ts` defines the cost of each.
  celMethod("lowerAscii", STRING, [], STRING, function () {
    return (this as string).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  }),
  celMethod("split", STRING, [STRING], listType(STRING), function (separator) {
    return celList(splitString(this as string, separator));
  }),
  celMethod("replace", STRING, [STRING, STRING], STRING, function (part, replacement) {
    return replaceString(this as string, part, replacement);
  }),
  // The library compares UTF-16 code units; CEL orders strings by code points.
  ...Object.entries({
    "_<_": (order: number) => order < 0,
    "_<=_": (order: number) => order <= 0,
    "_>_": (order: number) => order > 0,
    "_>=_": (order: number) => order >= 0,
  }).map(([name, holds]) =>
    celFunc(name, [STRING, STRING], BOOL, (left, right) => holds(compareCodePoints(left, right))),
  ),
  // The library refuses quotients that do not fit into a signed integer.
  celFunc("_/_", [UINT, UINT], UINT, (left, right) => {
    if (right.value === 0n) throw new Error("uint divide by zero");
    return celUint(left.value / right.value);
  }),
  // The library's error contains a message from the JavaScript engine, which differs between machines.
  celFunc("string", [BYTES], STRING, (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw new Error("the bytes are not valid UTF-8");
    }
  }),
  // The library takes any number of milliseconds; CEL takes seconds, from year 1 to 9999.
  celFunc("timestamp", [INT], TIMESTAMP, (seconds) => {
    if (seconds < firstSecond || seconds > lastSecond) throw new Error("timestamp out of range");
    return create(TimestampSchema, { seconds }) as never;
  }),
  // The library converts through the machine's time zone, in which some hours do not exist.
  ...Object.entries({
    getFullYear: (date: Date) => date.getUTCFullYear(),
    getMonth: (date: Date) => date.getUTCMonth(),
    getDate: (date: Date) => date.getUTCDate(),
    getDayOfMonth: (date: Date) => date.getUTCDate() - 1,
    getDayOfWeek: (date: Date) => date.getUTCDay(),
    // `Date.UTC` would interpret the years 0 to 99 as 1900 to 1999.
    getDayOfYear: (date: Date) =>
      Math.floor((date.getTime() - new Date(0).setUTCFullYear(date.getUTCFullYear())) / millisecondsPerDay),
    getHours: (date: Date) => date.getUTCHours(),
    getMinutes: (date: Date) => date.getUTCMinutes(),
    getSeconds: (date: Date) => date.getUTCSeconds(),
    getMilliseconds: (date: Date) => date.getUTCMilliseconds(),
  }).map(([name, read]) =>
    celMethod(name, TIMESTAMP, [], INT, function () {
      const { seconds, nanos } = (this as unknown as { message: { seconds: bigint; nanos: number } }).message;
      return BigInt(read(new Date(Number(seconds) * 1000 + Math.floor(nanos / 1e6))));
    }),
  ),
];

const firstSecond = -62_135_596_800n;
const lastSecond = 253_402_300_799n;

/** Compares two strings by code points: the result is negative, zero or positive. */
export function compareCodePoints(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (a !== b) return toRank(a) - toRank(b);
  }
  return left.length - right.length;
}

// A surrogate is one half of a code point above 0xFFFF, so it comes after every other code unit.
function toRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
