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
import { isDateTime } from "../schema/date-formats.ts";
import { outsideText } from "../text/outside-text.ts";
import { typeNames } from "./type-names.ts";

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

// The library reads more than CEL allows: "0x10", " 7 " and "" as numbers, "-" as a duration, February 30 as March 2.
const accepts: { readonly [name: string]: (text: string) => boolean } = {
  bool: () => true,
  double: (text) => /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i.test(text) || isNotFinite.test(text),
  int: (text) => /^[+-]?[0-9]+$/.test(text),
  uint: (text) => /^[0-9]+$/.test(text),
  timestamp: isDateTime,
  duration: (text) => /[0-9]/.test(text),
};
const isNotFinite = /^[+-]?(?:nan|infinity)$/i;

/**
 * The conversions of strings, stricter than the library's, and with errors in our words: its own contain those of the
 * JavaScript engine, which differ between machines.
 */
export const stringConversions: readonly CelFunc[] = Object.entries(conversions).map(([name, type]) => {
  const library = funcs.find(name);
  const verdict = `cannot be converted to ${typeNames(new Set([type.name]))}`;
  // An answer cuts the whole sentence, so the text is cut before what is said of it: quotes, a blank and an ellipsis.
  const longest = limits.outsideText - verdict.length - 4;
  return celFunc(name, [STRING], type, (text) => {
    const normal = name === "timestamp" ? inCapitals(text) : text;
    const value = library?.call(0, undefined, [normal]);
    const isReadable = value !== undefined && !isCelError(value) && accepts[name]?.(normal);
    const isTooLarge = typeof value === "number" && !Number.isFinite(value) && !isNotFinite.test(text);
    if (isReadable && !isTooLarge) return value as CelValue as never;
    throw new Error(`'${outsideText(text, longest)}' ${verdict}`);
  });
});

// RFC 3339, section 5.6: "T" and "Z" may be small letters, and a second may have any number of decimals; the library
// reads nine of them.
function inCapitals(text: string): string {
  return text.toUpperCase().replace(/(\.[0-9]{9})[0-9]+/, "$1");
}
