import { limits } from "@assay/contract";
import {
  type CelFunc,
  CelScalar,
  type CelType,
  type CelValue,
  celEnv,
  celFunc,
  isCelError,
  objectType,
} from "@bufbuild/cel";
import { create } from "@bufbuild/protobuf";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import { isDateTime } from "../schema/date-formats.ts";
import { sanitizeText } from "../text/sanitize-text.ts";
import { formatTypes } from "./type-names.ts";

const { funcs } = celEnv();
const { BOOL, DOUBLE, INT, STRING, UINT } = CelScalar;

const conversions: { readonly [name: string]: CelType } = {
  bool: BOOL,
  double: DOUBLE,
  int: INT,
  uint: UINT,
  timestamp: objectType("google.protobuf.Timestamp"),
  duration: objectType("google.protobuf.Duration"),
};

// The library accepts more than CEL allows: "0x10", " 7 " and "" as numbers, and "-" as a duration.
const accepts: { readonly [name: string]: (text: string) => boolean } = {
  bool: () => true,
  double: (text) => /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i.test(text) || nonFinite.test(text),
  int: (text) => /^[+-]?[0-9]+$/.test(text),
  uint: (text) => /^[0-9]+$/.test(text),
  timestamp: () => true,
  duration: (text) => /[0-9]/.test(text),
};
const nonFinite = /^[+-]?(?:nan|infinity)$/i;

/**
 * The functions that convert strings. They are stricter than the library's functions and have their own error messages,
 * because the library's messages contain text from the JavaScript engine, which differs between machines.
 */
export const stringConversions: readonly CelFunc[] = Object.entries(conversions).map(([name, type]) => {
  const library = funcs.find(name);
  const explanation = `cannot be converted to ${formatTypes(new Set([type.name]))}`;
  // Long messages are cut at the end, so the text is shortened here. The 4 is for quotes, a space and an ellipsis.
  const maxLength = limits.outsideText - explanation.length - 4;
  return celFunc(name, [STRING], type, (text) => {
    const value = name === "timestamp" ? toTimestamp(text.toUpperCase()) : library?.call(0, undefined, [text]);
    const isReadable = value !== undefined && !isCelError(value) && accepts[name]?.(text);
    const isTooLarge = typeof value === "number" && !Number.isFinite(value) && !nonFinite.test(text);
    if (isReadable && !isTooLarge) return value as CelValue as never;
    throw new Error(`'${sanitizeText(text, maxLength)}' ${explanation}`);
  });
});

// Accepts every string in the format `date-time`, because a rule must not fail on a time that a schema accepts. The library
// refuses year 0, leap seconds, and offsets that move a time out of the years 1 to 9999. CEL keeps nine decimals of a second.
function toTimestamp(text: string): unknown {
  if (!isDateTime(text)) return undefined;
  const [dateAndTime, rest] = [text.slice(0, 19), text.slice(19)];
  const [, decimals = "", offset = ""] = /^(?:\.(\d+))?(.*)$/.exec(rest) ?? [];
  const isLeapSecond = dateAndTime.endsWith("60");
  const milliseconds = Date.parse(`${isLeapSecond ? dateAndTime.replace(/60$/, "59") : dateAndTime}${offset}`);
  const seconds = BigInt(milliseconds / 1000) + (isLeapSecond ? 1n : 0n);
  return create(TimestampSchema, { seconds, nanos: Number(decimals.slice(0, 9).padEnd(9, "0")) });
}
