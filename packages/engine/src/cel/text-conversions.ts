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
import { outsideText } from "../text/outside-text.ts";
import { wordsFor } from "./words.ts";

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

/**
 * The conversions of texts as the library has them, save that their errors name the text in our words: its own are those
 * of a machine, and differ between machines. And nothing that is no number is one: it reads "" as 0, and "x" as NaN.
 */
export const textConversions: readonly CelFunc[] = Object.entries(conversions).map(([name, type]) => {
  const library = funcs.find(name);
  const verdict = `cannot be read as ${wordsFor(new Set([type.name]))}`;
  // An answer cuts the whole sentence, so the text is cut before what is said of it: quotes, a blank and an ellipsis.
  const longest = limits.outsideText - verdict.length - 4;
  return celFunc(name, [STRING], type, (text) => {
    const value = library?.call(0, undefined, [name === "timestamp" ? inCapitals(text) : text]);
    const isNothing = text.trim() === "" || (Number.isNaN(value) && !/^[+-]?nan$/i.test(text));
    if (!isNothing && value !== undefined && !isCelError(value)) return value as CelValue as never;
    throw new Error(`'${outsideText(text, longest)}' ${verdict}`);
  });
});

// RFC 3339, section 5.6: "T" and "Z" may be small letters, and a second may have any number of decimals; the library
// reads nine of them.
function inCapitals(text: string): string {
  return text.toUpperCase().replace(/(\.[0-9]{9})[0-9]+/, "$1");
}
